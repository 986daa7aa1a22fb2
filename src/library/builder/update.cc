#include "partita/builder/update.h"

#include <fmt/format.h>

#include <utility>

#include "library/builder/document_path.h"

namespace partita::builder {

Result<std::string> update_expression_of(const std::vector<PathUpdate>& changes,
                                         api::PlaceholderWriter& placeholders) {
  std::string sets;
  std::string removes;
  std::string adds;
  for (const PathUpdate& change : changes) {
    const std::string path = TRY(write_path(change.path, placeholders));
    const bool is_removed = change.kind == PathUpdate::Kind::Remove;
    const std::string value = is_removed ? "" : placeholders.value(change.value);
    std::string& section = is_removed                             ? removes
                           : change.kind == PathUpdate::Kind::Add ? adds
                                                                  : sets;
    if (!section.empty()) section += ", ";
    section += path;
    if (!is_removed) section += (change.kind == PathUpdate::Kind::Set ? " = " : " ") + value;
  }
  std::string text;
  const auto append = [&text](std::string_view word, const std::string& section) {
    if (section.empty()) return;
    text += fmt::format("{}{} {}", text.empty() ? "" : " ", word, section);
  };
  append("SET", sets);
  append("REMOVE", removes);
  append("ADD", adds);
  return text;
}

Update& Update::set(std::string path, Value value) {
  changes_.push_back({PathUpdate::Kind::Set, std::move(path), std::move(value)});
  return *this;
}

Update& Update::remove(std::string path) {
  changes_.push_back({PathUpdate::Kind::Remove, std::move(path)});
  return *this;
}

Update& Update::add(std::string path, Value value) {
  changes_.push_back({PathUpdate::Kind::Add, std::move(path), std::move(value)});
  return *this;
}

Update& Update::when(std::string path, Operator op, Value value) {
  conditions_.push_back({std::move(path), op, std::move(value)});
  return *this;
}

Result<api::UpdateItemRequest> Update::request() const {
  api::UpdateItemRequest request;
  api::PlaceholderWriter placeholders;
  request.table_name = table_name_;
  request.key = api::item_input(key_);
  if (!changes_.empty()) {
    request.update_expression = TRY(update_expression_of(changes_, placeholders));
  }
  if (!conditions_.empty()) {
    request.condition_expression = TRY(expression_of(conditions_, placeholders));
  }
  TRY(std::move(placeholders).write_to(request));
  request.return_values = api::ReturnValue::AllNew;
  return request;
}

Result<Item> Update::run(Database& database) const { return sync_wait(run_async(database)); }

Task<Result<Item>> Update::run_async(Database& database) const {
  auto request = this->request();
  CO_TRY(request);
  auto answer = co_await database.async().update_item(*request);
  CO_TRY(answer);
  co_return answer->attributes ? answer->attributes->view().to_item() : key_;
}

}  // namespace partita::builder
