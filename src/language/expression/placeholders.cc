#include "language/expression/placeholders.h"

#include <algorithm>
#include <string>

#include "language/expression/messages.h"

namespace partita::expression {

namespace {

constexpr std::size_t kKeyBytesMax = 255;

bool is_key_part(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::optional<std::string> key_problem(std::string_view key, char first) {
  if (key.size() > kKeyBytesMax) return messages::key_too_long(key.size());
  const bool is_key = key.size() > 1 && key.front() == first &&
                      std::all_of(key.begin() + 1, key.end(), is_key_part);
  return is_key ? std::nullopt : std::optional(messages::key_syntax_error(key));
}

template <typename Entries>
auto place_of(Entries& entries, std::string_view key) {
  return std::lower_bound(
      entries.begin(), entries.end(), key,
      [](const auto& entry, std::string_view wanted) { return entry.key < wanted; });
}

template <typename Entries, typename Meaning>
void add(Entries& entries, std::string_view key, const Meaning& meaning) {
  const auto place = place_of(entries, key);
  if (place == entries.end() || place->key != key) entries.insert(place, {key, meaning});
}

template <typename Meaning>
const Placeholders::Entry<Meaning>* find(const Placeholders::Entries<Meaning>& entries,
                                         std::string_view key) {
  const auto place = place_of(entries, key);
  return place == entries.end() || place->key != key ? nullptr : &*place;
}

template <typename Meaning>
std::optional<Meaning> use(const Placeholders::Entries<Meaning>& entries, std::string_view key,
                           std::vector<bool>& is_used) {
  const auto* const entry = find(entries, key);
  if (entry == nullptr) return std::nullopt;
  is_used[static_cast<std::size_t>(entry - entries.data())] = true;
  return entry->meaning;
}

template <typename Meaning>
std::vector<std::string_view> unused_keys(const Placeholders::Entries<Meaning>& entries,
                                          const std::vector<bool>& is_used) {
  std::vector<std::string_view> keys;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (!is_used[i]) keys.push_back(entries[i].key);
  }
  return keys;
}

}  // namespace

Status check_value_key(std::string_view key) {
  const auto problem = key_problem(key, ':');
  if (!problem) return {};
  return messages::invalid_key("ExpressionAttributeValues", *problem);
}

Status Placeholders::add_name(std::string_view key, std::string_view name) {
  if (const auto problem = key_problem(key, '#')) {
    return messages::invalid_key("ExpressionAttributeNames", *problem);
  }
  if (name.empty()) return messages::empty_name(key);
  add(names_, key, name);
  return {};
}

Status Placeholders::add_value(std::string_view key, const ValueView& value) {
  TRY(check_value_key(key));
  add(values_, key, value);
  return {};
}

const Placeholders::Entry<std::string_view>* Placeholders::find_name(std::string_view key) const {
  return find(names_, key);
}

const Placeholders::Entry<ValueView>* Placeholders::find_value(std::string_view key) const {
  return find(values_, key);
}

std::optional<std::string_view> PlaceholderUse::use_name(std::string_view key) {
  return use(placeholders_.names(), key, is_name_used_);
}

std::optional<ValueView> PlaceholderUse::use_value(std::string_view key) {
  return use(placeholders_.values(), key, is_value_used_);
}

Status PlaceholderUse::check_all_used() const {
  const auto names = unused_keys(placeholders_.names(), is_name_used_);
  if (!names.empty()) return messages::unused_names(names);
  const auto values = unused_keys(placeholders_.values(), is_value_used_);
  if (!values.empty()) return messages::unused_values(values);
  return {};
}

}  // namespace partita::expression
