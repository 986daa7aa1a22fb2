#include "store/jobs/walk.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <utility>

#include "engine/retry.h"

namespace partita::jobs {
namespace {

// How long one size of a stretch is tried: then a smaller one.
constexpr engine::RetryPolicy kPatience{.give_up_after = std::chrono::milliseconds(100)};
constexpr std::size_t kShrinkBy = 8;
constexpr std::size_t kGrowBy = 2;

bool wants_smaller(const Status& status) {
  return !status.ok() && (status.error().kind() == ErrorKind::Conflict ||
                          status.error().kind() == ErrorKind::TooLarge);
}

// Reads the position inside the transaction: two that work on one walk cannot both commit.
Task<Status> check_position(engine::Transaction& transaction, const WalkPosition& position) {
  if (position.keys.empty()) co_return Status{};
  const std::vector<ByteView> wanted(position.keys.begin(), position.keys.end());
  bool is_same = true;
  const auto compare = [&](std::size_t, std::optional<ByteView> value) {
    const bool is_equal = value ? position.stored && *value == *position.stored : !position.stored;
    is_same = is_same && is_equal;
  };
  Status read = co_await transaction.get(wanted, compare);
  CO_TRY(read);
  if (!is_same) co_return Error::unavailable("another walk over the same rows is at work");
  co_return Status{};
}

void store_position(engine::Transaction& transaction, const WalkPosition& position,
                    const std::optional<Bytes>& reached) {
  for (const Bytes& key : position.keys) {
    if (reached) {
      transaction.put(Bytes(key), Bytes(*reached));
    } else {
      transaction.erase(Bytes(key));
    }
  }
}

}  // namespace

double fraction_at(const keys::KeyRange& range, ByteView key) {
  constexpr std::size_t kDigits = 4;
  const std::size_t shared = range.begin.size();
  if (key.size() <= shared || !key.starts_with(range.begin)) return 0;
  double fraction = 0;
  double weight = 1.0 / 256;
  for (std::size_t i = shared; i < std::min(key.size(), shared + kDigits); ++i, weight /= 256) {
    fraction += static_cast<unsigned char>(key[i]) * weight;
  }
  return fraction;
}

Progress Walk::progress(std::uint64_t total) const {
  const auto before =
      static_cast<std::uint64_t>(began_at_.value_or(0) * static_cast<double>(total));
  return {.done = std::min(before + passed_, total), .total = total};
}

Task<Result<Stretch>> Walk::step(const keys::KeyRange& range, const WalkPosition& position,
                                 WalkWork& work) {
  if (!began_at_ || position.last_key.empty()) {
    began_at_ = fraction_at(range, position.last_key);
    passed_ = 0;
  }
  keys::KeyRange rest = range;
  if (!position.last_key.empty()) rest = keys::rest_after(std::move(rest), position.last_key);
  items_max_ = std::clamp<std::size_t>(items_max_, 1, std::max<std::size_t>(limits_.items_max, 1));
  auto stretch = co_await look_ahead(rest, position.last_key, work);
  CO_TRY(stretch);
  Status passed = co_await pass(position, *stretch, work);
  while (wants_smaller(passed) && stretch->items > 1) {
    items_max_ = (stretch->items + kShrinkBy - 1) / kShrinkBy;
    stretch = co_await look_ahead(rest, position.last_key, work);
    CO_TRY(stretch);
    passed = co_await pass(position, *stretch, work);
  }
  CO_TRY(passed);
  passed_ += stretch->items;
  items_max_ = std::min(items_max_ * kGrowBy, limits_.items_max);
  co_return stretch;
}

Task<Result<Stretch>> Walk::look_ahead(const keys::KeyRange& rest, const Bytes& last_key,
                                       WalkWork& work) const {
  Stretch stretch{.items = 0, .last_key = last_key, .is_last = true};
  std::size_t bytes = 0;
  Status looked;
  work.begin();
  const auto visit = [&](ByteView key, ByteView value) {
    if (stretch.items == items_max_ || bytes >= limits_.bytes_max) {
      stretch.is_last = false;
      return engine::Visit::Stop;
    }
    looked = work.look(key, value);
    if (!looked.ok()) return engine::Visit::Stop;
    ++stretch.items;
    bytes += value.size();
    stretch.last_key = key;
    return engine::Visit::Continue;
  };
  const engine::Range range{.begin = rest.begin,
                            .end = rest.end,
                            .rows_hint = items_max_ + 1,
                            .bytes_hint = limits_.bytes_max};
  Status read = co_await engine_.scan(range, visit);
  CO_TRY(read);
  CO_TRY(looked);
  assert(stretch.items == 0 || stretch.last_key > last_key);
  co_return stretch;
}

Task<Status> Walk::pass(const WalkPosition& position, const Stretch& stretch, WalkWork& work) {
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    Status same = co_await check_position(transaction, position);
    CO_TRY(same);
    auto reached = co_await work.pass(transaction, stretch);
    CO_TRY(reached);
    store_position(transaction, position, *reached);
    co_return Status{};
  };
  co_return co_await engine::run(engine_, body, kPatience);
}

}  // namespace partita::jobs
