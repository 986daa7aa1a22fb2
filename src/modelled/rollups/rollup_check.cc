#include "modelled/rollups/rollup_check.h"

#include <fmt/format.h>

#include <array>
#include <map>
#include <utility>

#include "modelled/rollups/group_key.h"
#include "store/keys/item_keys.h"

namespace partita::rollups {
namespace {

constexpr std::size_t kSentencesMax = 100;

// Rows as they are stored or should be; the value of an extreme is empty.
using Rows = std::map<Bytes, Bytes>;

struct Where {
  SumsPlace place;
  Plane plane;
};

Result<Where> where_is(const RollupPlan& plan, ByteView key) {
  if (auto sums = parse_sums_key(key); sums.ok()) return Where{sums->place, sums->plane};
  const auto extreme = TRY(parse_extreme_key(key, plan.columns()));
  return Where{extreme.place.sums, extreme.plane};
}

// Rows that can be counted again and that a window can still reach.
bool is_compared(const Where& where, Minute oldest) {
  if (where.plane != Plane::Live) return false;
  return where.place.level == Level::Total ||
         first_minute(where.place.bucket, where.place.level) >= oldest;
}

Task<Status> add_rows(const engine::View& view, const RollupPlan& plan, const keys::KeyRange& rows,
                      Rows& stored) {
  Status parsed;
  const auto visit = [&](ByteView key, ByteView value) {
    const auto where = where_is(plan, key);
    if (!where.ok()) {
      parsed = where.error();
      return engine::Visit::Stop;
    }
    if (where->plane == Plane::Live) stored.emplace(key, value);
    return engine::Visit::Continue;
  };
  const engine::Range range{.begin = rows.begin, .end = rows.end};
  Status read = co_await view.scan(range, visit);
  CO_TRY(read);
  co_return parsed;
}

Rows rows_of(const ContributionTotals& totals) {
  Rows rows;
  for (const auto& [key, sums] : totals.sums()) rows.emplace(key, encode(sums));
  for (const Bytes& key : totals.extremes()) rows.emplace(key, Bytes());
  return rows;
}

std::string text_of(const Value& value) {
  switch (value.type()) {
    case ValueType::S:
      return value.string();
    case ValueType::N:
      return value.number().to_string();
    case ValueType::Bool:
      return value.boolean() ? "true" : "false";
    default:
      return value.type() == ValueType::Null ? "null" : "a binary value";
  }
}

std::string place_text(const RollupPlan& plan, const SumsPlace& place) {
  constexpr std::string_view kNames[] = {"total", "day", "hour", "minute"};
  std::string text;
  const auto group = decode_group(place.group, plan.columns());
  for (std::size_t i = 0; group.ok() && i < group->size(); ++i) {
    text.append(i == 0 ? "" : ", ").append(text_of((*group)[i]));
  }
  return fmt::format("rollup `{}`, group ({}), {} {}", plan.rollup().name, text,
                     kNames[static_cast<std::size_t>(place.level) % std::size(kNames)],
                     place.bucket);
}

std::string items_text(const Bytes* row) {
  if (row == nullptr) return "nothing";
  if (row->empty()) return "a value";
  const auto sums = decode_sums(*row);
  if (!sums.ok()) return "damaged bytes";
  std::string text = fmt::format("{} items", sums->items);
  for (const SlotSum& slot : sums->slots) {
    const auto sum = slot.sum.to_number();
    text.append(fmt::format(", {} inputs of {}", slot.inputs, sum ? sum->to_string() : "?"));
  }
  return text;
}

const Bytes* find(const Rows& rows, const Bytes& key) {
  const auto found = rows.find(key);
  return found == rows.end() ? nullptr : &found->second;
}

}  // namespace

Task<Result<ContributionTotals>> recompute(const engine::View& view, const RollupProgram& program,
                                           const RollupPlan& plan, model::Instant now) {
  auto position = co_await building::read_position(view, plan_rows(plan.ref()).position_key);
  CO_TRY(position);
  ContributionTotals totals(plan, now);
  Status parsed;
  const auto visit = [&](ByteView key, ByteView value) {
    if (!position->covers(key)) return engine::Visit::Stop;
    const auto item = ItemView::parse(value);
    if (!item.ok()) {
      parsed = item.error();
      return engine::Visit::Stop;
    }
    const auto contribution = program.contribution(plan, *item);
    if (contribution) totals.add(*contribution, key);
    return engine::Visit::Continue;
  };
  const auto items = keys::index_range(program.table(), keys::IndexId::Base);
  const engine::Range range{.begin = items.begin, .end = items.end};
  Status read = co_await view.scan(range, visit);
  CO_TRY(read);
  CO_TRY(parsed);
  co_return totals;
}

Task<Result<std::vector<std::string>>> find_differences(const engine::View& view,
                                                        const RollupProgram& program,
                                                        const RollupPlan& plan,
                                                        model::Instant now) {
  auto totals = co_await recompute(view, program, plan, now);
  CO_TRY(totals);
  co_return co_await compare_rows(view, plan, *totals, now);
}

Task<Result<std::vector<std::string>>> compare_rows(const engine::View& view,
                                                    const RollupPlan& plan,
                                                    const ContributionTotals& totals,
                                                    model::Instant now) {
  const Rows expected = rows_of(totals);
  Rows stored;
  const std::array<keys::KeyRange, 2> parts{all_sums_range(plan.ref()),
                                            all_extremes_range(plan.ref())};
  for (const keys::KeyRange& part : parts) {
    Status added = co_await add_rows(view, plan, part, stored);
    CO_TRY(added);
  }
  std::vector<std::string> sentences;
  Rows all = stored;
  all.insert(expected.begin(), expected.end());
  for (const auto& [key, value] : all) {
    const auto where = where_is(plan, key);
    const Bytes* left = find(stored, key);
    const Bytes* right = find(expected, key);
    const bool is_same = left != nullptr && right != nullptr && *left == *right;
    if (is_same || !where.ok() || !is_compared(*where, plan.oldest_minute(now))) continue;
    if (sentences.size() == kSentencesMax) break;
    sentences.push_back(fmt::format("{}: stored is {}, the items give {}",
                                    place_text(plan, where->place), items_text(left),
                                    items_text(right)));
  }
  co_return sentences;
}

}  // namespace partita::rollups
