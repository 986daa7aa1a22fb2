#include <fmt/format.h>

#include <algorithm>

#include "model/lint/request_checks.h"
#include "model/planning/key_part.h"
#include "model/planning/key_space.h"

namespace partita::lint {
namespace {

using expression::KeyClause;
using model::AttributeKind;
using planning::KeyPart;

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// A prefix that is cut off in or behind a word also finds the words that begin with it.
void check_prefix(LintContext& context, const Request& request, const KeyClause& clause,
                  const KeyPart& part) {
  if (part.form != KeyPart::Form::Template || clause.value.type() != ValueType::S) return;
  const std::string_view given = clause.value.string();
  const std::string_view literal = part.key->literal_prefix();
  if (given.empty() || given.size() >= literal.size() || !literal.starts_with(given)) return;
  if (!is_word(given.back())) return;
  context.report("L214", about(request, "",
                               fmt::format("begins_with({}, \"{}\") also finds other prefixes that "
                                           "begin so",
                                           part.name, given),
                               fmt::format("\"{}\"", literal)));
}

// Keys of the first and the last moment of a day.
struct DayKeys {
  std::string first;
  std::string last;
};

std::string moment_text(const model::AttributeType& type, model::Instant instant) {
  std::string text;
  if (type.kind == AttributeKind::Date) {
    model::append_day(text, std::chrono::floor<std::chrono::days>(instant));
  } else {
    append_timestamp(text, instant, type.encoding);
  }
  return text;
}

// What stands behind the first variable of a template, with other variables as "0".
std::string rest_of(const model::KeyTemplate& key) {
  std::string rest;
  bool is_behind = false;
  for (const auto& part : key.parts()) {
    if (is_behind) rest += part.variable ? "0" : part.literal;
    is_behind = is_behind || part.variable.has_value();
  }
  return rest;
}

// A key attribute that holds a time as text: what stands before and behind it.
struct TimeKey {
  const model::AttributeType* type = nullptr;
  std::string before;
  std::string behind;
};

std::optional<TimeKey> time_key(const model::Entity& entity, const KeyPart& part) {
  TimeKey key;
  std::string_view name = part.name;
  if (part.form == KeyPart::Form::Template) {
    const auto& parts = part.key->parts();
    const auto first = std::find_if(parts.begin(), parts.end(),
                                    [](const auto& piece) { return piece.variable.has_value(); });
    if (first == parts.end()) return std::nullopt;
    name = first->variable->name;
    key.before = part.key->literal_prefix();
    key.behind = rest_of(*part.key);
  }
  const model::Attribute* attribute = entity.find_attribute(name);
  if (attribute == nullptr) return std::nullopt;
  key.type = attribute->type.get();
  const bool is_text_time =
      key.type->kind == AttributeKind::Date ||
      (key.type->kind == AttributeKind::Timestamp && is_text(key.type->encoding));
  if (!is_text_time) return std::nullopt;
  return key;
}

std::optional<model::Day> day_in(std::string_view bound, const TimeKey& key) {
  if (!bound.starts_with(key.before)) return std::nullopt;
  return model::parse_day(bound.substr(key.before.size(), 10));
}

DayKeys keys_of(const TimeKey& key, model::Day day) {
  const model::Instant first(day);
  const model::Instant last = first + std::chrono::days(1) - model::Duration(1);
  return {key.before + moment_text(*key.type, first) + key.behind,
          key.before + moment_text(*key.type, last) + key.behind};
}

void check_range(LintContext& context, const Request& request, const KeyClause& clause,
                 const TimeKey& key) {
  if (clause.value.type() != ValueType::S || clause.upper->type() != ValueType::S) return;
  const std::string_view lower = clause.value.string();
  const std::string_view upper = clause.upper->string();
  const auto day = day_in(upper, key);
  if (!day) return;
  const DayKeys keys = keys_of(key, *day);
  const auto is_within = [&](std::string_view text) { return lower <= text && text <= upper; };
  // A bound within the day is meant so.
  if (is_within(keys.last) || is_within(keys.first)) return;
  const bool is_one_day = day_in(lower, key) == day;
  context.report("L230",
                 about(request, "",
                       fmt::format("{} BETWEEN \"{}\" AND \"{}\" {}: a key of that day is \"{}\"",
                                   clause.attribute, lower, upper,
                                   is_one_day ? "matches nothing" : "does not include its last day",
                                   keys.last),
                       fmt::format("end with \"{}{}~\"", key.before, model::day_text(*day))));
}

}  // namespace

void check_clauses(LintContext& context, const Request& request,
                   std::span<const KeyClause> clauses) {
  for (const auto& clause : clauses) {
    for (const auto& space : planning::key_spaces(context.model().entities, *request.table)) {
      const KeyPart part = planning::key_part(*space.entity, *space.row, clause.attribute);
      if (part.form == KeyPart::Form::Absent) continue;
      if (clause.op == KeyClause::Operator::BeginsWith) {
        check_prefix(context, request, clause, part);
      }
      if (clause.op != KeyClause::Operator::Between) continue;
      if (const auto key = time_key(*space.entity, part)) {
        check_range(context, request, clause, *key);
      }
    }
  }
}

}  // namespace partita::lint
