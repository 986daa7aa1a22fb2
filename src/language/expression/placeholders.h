#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "partita/base/result.h"
#include "partita/value/item_view.h"

namespace partita::expression {

// ExpressionAttributeNames and ExpressionAttributeValues of one request. Owns none of the bytes:
// they must outlive it and all that is bound with it.
// THREADS: safe for concurrent calls once it is filled.
class Placeholders {
 public:
  template <typename Meaning>
  struct Entry {
    std::string_view key;
    Meaning meaning;
  };
  // Sorted by their keys: there are few, so a vector is the quickest map.
  template <typename Meaning>
  using Entries = std::vector<Entry<Meaning>>;

  // `key` is "#n" or ":v". If a key is added twice, the first one counts.
  // ERRORS: InvalidArgument in DynamoDB's words if the key is not a # or a : and then letters,
  // digits and underscores, or is over 255 bytes; if the name is empty.
  Status add_name(std::string_view key, std::string_view name);
  Status add_value(std::string_view key, const ValueView& value);

  // Null if there is none.
  const Entry<std::string_view>* find_name(std::string_view key) const;
  const Entry<ValueView>* find_value(std::string_view key) const;

  const Entries<std::string_view>& names() const { return names_; }
  const Entries<ValueView>& values() const { return values_; }

 private:
  Entries<std::string_view> names_;
  Entries<ValueView> values_;
};

// ERRORS: those of add_value.
Status check_value_key(std::string_view key);

// Records which placeholders the expressions of a request have used so far.
// REQUIRES: nothing is added to the placeholders any more; they outlive this.
// THREADS: one thread at a time.
class PlaceholderUse {
 public:
  explicit PlaceholderUse(const Placeholders& placeholders)
      : placeholders_(placeholders),
        is_name_used_(placeholders.names().size()),
        is_value_used_(placeholders.values().size()) {}

  const Placeholders& placeholders() const { return placeholders_; }

  // Returns the meaning of a placeholder and marks it as used; nullopt if it is not defined.
  std::optional<std::string_view> use_name(std::string_view key);
  std::optional<ValueView> use_value(std::string_view key);

  // Called when all expressions of the request are bound.
  // ERRORS: InvalidArgument in DynamoDB's words, with all names that nobody used, or all values.
  Status check_all_used() const;

 private:
  const Placeholders& placeholders_;
  std::vector<bool> is_name_used_;  // By the entry's place.
  std::vector<bool> is_value_used_;
};

}  // namespace partita::expression
