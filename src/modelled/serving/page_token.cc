#include "modelled/serving/page_token.h"

#include <fmt/format.h>

#include <chrono>
#include <optional>
#include <utility>

#include "modelled/serving/failure.h"
#include "partita/base/varint.h"
#include "partita/value/item_codec.h"
#include "store/keys/key_hash.h"

// content := format:u8 model_version:varint issued:varint pattern:u64 keys:u64 arguments:u64 cursor
//
// format    1. DO NOT CHANGE: clients hold tokens for a day.
// issued    seconds since 1970
// pattern, keys, arguments   the first eight bytes of a SHA-256, of what the functions below write;
//           keys: of the table, the index and the conditions that the plan reads by
// cursor    as in page_cursor.cc

namespace partita::serving {
namespace {

constexpr char kFormat = '\1';
constexpr std::size_t kTokenHashBytes = 8;
constexpr std::chrono::hours kValidFor{24};

struct Content {
  std::uint64_t model_version = 0;
  std::uint64_t issued = 0;
  Bytes pattern;
  Bytes keys;
  Bytes arguments;
  ByteView cursor;
};

// Texts one behind the other, so that two lists never look alike.
class Fingerprint {
 public:
  void add(std::string_view text) {
    append_varint(bytes_, text.size());
    bytes_ += text;
  }
  void add(std::uint64_t number) { append_varint(bytes_, number); }
  Bytes take() const { return Bytes(keys::hash_bytes(bytes_).view().substr(0, kTokenHashBytes)); }

 private:
  Bytes bytes_;
};

Bytes pattern_hash(const model::Model& model, const model::Pattern& pattern) {
  Fingerprint fingerprint;
  fingerprint.add(model.name);
  fingerprint.add(pattern.name);
  return fingerprint.take();
}

void add_source(Fingerprint& fingerprint, const planning::ValueSource& source) {
  fingerprint.add(source.name);
  fingerprint.add(encode(source.constant));
}

void add_condition(Fingerprint& fingerprint, const planning::KeyMatch& condition) {
  fingerprint.add(condition.attribute);
  fingerprint.add(static_cast<std::uint64_t>(condition.op));
  const auto& value = condition.value;
  fingerprint.add(value.rendered ? value.rendered->text() : value.attribute);
  add_source(fingerprint, value.source);
  for (const auto& variable : value.variables) add_source(fingerprint, variable.source);
  if (condition.range) fingerprint.add(condition.range->attribute);
}

Bytes keys_hash(const planning::PatternReadPlan& plan) {
  Fingerprint fingerprint;
  fingerprint.add(plan.table->name);
  fingerprint.add(plan.index == nullptr ? std::string_view() : plan.index->name);
  fingerprint.add(static_cast<std::uint64_t>(plan.access));
  fingerprint.add(plan.is_descending ? 1U : 0U);
  fingerprint.add(plan.merge_by.size());
  for (const std::string& name : plan.merge_by) fingerprint.add(name);
  fingerprint.add(plan.legs.size());
  for (const planning::Leg& leg : plan.legs) {
    for (const auto& condition : leg.conditions) add_condition(fingerprint, condition);
  }
  return fingerprint.take();
}

Bytes keys_hash(const planning::PatternPlan& plan) {
  if (plan.read() != nullptr) return keys_hash(*plan.read());
  Fingerprint fingerprint;
  fingerprint.add(plan.pattern->search);
  return fingerprint.take();
}

Bytes arguments_hash(const Arguments& arguments) {
  Fingerprint fingerprint;
  for (const auto& [name, value] : arguments.all()) {
    fingerprint.add(name);
    fingerprint.add(value);
  }
  return fingerprint.take();
}

std::uint64_t seconds_of(model::Instant instant) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(instant).time_since_epoch();
  return seconds.count() < 0 ? 0 : static_cast<std::uint64_t>(seconds.count());
}

std::optional<Content> parse(ByteView bytes) {
  if (bytes.empty() || bytes.front() != kFormat) return std::nullopt;
  bytes.remove_prefix(1);
  const auto version = take_varint(bytes);
  const auto issued = take_varint(bytes);
  if (!version || !issued || bytes.size() < 3 * kTokenHashBytes) return std::nullopt;
  return Content{.model_version = *version,
                 .issued = *issued,
                 .pattern = Bytes(bytes.substr(0, kTokenHashBytes)),
                 .keys = Bytes(bytes.substr(kTokenHashBytes, kTokenHashBytes)),
                 .arguments = Bytes(bytes.substr(2 * kTokenHashBytes, kTokenHashBytes)),
                 .cursor = bytes.substr(3 * kTokenHashBytes)};
}

Error bad_token(std::string message, std::string_view code) {
  return failure(FailureKind::BadToken, std::move(message), std::string(code));
}

Error changed() { return bad_token("page token was changed", "T302"); }

Error of_other_pattern(const TokenCall& call, ByteView hash) {
  for (const model::Pattern& pattern : call.model.model().patterns) {
    if (pattern_hash(call.model.model(), pattern) != hash) continue;
    return bad_token(fmt::format("page token belongs to pattern {}", pattern.name), "T301");
  }
  return bad_token("page token belongs to a pattern that is not here", "T301");
}

Error of_other_keys(const TokenCall& call, const Content& content) {
  return bad_token(fmt::format("page token is of model version {}, now {}; the pattern's keys "
                               "changed, start again",
                               content.model_version, call.model.model().version),
                   "T303");
}

Status check(const TokenCall& call, const Content& content) {
  const model::Pattern& pattern = *call.plan.pattern;
  if (content.pattern != pattern_hash(call.model.model(), pattern)) {
    return of_other_pattern(call, content.pattern);
  }
  if (content.keys != keys_hash(call.plan)) return of_other_keys(call, content);
  if (content.arguments != arguments_hash(call.arguments)) {
    return bad_token(
        fmt::format("page token belongs to pattern {} with other parameters", pattern.name),
        "T301");
  }
  constexpr auto kSeconds = std::chrono::seconds(kValidFor).count();
  if (seconds_of(call.now) > content.issued + static_cast<std::uint64_t>(kSeconds)) {
    return bad_token("page token expired (24h)", "T304");
  }
  return {};
}

}  // namespace

std::string make_token(const TokenCall& call, ByteView place) {
  Bytes bytes(1, kFormat);
  append_varint(bytes, static_cast<std::uint64_t>(call.model.model().version));
  append_varint(bytes, seconds_of(call.now));
  bytes += pattern_hash(call.model.model(), *call.plan.pattern);
  bytes += keys_hash(call.plan);
  bytes += arguments_hash(call.arguments);
  bytes += place;
  return call.tokens.sign(std::move(bytes));
}

std::string make_token(const TokenCall& call, const PageCursor& cursor) {
  Bytes place;
  append_cursor(place, cursor);
  return make_token(call, place);
}

Result<Bytes> read_token_place(const TokenCall& call, std::string_view token) {
  const auto bytes = call.tokens.verify(token);
  if (!bytes) return changed();
  const auto content = parse(*bytes);
  if (!content) return changed();
  TRY(check(call, *content));
  return Bytes(content->cursor);
}

Result<PageCursor> read_token(const TokenCall& call, std::string_view token) {
  const Bytes place = TRY(read_token_place(call, token));
  const auto& legs = call.plan.read()->legs;
  auto cursor = read_cursor(place, legs.empty() ? 1 : legs.size());
  if (!cursor) return changed();
  return std::move(*cursor);
}

}  // namespace partita::serving
