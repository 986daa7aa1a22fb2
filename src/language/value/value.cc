#include "partita/value/value.h"

#include <algorithm>
#include <utility>

namespace partita {

// Here, where Map::Member is complete.
Map::Map() = default;
Map::Map(const Map& other) = default;
Map::Map(Map&& other) noexcept = default;
Map& Map::operator=(const Map& other) = default;
Map& Map::operator=(Map&& other) noexcept = default;
Map::~Map() = default;

Map::Map(std::initializer_list<Member> members) : members_(members) { sort(); }

Map::Map(std::vector<Member> members) : members_(std::move(members)) { sort(); }

std::size_t Map::size() const { return members_.size(); }

void Map::sort() {
  const auto is_less = [](const Member& a, const Member& b) { return a.name < b.name; };
  const auto is_same = [](const Member& a, const Member& b) { return a.name == b.name; };
  std::stable_sort(members_.begin(), members_.end(), is_less);
  // From the back, so that of equal names the last one stays.
  const auto kept = std::unique(members_.rbegin(), members_.rend(), is_same);
  members_.erase(members_.begin(), kept.base());
}

std::vector<Map::Member>::iterator Map::lower_bound(std::string_view name) {
  // Decoding and copying come in order, so the end is tried first.
  if (members_.empty() || members_.back().name < name) return members_.end();
  return std::lower_bound(members_.begin(), members_.end(), name,
                          [](const Member& member, std::string_view n) { return member.name < n; });
}

const Value* Map::find(std::string_view name) const { return const_cast<Map*>(this)->find(name); }

Value* Map::find(std::string_view name) {
  const auto at = lower_bound(name);
  return at != members_.end() && at->name == name ? &at->value : nullptr;
}

void Map::set(std::string_view name, Value value) {
  const auto at = lower_bound(name);
  if (at != members_.end() && at->name == name) {
    at->value = std::move(value);
  } else {
    members_.insert(at, Member{std::string(name), std::move(value)});
  }
}

bool Map::erase(std::string_view name) {
  const auto at = lower_bound(name);
  if (at == members_.end() || at->name != name) return false;
  members_.erase(at);
  return true;
}

bool operator==(const Map& left, const Map& right) { return left.members_ == right.members_; }

Value::Value(const char* text) : content_(std::string(text)) {}
Value::Value(std::string text) : content_(std::move(text)) {}
Value::Value(std::string_view text) : content_(std::string(text)) {}
Value::Value(Number number) : content_(number) {}
Value::Value(List list) : content_(std::move(list)) {}
Value::Value(Map map) : content_(std::move(map)) {}
Value::Value(StringSet set) : content_(std::move(set)) {}
Value::Value(NumberSet set) : content_(std::move(set)) {}
Value::Value(BinarySet set) : content_(std::move(set)) {}
Value::Value(Binary binary) : content_(std::move(binary)) {}

Result<Value> Value::string_set(std::vector<std::string> elements) {
  return Value(TRY(StringSet::create(std::move(elements))));
}

Result<Value> Value::number_set(std::vector<Number> elements) {
  return Value(TRY(NumberSet::create(std::move(elements))));
}

Result<Value> Value::binary_set(std::vector<Binary> elements) {
  return Value(TRY(BinarySet::create(std::move(elements))));
}

bool operator==(const Value& left, const Value& right) { return left.content_ == right.content_; }

std::partial_ordering compare(const Value& left, const Value& right) {
  if (left.type() != right.type()) return std::partial_ordering::unordered;
  if (left.type() == ValueType::S) return left.string() <=> right.string();
  if (left.type() == ValueType::N) return left.number() <=> right.number();
  if (left.type() == ValueType::B) return left.binary() <=> right.binary();
  return std::partial_ordering::unordered;
}

}  // namespace partita
