#include "modelled/serving/read_pattern.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "modelled/serving/failure.h"
#include "modelled/serving/page_reader.h"
#include "modelled/serving/page_size.h"
#include "modelled/serving/page_token.h"
#include "modelled/serving/plan_arguments.h"
#include "modelled/serving/read_item.h"
#include "modelled/serving/read_search.h"
#include "modelled/serving/result_shape.h"

namespace partita::serving {
namespace {

using planning::PatternReadPlan;

constexpr std::size_t kScannedPerItem = 20;
constexpr std::size_t kScannedMin = 1000;
// Of a page, as of one of Query.
constexpr std::size_t kPageBytesMax = std::size_t{1} << 20;
// Of what comes whole.
constexpr std::size_t kWholeItemsMax = 10'000;
constexpr std::size_t kWholeRowsMax = 50'000;
constexpr std::size_t kWholeBytesMax = std::size_t{16} << 20;

bool is_paged(const PatternReadPlan& plan) { return plan.shape == PatternReadPlan::Shape::List; }

Result<PageBounds> bounds_of(const planning::PatternPlan& plan, const PatternReadRequest& request) {
  const PatternReadPlan& read = *plan.read();
  if (is_paged(read)) {
    const std::size_t items = TRY(items_of_page(plan, read.page, request.limit));
    return PageBounds{.items_max = items,
                      .rows_max = std::max(kScannedPerItem * items, kScannedMin),
                      .bytes_max = kPageBytesMax};
  }
  if (request.limit) {
    return bad_argument(fmt::format("limit: {} does not come in pages", plan.pattern->name));
  }
  if (read.shape == PatternReadPlan::Shape::One) {
    return PageBounds{.items_max = 1, .rows_max = kWholeRowsMax, .looks_ahead = false};
  }
  return PageBounds{
      .items_max = kWholeItemsMax, .rows_max = kWholeRowsMax, .bytes_max = kWholeBytesMax};
}

Status check_request(const planning::PatternPlan& plan, const PatternReadRequest& request) {
  const PatternReadPlan& read = *plan.read();
  if (!request.page.empty() && read.shape == PatternReadPlan::Shape::One) {
    return bad_argument(fmt::format("page: {} gives one item", plan.pattern->name));
  }
  const bool is_global = read.index != nullptr && !read.index->is_local;
  if (request.is_consistent && is_global) {
    return bad_argument(fmt::format("consistent: {} reads index {}, which has no consistent reads",
                                    plan.pattern->name, read.index->name));
  }
  return {};
}

// All that is found out before anything is read.
struct Preparation {
  std::vector<BoundLeg> legs;
  RowFilter filter;
  PageBounds bounds;
  PageCursor cursor;  // Where to begin.
};

Result<PageCursor> first_cursor(const TokenCall& call, const PatternReadRequest& request) {
  if (!request.page.empty()) return read_token(call, request.page);
  PageCursor cursor;
  cursor.positions.resize(std::max<std::size_t>(call.plan.read()->legs.size(), 1));
  return cursor;
}

Result<Preparation> prepare(const TokenCall& call, const PatternReadRequest& request,
                            const PlanArguments& arguments) {
  const PatternReadPlan& read = *call.plan.read();
  TRY(check_request(call.plan, request));
  auto bounds = TRY(bounds_of(call.plan, request));
  std::vector<BoundLeg> legs;
  for (const planning::Leg& leg : read.legs) legs.push_back(TRY(bind_leg(read, leg, arguments)));
  auto filter = TRY(RowFilter::create(read, call.model.finder(*read.table), arguments, call.now));
  auto cursor = TRY(first_cursor(call, request));
  return Preparation{std::move(legs), std::move(filter), bounds, std::move(cursor)};
}

// The page in the order of the plan, with the ways on from it.
ReadAnswer answer_of(const TokenCall& call, PageRows page, bool is_first) {
  ReadAnswer answer;
  const bool is_reversed = page.onward.is_reversed;
  const bool has_back = call.plan.read()->access != PatternReadPlan::Access::Scan;
  if (is_reversed) {
    std::ranges::reverse(page.rows);
    answer.next = make_token(call, page.back);
    if (page.has_more) answer.previous = make_token(call, page.onward);
  } else {
    if (page.has_more) answer.next = make_token(call, page.onward);
    if (!is_first && has_back) answer.previous = make_token(call, page.back);
  }
  answer.rows = std::move(page.rows);
  answer.has_more = !answer.next.empty();
  answer.is_partial = page.is_partial;
  return answer;
}

Task<Result<ReadAnswer>> read_rows(const PatternContext& context, TokenCall call,
                                   const PatternReadRequest& request, PlanArguments arguments) {
  const PatternReadPlan& plan = *call.plan.read();
  auto preparation = prepare(call, request, arguments);
  CO_TRY(preparation);
  ReadCost cost{.legs = std::max<std::size_t>(plan.legs.size(), 1)};
  const operations::Moment moment = context.operations.one_moment();
  const operations::ReadContext reads = context.operations.at(moment.view());
  LegSource source = leg_source(reads, plan, cost);
  source.is_consistent = source.is_consistent || request.is_consistent;
  source.is_reversed = preparation->cursor.is_reversed;
  LegMerge merge(source, std::move(preparation->legs), std::move(preparation->cursor));
  auto page = co_await read_page(merge, preparation->filter, preparation->bounds);
  CO_TRY(page);
  ReadAnswer answer;
  if (plan.shape == PatternReadPlan::Shape::One) {
    answer.rows = std::move(page->rows);
  } else {
    answer = answer_of(call, std::move(*page), request.page.empty());
  }
  answer.cost = cost;
  Status shaped = shape_result(call.plan, arguments, answer);
  CO_TRY(shaped);
  co_return answer;
}

}  // namespace

Task<Result<ReadAnswer>> read(const PatternContext& context, const ServedModel& model,
                              const planning::PatternPlan& plan,
                              const PatternReadRequest& request) {
  if (plan.pattern->kind == model::PatternKind::Search) {
    auto found = co_await read_search(context, model, plan, request);
    co_return found;
  }
  const PatternReadPlan* read = plan.read();
  auto arguments = PlanArguments::create(plan, request.arguments);
  CO_TRY(arguments);
  const auto now = std::chrono::floor<model::Duration>(context.operations.clock.wall_now());
  const TokenCall call{context.tokens, model, plan, request.arguments, now};
  if (read->access == PatternReadPlan::Access::Get) {
    Status checked = check_request(plan, request);
    CO_TRY(checked);
    auto bounds = bounds_of(plan, request);
    CO_TRY(bounds);
    auto item = co_await read_item(context, call, request, *arguments);
    co_return item;
  }
  auto rows = co_await read_rows(context, call, request, *arguments);
  co_return rows;
}

}  // namespace partita::serving
