#include "dynamodb/scaling/scaling_rows.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>

#include "engine/read_one.h"
#include "engine/retry.h"
#include "partita/value/item_codec.h"
#include "partita/value/item_view.h"
#include "store/catalog/structure_codec.h"
#include "store/keys/key_range.h"
#include "store/keys/key_space.h"

// key := 00 "scaling/target/" table "/" index? "/" use      value := Target, as structure_codec.h
//      | 00 "scaling/activity/" age "/" id                  value := ScalingActivity, the same
// use := "read" | "write"
// age := 16 hexadecimal digits: all bits of the milliseconds since 1970 inverted, so that the
//        newest comes first
// Names of tables and indexes have no slash. DO NOT CHANGE: stored.

namespace partita::scaling {
namespace {

constexpr std::string_view kTargets = "scaling/target/";
constexpr std::string_view kActivities = "scaling/activity/";
constexpr std::size_t kErasedAtOnce = 500;

Bytes target_key(const TargetName& name) {
  return keys::metadata_key(std::string(kTargets) + place_of(name));
}

Result<TargetName> name_of(ByteView rest) {
  const auto first = rest.find('/');
  const auto last = rest.rfind('/');
  if (first == ByteView::npos || first == last) {
    return Error::corrupt("the key of a scalable target is damaged");
  }
  return TargetName{.table = std::string(rest.substr(0, first)),
                    .index = std::string(rest.substr(first + 1, last - first - 1)),
                    .use = rest.substr(last + 1) == "read" ? Use::Read : Use::Write};
}

template <typename T>
Result<T> decode_structure(ByteView value) {
  T structure;
  const auto item = TRY(ItemView::parse(value));
  TRY(catalog::read_map(item.to_item(), structure));
  return structure;
}

Result<NamedTarget> decode_target(ByteView rest, ByteView value) {
  auto name = TRY(name_of(rest));
  auto target = TRY(decode_structure<Target>(value));
  return NamedTarget{std::move(name), std::move(target)};
}

}  // namespace

std::string place_of(const TargetName& name) {
  return fmt::format("{}/{}/{}", name.table, name.index, name.use == Use::Read ? "read" : "write");
}

Task<Result<std::vector<NamedTarget>>> read_targets(const engine::View& view) {
  std::vector<NamedTarget> targets;
  Status decoded;
  const Bytes prefix = keys::metadata_key(kTargets);
  const Bytes end = keys::prefix_end(prefix);
  const auto visit = [&](ByteView key, ByteView value) {
    auto target = decode_target(key.substr(prefix.size()), value);
    if (!target.ok()) {
      decoded = std::move(target).error();
      return engine::Visit::Stop;
    }
    targets.push_back(std::move(*target));
    return engine::Visit::Continue;
  };
  const engine::Range range{.begin = prefix, .end = end};
  Status read = co_await view.scan(range, visit);
  CO_TRY(read);
  CO_TRY(decoded);
  co_return targets;
}

Task<Result<std::optional<Target>>> read_target(engine::Transaction& transaction,
                                                const TargetName& name) {
  const Bytes key = target_key(name);
  auto found = co_await engine::read_one(transaction, key);
  CO_TRY(found);
  if (!*found) co_return std::optional<Target>();
  auto target = decode_structure<Target>(**found);
  CO_TRY(target);
  co_return std::optional<Target>(std::move(*target));
}

void put_target(engine::Transaction& transaction, const TargetName& name, const Target& target) {
  transaction.put(target_key(name), encode(catalog::to_map(target)));
}

void erase_target(engine::Transaction& transaction, const TargetName& name) {
  transaction.erase(target_key(name));
}

std::string place_of(const api::ScalingActivity& activity) {
  const auto age = ~static_cast<std::uint64_t>(std::llround(activity.start_time.seconds * 1000));
  return fmt::format("{:016x}/{}", age, activity.activity_id);
}

void put_activity(engine::Transaction& transaction, const api::ScalingActivity& activity) {
  transaction.put(keys::metadata_key(std::string(kActivities) + place_of(activity)),
                  encode(catalog::to_map(activity)));
}

Task<Status> read_activities(const engine::View& view, std::string_view behind,
                             ActivityVisitor visit) {
  Status decoded;
  const Bytes prefix = keys::metadata_key(kActivities);
  const Bytes end = keys::prefix_end(prefix);
  const Bytes begin = behind.empty() ? prefix : keys::successor(prefix + Bytes(behind));
  const auto row = [&](ByteView, ByteView value) {
    auto activity = decode_structure<api::ScalingActivity>(value);
    if (!activity.ok()) {
      decoded = std::move(activity).error();
      return engine::Visit::Stop;
    }
    return visit(std::move(*activity)) ? engine::Visit::Continue : engine::Visit::Stop;
  };
  const engine::Range range{.begin = begin, .end = end};
  Status read = co_await view.scan(range, row);
  CO_TRY(read);
  co_return decoded;
}

Task<Status> trim_activities(engine::Engine& engine, api::Timestamp now) {
  std::vector<std::string> places;
  std::size_t seen = 0;
  const auto visit = [&](const api::ScalingActivity& activity) {
    const bool is_old = activity.start_time.seconds < now.seconds - kActivitySecondsMax;
    if (++seen > kActivitiesMax || is_old) places.push_back(place_of(activity));
    return places.size() < kErasedAtOnce;
  };
  Status read = co_await read_activities(engine, {}, visit);
  CO_TRY(read);
  if (places.empty()) co_return Status{};
  const auto body = [&](engine::Transaction& transaction) {
    for (const auto& place : places) {
      transaction.erase(keys::metadata_key(std::string(kActivities) + place));
    }
    return Task<Status>::ready({});
  };
  co_return co_await engine::run(engine, body);
}

}  // namespace partita::scaling
