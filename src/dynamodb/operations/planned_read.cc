#include "dynamodb/operations/planned_read.h"

#include <utility>

#include "dynamodb/operations/bound_read.h"
#include "dynamodb/operations/read_answer.h"
#include "dynamodb/operations/read_source.h"
#include "dynamodb/operations/read_start_key.h"
#include "dynamodb/operations/table_access.h"
#include "language/expression/key_condition.h"
#include "store/keys/item_keys.h"

namespace partita::operations {

struct PlannedRead::Parts {
  explicit Parts(expression::ExpressionCache& cache) : read(cache) {}

  BoundRead read;
  std::optional<expression::KeyCondition> key;  // Of a Query.
};

namespace {

Status bind_trees(const TreeRead& request, BoundRead& read) {
  TRY(read.scope.open({}, {}));
  expression::PlaceholderUse& use = read.scope.use();
  if (request.key_condition) {
    read.key_condition = TRY(expression::Condition::bind(request.key_condition, use));
  }
  if (request.filter) read.filter = TRY(expression::Condition::bind(request.filter, use));
  if (request.projection) {
    read.projection = TRY(expression::Projection::bind(request.projection, use));
  }
  return {};
}

Result<expression::KeyCondition> locate_query(BoundRead& read) {
  const auto clauses = TRY(expression::key_clauses(*read.key_condition));
  auto condition = TRY(match_query_key(read.plan.source, clauses, true));
  locate_partition(condition, read.plan);
  return condition;
}

Status check_start(const query::ReadSource& source, const ItemView& start_key) {
  if (!has_position_size(source, start_key)) return invalid_start_key();
  for (const catalog::KeySchema* key : {&source.key(), &source.table->key}) {
    TRY(check_start_key(key->partition, start_key, invalid_start_key));
    TRY(check_start_key(key->sort, start_key, invalid_start_key));
  }
  return {};
}

}  // namespace

PlannedRead::PlannedRead(std::unique_ptr<const Parts> parts) : parts_(std::move(parts)) {}
PlannedRead::PlannedRead(PlannedRead&&) noexcept = default;
PlannedRead& PlannedRead::operator=(PlannedRead&&) noexcept = default;
PlannedRead::~PlannedRead() = default;

Result<PlannedRead> PlannedRead::create(const ReadContext& context, const TreeRead& request) {
  auto parts = std::make_unique<Parts>(context.expressions);
  BoundRead& read = parts->read;
  TRY(bind_trees(request, read));
  auto table = TRY(find_table(context, request.table_name));
  const query::ReadSource& source = read.plan.source;
  read.plan.source = TRY(source_in(std::move(table), request.index_name, request.is_consistent));
  read.plan.direction = request.direction;
  if (read.key_condition) {
    parts->key = TRY(locate_query(read));
  } else {
    read.plan.range = TRY(keys::segment_range(source.table->id, source.index_id(), {}));
  }
  TRY(check_selection_paths(read));
  if (read.key_condition && read.filter) {
    TRY(check_filter_spares_key(source, *read.filter, "Filter Expression"));
    TRY(check_filter_is_projected(source, *read.filter));
  }
  read.plan.output = TRY(output_of(source, std::nullopt, read.projection));
  complete_plan(read, std::nullopt, request.is_consistent);
  return PlannedRead(std::move(parts));
}

Task<Result<query::Page>> PlannedRead::read(const ReadContext& context, PageRequest page) const {
  query::ReadPlan plan = parts_->read.plan;
  plan.rows_max = page.rows_max;
  if (page.start_key) {
    Status checked = check_start(plan.source, *page.start_key);
    CO_TRY(checked);
    Status begun = begin_behind(parts_->key ? &*parts_->key : nullptr, *page.start_key, plan);
    CO_TRY(begun);
  }
  auto read = co_await read_page(context, plan);
  CO_TRY(read);
  charge_page(context, plan.source, read->units);
  co_return read;
}

}  // namespace partita::operations
