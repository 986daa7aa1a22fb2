#include <fmt/format.h>

#include <utility>

#include "library/open_database.h"
#include "modelled/serving/failure.h"
#include "modelled/serving/read_pattern.h"
#include "modelled/serving/read_rollup.h"
#include "modelled/serving/write_pattern.h"
#include "partita/async_operations.h"
#include "partita/models.h"

// How the access patterns and rollups of models are run by name.
namespace partita {
namespace {

using library::OpenDatabase;
using library::ServedPointer;

serving::Arguments to_serving(const PatternArguments& arguments) {
  serving::Arguments result;
  for (const auto& [name, value] : arguments) result.set(name, value);
  return result;
}

Result<ServedPointer> find_model(OpenDatabase* open, const std::string& name) {
  if (open == nullptr) return library::closed();
  auto model = open->served().find(name);
  if (model == nullptr) return Error::not_found(fmt::format("there is no model {}", name));
  return model;
}

// The plan of a pattern that writes or of one that reads.
Result<const planning::PatternPlan*> find_plan(const serving::ServedModel& model,
                                               const std::string& pattern, bool writes) {
  const planning::PatternPlan* plan = model.find(pattern);
  if (plan == nullptr) {
    const bool is_known = model.model().find_pattern(pattern) != nullptr;
    if (!is_known) {
      return Error::not_found(
          fmt::format("the model {} has no pattern {}", model.model().name, pattern));
    }
    return serving::failure(serving::FailureKind::NotServed,
                            fmt::format("nothing serves the pattern {}", pattern));
  }
  if (model::writes(plan->pattern->kind) == writes) return plan;
  return serving::bad_argument(
      writes ? fmt::format("the pattern {} reads: call read_pattern", pattern)
             : fmt::format("the pattern {} writes: call write_pattern", pattern));
}

std::string name_of(const model::Entity* entity) {
  return entity == nullptr ? std::string() : entity->name;
}

std::string revision_of(const model::Entity* entity, const EncodedItem& item) {
  return entity == nullptr ? std::string() : serving::revision_of(*entity, item.view());
}

SearchTotals totals_of(serving::SearchSummary summary) {
  SearchTotals totals{.total = summary.total,
                      .corrected = std::move(summary.corrected),
                      .facets = {},
                      .facets_are_approximate = summary.facets_are_approximate};
  for (const auto& [attribute, values] : summary.facets) {
    auto& counted = totals.facets.emplace_back(attribute, std::vector<FacetItems>()).second;
    for (const auto& each : values) counted.push_back({each.value, each.items});
  }
  return totals;
}

PatternPage page_of(serving::ReadAnswer answer) {
  PatternPage page;
  page.items.reserve(answer.rows.size());
  for (serving::ReadRow& row : answer.rows) {
    std::string revision = revision_of(row.entity, row.item);
    page.items.push_back({.item = std::move(row.item),
                          .entity = name_of(row.entity),
                          .member = std::move(row.member),
                          .revision = std::move(revision),
                          .score = row.score,
                          .highlights = std::move(row.highlights)});
  }
  if (answer.search) page.search = totals_of(std::move(*answer.search));
  page.has_more = answer.has_more;
  page.is_partial = answer.is_partial;
  page.next = std::move(answer.next);
  page.previous = std::move(answer.previous);
  page.read_units = answer.cost.read_units;
  page.scanned = answer.cost.scanned;
  return page;
}

PatternWritten written_of(serving::WriteAnswer answer) {
  PatternWritten written;
  for (serving::WrittenRow& row : answer.rows) {
    std::string revision = row.item ? revision_of(row.entity, *row.item) : std::string();
    written.items.push_back({.step = std::move(row.step),
                             .entity = name_of(row.entity),
                             .key = std::move(row.key),
                             .item = std::move(row.item),
                             .revision = std::move(revision)});
  }
  written.is_created = answer.is_created;
  return written;
}

Item row_of(const model::Rollup& rollup, const rollups::RollupRow& row) {
  Item item;
  for (std::size_t i = 0; i < rollup.group_by.size(); ++i) {
    item.set(rollup.group_by[i].name, row.group[i]);
  }
  for (std::size_t i = 0; i < rollup.measures.size(); ++i) {
    item.set(rollup.measures[i].name, row.measures[i] ? Value(*row.measures[i]) : Value());
  }
  return item;
}

RollupTable table_of(const model::Rollup& rollup, const rollups::RollupAnswer& answer) {
  RollupTable table;
  for (const auto& row : answer.rows) table.rows.push_back(row_of(rollup, row));
  table.has_more = answer.has_more;
  if (answer.from) table.from = *answer.from;
  if (answer.until) table.until = *answer.until;
  table.built = answer.built;
  return table;
}

PatternFailure public_kind(serving::FailureKind kind) {
  switch (kind) {
    case serving::FailureKind::BadArgument:
      return PatternFailure::BadArgument;
    case serving::FailureKind::BadBody:
      return PatternFailure::BadBody;
    case serving::FailureKind::BadToken:
      return PatternFailure::BadToken;
    case serving::FailureKind::NotFound:
      return PatternFailure::NotFound;
    case serving::FailureKind::AlreadyExists:
      return PatternFailure::AlreadyExists;
    case serving::FailureKind::OtherRevision:
      return PatternFailure::OtherRevision;
    case serving::FailureKind::StillBuilding:
      return PatternFailure::StillBuilding;
    case serving::FailureKind::NotServed:
      break;
  }
  return PatternFailure::NotServed;
}

// Coroutines that keep the pointer: what it came from may be gone when they are awaited.
Task<Result<PatternPage>> run(OpenDatabase* open, const PatternRead& request) {
  const auto model = find_model(open, request.model);
  CO_TRY(model);
  const auto plan = find_plan(**model, request.pattern, false);
  CO_TRY(plan);
  const auto context = open->database().patterns();
  const serving::PatternReadRequest wanted{.arguments = to_serving(request.arguments),
                                           .limit = request.limit,
                                           .page = request.page,
                                           .is_consistent = request.is_consistent};
  auto answer = co_await serving::read(context, **model, **plan, wanted);
  CO_TRY(answer);
  co_return page_of(std::move(*answer));
}

Task<Result<PatternWritten>> run(OpenDatabase* open, const PatternWrite& request) {
  const auto model = find_model(open, request.model);
  CO_TRY(model);
  const auto plan = find_plan(**model, request.pattern, true);
  CO_TRY(plan);
  const auto context = open->database().patterns();
  const serving::PatternWriteRequest wanted{.arguments = to_serving(request.arguments),
                                            .body = request.body,
                                            .expected_revision = request.expected_revision,
                                            .idempotency_key = request.idempotency_key,
                                            .role = request.role};
  auto answer = co_await serving::write(context, **model, **plan, wanted);
  CO_TRY(answer);
  co_return written_of(std::move(*answer));
}

Task<Result<RollupTable>> run(OpenDatabase* open, const RollupRead& request) {
  const auto model = find_model(open, request.model);
  CO_TRY(model);
  const model::Rollup* rollup = (*model)->model().find_rollup(request.rollup);
  if (rollup == nullptr) {
    co_return Error::not_found(
        fmt::format("the model {} has no rollup {}", request.model, request.rollup));
  }
  const auto context = open->database().patterns();
  const auto arguments = to_serving(request.arguments);
  auto answer = co_await serving::read_rollup(context, **model, *rollup, arguments);
  CO_TRY(answer);
  co_return table_of(*rollup, *answer);
}

}  // namespace

std::optional<PatternFailure> pattern_failure_of(const Error& error) {
  const serving::Failure* failure = serving::failure_of(error);
  if (failure == nullptr) return std::nullopt;
  return public_kind(failure->kind);
}

Task<Result<PatternPage>> AsyncOperations::read_pattern(const PatternRead& request) {
  return run(open_, request);
}

Task<Result<PatternWritten>> AsyncOperations::write_pattern(const PatternWrite& request) {
  return run(open_, request);
}

Task<Result<RollupTable>> AsyncOperations::read_rollup(const RollupRead& request) {
  return run(open_, request);
}

}  // namespace partita
