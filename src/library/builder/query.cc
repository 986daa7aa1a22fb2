#include "partita/builder/query.h"

#include <fmt/format.h>

#include <algorithm>

#include "library/builder/document_path.h"
#include "library/open_database.h"
#include "store/query/read_source.h"

namespace partita::builder {
namespace {

// How many items are read at once for a page that a filter thins out.
constexpr std::int32_t kReadAheadFactor = 4;
constexpr std::int32_t kReadAheadMax = 1000;

std::int32_t items_to_read(std::int32_t missing, bool is_filtered) {
  if (!is_filtered) return missing;
  return std::max(missing, std::min(missing, kReadAheadMax / kReadAheadFactor) * kReadAheadFactor);
}

// Where an item lies, so that the next page begins behind it.
Result<EncodedItem> position_of(const operations::Context& context,
                                const api::QueryRequest& request, const ItemView& item) {
  query::ReadSource source{.table = context.catalog.find(request.table_name)};
  if (source.table == nullptr) return Error::not_found("the table is gone");
  if (request.index_name) {
    for (const catalog::Index& index : source.table->indexes) {
      if (index.name == *request.index_name) source.index = &index;
    }
  }
  return query::position_of(source, item);
}

// Takes what is missing from a page of Query. True if the query is answered.
Result<bool> take(const operations::Context& context, const api::QueryRequest& request,
                  std::optional<std::int32_t> limit, api::QueryResponse read, QueryPage& page) {
  const auto items_max = limit ? static_cast<std::size_t>(*limit) : SIZE_MAX;
  page.last_evaluated_key = std::move(read.last_evaluated_key);
  for (std::size_t i = 0; read.items && i < read.items->size(); ++i) {
    if (page.items.size() == items_max) {
      page.last_evaluated_key = TRY(position_of(context, request, page.items.back().view()));
      return true;
    }
    page.items.emplace_back(read.items->at(i));
  }
  return !limit || page.items.size() == items_max || !page.last_evaluated_key;
}

}  // namespace

Query& Query::with_index(std::string name) {
  index_name_ = std::move(name);
  return *this;
}

Query& Query::with_partition_key(std::string attribute, Value value) {
  return with_sort_key(std::move(attribute), Operator::Equal, std::move(value));
}

Query& Query::with_sort_key_equals(std::string attribute, Value value) {
  return with_sort_key(std::move(attribute), Operator::Equal, std::move(value));
}

Query& Query::with_sort_key_begins_with(std::string attribute, Value prefix) {
  return with_sort_key(std::move(attribute), Operator::BeginsWith, std::move(prefix));
}

Query& Query::with_sort_key_between(std::string attribute, Value lower, Value upper) {
  between_ = Between{std::move(attribute), std::move(lower), std::move(upper)};
  return *this;
}

Query& Query::with_sort_key(std::string attribute, Operator op, Value value) {
  key_.push_back({std::move(attribute), op, std::move(value)});
  return *this;
}

Query& Query::with_filter(std::string path, Operator op, Value value) {
  filters_.push_back({std::move(path), op, std::move(value)});
  return *this;
}

Query& Query::with_limit(std::int32_t items_max) {
  limit_ = items_max;
  return *this;
}

Query& Query::with_start_key(EncodedItem last_evaluated_key) {
  start_key_ = std::move(last_evaluated_key);
  return *this;
}

Query& Query::with_consistent_read() {
  is_consistent_ = true;
  return *this;
}

Query& Query::descending() {
  is_descending_ = true;
  return *this;
}

Result<std::string> Query::key_expression(api::PlaceholderWriter& placeholders) const {
  std::string text = TRY(expression_of(key_, placeholders));
  if (!between_) return text;
  const std::string name = TRY(write_path(between_->attribute, placeholders));
  const std::string lower = placeholders.value(between_->lower);
  const std::string upper = placeholders.value(between_->upper);
  return fmt::format("{}{}{} BETWEEN {} AND {}", text, text.empty() ? "" : " AND ", name, lower,
                     upper);
}

Result<api::QueryRequest> Query::request() const {
  api::QueryRequest request;
  api::PlaceholderWriter placeholders;
  request.table_name = table_name_;
  request.index_name = index_name_;
  request.key_condition_expression = TRY(key_expression(placeholders));
  if (!filters_.empty()) request.filter_expression = TRY(expression_of(filters_, placeholders));
  TRY(std::move(placeholders).write_to(request));
  request.limit = limit_;
  if (start_key_) request.exclusive_start_key = *start_key_;
  if (is_consistent_) request.consistent_read = true;
  if (is_descending_) request.scan_index_forward = false;
  return request;
}

Result<QueryPage> Query::run(Database& database) const { return sync_wait(run_async(database)); }

Task<Result<QueryPage>> Query::run_async(Database& database) const {
  auto request = this->request();
  CO_TRY(request);
  auto open = library::Access::of(database);
  CO_TRY(open);
  QueryPage page;
  while (true) {
    if (limit_ && *limit_ > 0) {
      const auto missing = *limit_ - static_cast<std::int32_t>(page.items.size());
      request->limit = items_to_read(missing, !filters_.empty());
    }
    auto read = co_await database.async().query(*request);
    CO_TRY(read);
    auto is_answered = take((*open)->context(), *request, limit_, std::move(*read), page);
    CO_TRY(is_answered);
    if (*is_answered) co_return page;
    request->exclusive_start_key = *page.last_evaluated_key;
  }
}

}  // namespace partita::builder
