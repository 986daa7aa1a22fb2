#include "model/planning/key_space.h"

#include <algorithm>
#include <optional>

#include "model/planning/key_part.h"

namespace partita::planning {
namespace {

using model::AttributeKind;
using model::TextFormat;

// The values an attribute can have, as far as they are known.
struct Domain {
  enum class Kind { Any, Values, Start, Uuid, Ulid, Day, Instant };

  Kind kind = Kind::Any;
  std::vector<std::string> values;  // Of Values.
  std::string start;                // Of Start: all begin so.
};

std::optional<Domain> constant_domain(const Value& value) {
  if (value.type() != ValueType::S) return std::nullopt;
  return Domain{Domain::Kind::Values, {value.string()}, {}};
}

Domain domain_of(const model::AttributeType& type) {
  if (type.kind == AttributeKind::Const) return constant_domain(type.constant).value_or(Domain{});
  if (type.kind == AttributeKind::Enum && !type.is_open) {
    return {Domain::Kind::Values, type.values, {}};
  }
  if (type.kind == AttributeKind::Date) return {Domain::Kind::Day, {}, {}};
  if (type.kind == AttributeKind::Timestamp && is_text(type.encoding)) {
    return {Domain::Kind::Instant, {}, {}};
  }
  if (type.format == TextFormat::Uuid) return {Domain::Kind::Uuid, {}, {}};
  if (type.format == TextFormat::Ulid) return {Domain::Kind::Ulid, {}, {}};
  if (!type.pattern) return {};
  std::string start = literal_start(type.pattern->text());
  if (start.empty()) return {};
  return {Domain::Kind::Start, {}, std::move(start)};
}

Domain domain_of(const model::Entity& entity, std::string_view attribute) {
  for (const auto& match : entity.match) {
    if (match.attribute != attribute || match.values.size() != 1) continue;
    if (auto domain = constant_domain(match.values.front())) return *domain;
  }
  const model::Attribute* found = entity.find_attribute(attribute);
  if (found == nullptr && entity.edge) {
    for (const auto* end : {&entity.edge->from, &entity.edge->to}) {
      if (end->attribute == attribute) return domain_of(*end->entity, end->entity->id_attribute());
    }
  }
  return found == nullptr ? Domain{} : domain_of(*found->type);
}

bool is_prefix(std::string_view prefix, std::string_view text) {
  return text.substr(0, prefix.size()) == prefix;
}

// Whether a text of that kind can begin so. Only the alphabets are looked at.
bool can_start(Domain::Kind kind, std::string_view start) {
  constexpr std::string_view kDigits = "0123456789";
  std::string alphabet(kDigits);
  if (kind == Domain::Kind::Uuid) alphabet += "abcdefABCDEF-";
  if (kind == Domain::Kind::Ulid) alphabet += "ABCDEFGHJKMNPQRSTVWXYZ";
  if (kind == Domain::Kind::Day) alphabet += "-";
  if (kind == Domain::Kind::Instant) alphabet += "-:.TZ";
  return start.find_first_not_of(alphabet) == std::string_view::npos;
}

bool fits(const Domain& domain, std::string_view text) {
  switch (domain.kind) {
    case Domain::Kind::Any:
      return true;
    case Domain::Kind::Values:
      return std::find(domain.values.begin(), domain.values.end(), text) != domain.values.end();
    case Domain::Kind::Start:
      return is_prefix(domain.start, text);
    case Domain::Kind::Uuid:
      return has_format(text, TextFormat::Uuid);
    case Domain::Kind::Ulid:
      return has_format(text, TextFormat::Ulid);
    case Domain::Kind::Day:
      return model::parse_day(text).has_value();
    case Domain::Kind::Instant:
      return model::parse_rfc3339(text).has_value();
  }
  return true;
}

bool may_start_alike(const Domain& left, const Domain& right) {
  if (left.kind == Domain::Kind::Start && right.kind == Domain::Kind::Start) {
    return is_prefix(left.start, right.start) || is_prefix(right.start, left.start);
  }
  if (left.kind == Domain::Kind::Start) return can_start(right.kind, left.start);
  if (right.kind == Domain::Kind::Start) return can_start(left.kind, right.start);
  return left.kind == right.kind;
}

bool may_overlap(const Domain& left, const Domain& right) {
  if (left.kind == Domain::Kind::Any || right.kind == Domain::Kind::Any) return true;
  if (left.kind == Domain::Kind::Values) {
    return std::any_of(left.values.begin(), left.values.end(),
                       [&](const auto& value) { return fits(right, value); });
  }
  if (right.kind == Domain::Kind::Values) return may_overlap(right, left);
  return may_start_alike(left, right);
}

bool may_overlap(const model::KeyTemplate& left, const model::KeyTemplate& right) {
  if (left.is_constant()) return right.matches(left.literal_prefix());
  if (right.is_constant()) return left.matches(right.literal_prefix());
  return is_prefix(left.literal_prefix(), right.literal_prefix()) ||
         is_prefix(right.literal_prefix(), left.literal_prefix());
}

// The attribute that is the whole value of the key, or empty.
std::string_view whole_attribute(const KeyPart& part) {
  if (part.form == KeyPart::Form::Native) return part.name;
  if (!part.is_bare() || !part.each.empty()) return {};
  return part.key->parts().front().variable->name;
}

bool may_overlap_mixed(const Domain& whole, const model::KeyTemplate& other) {
  if (other.is_constant()) return fits(whole, other.literal_prefix());
  if (whole.kind == Domain::Kind::Any) return true;
  const std::string_view start = other.literal_prefix();
  if (whole.kind != Domain::Kind::Values) {
    return may_start_alike(whole, {Domain::Kind::Start, {}, std::string(start)});
  }
  return std::any_of(whole.values.begin(), whole.values.end(),
                     [&](const auto& value) { return is_prefix(start, value); });
}

}  // namespace

std::vector<KeySpace> key_spaces(const std::deque<model::Entity>& entities,
                                 const model::Table& table) {
  std::vector<KeySpace> spaces;
  for (const auto& entity : entities) {
    if (entity.table != &table) continue;
    for (const model::Row* row : rows_of(entity)) spaces.push_back({&entity, row});
    if (entity.versioned) spaces.push_back({&entity, &entity.versioned->row});
  }
  return spaces;
}

bool may_coincide(const KeySpace& left, const KeySpace& right, std::string_view attribute) {
  const KeyPart a = key_part(*left.entity, *left.row, attribute);
  const KeyPart b = key_part(*right.entity, *right.row, attribute);
  if (a.form == KeyPart::Form::Absent || b.form == KeyPart::Form::Absent) return false;
  if (a.form == KeyPart::Form::Tuple || b.form == KeyPart::Form::Tuple) return true;
  const std::string_view whole_a = whole_attribute(a);
  const std::string_view whole_b = whole_attribute(b);
  if (!whole_a.empty() && !whole_b.empty()) {
    return may_overlap(domain_of(*left.entity, whole_a), domain_of(*right.entity, whole_b));
  }
  if (!whole_a.empty()) return may_overlap_mixed(domain_of(*left.entity, whole_a), *b.key);
  if (!whole_b.empty()) return may_overlap_mixed(domain_of(*right.entity, whole_b), *a.key);
  return may_overlap(*a.key, *b.key);
}

bool may_coincide(const KeySpace& left, const KeySpace& right,
                  const std::vector<std::string>& attributes) {
  return std::all_of(attributes.begin(), attributes.end(),
                     [&](const auto& name) { return may_coincide(left, right, name); });
}

std::string literal_start(std::string_view pattern) {
  if (pattern.empty() || pattern.front() != '^') return {};
  pattern.remove_prefix(1);
  if (pattern.find('|') != std::string_view::npos) return {};
  const std::size_t end = std::min(pattern.find_first_of("\\.[](){}*+?$"), pattern.size());
  std::string start(pattern.substr(0, end));
  const bool is_repeated = end < pattern.size() && !start.empty() &&
                           std::string_view("*?{").find(pattern[end]) != std::string_view::npos;
  if (is_repeated) start.pop_back();
  return start;
}

}  // namespace partita::planning
