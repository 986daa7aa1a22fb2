#include "dynamodb/operations/request_fingerprint.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>

#include "partita/api/shape.h"
#include "partita/base/big_endian.h"

// What is hashed; a structure that gets a new member that is not given keeps its hash:
//
// value     := bytes                        a string, an item in its stored form, the word of a
// choice
//            | count:u32 value*             a list
//            | count:u32 (bytes value)*     a dictionary, sorted by name
//            | (bytes value)* end           a structure: name and value of each member that is
//            given
// bytes     := length:u32 byte[length]
// end       := FFFFFFFF
//
// Integers are big-endian.

namespace partita::operations {
namespace {

constexpr std::uint32_t kEnd = UINT32_MAX;

void append_count(Bytes& form, std::size_t count) {
  append_integer(form, static_cast<std::uint32_t>(count));
}

void append(Bytes& form, std::string_view text) { append_with_length(form, text); }

void append(Bytes& form, const api::ItemInput& item) { append(form, item.view().bytes()); }

void append(Bytes& form, api::ReturnValuesOnConditionCheckFailure choice) {
  append(form, api::wire_name(choice));
}

void append(Bytes& form, const api::Dictionary<std::string>& names) {
  std::vector<const std::pair<std::string, std::string>*> sorted;
  for (const auto& entry : names) sorted.push_back(&entry);
  std::sort(sorted.begin(), sorted.end(),
            [](const auto* left, const auto* right) { return *left < *right; });
  append_count(form, sorted.size());
  for (const auto* entry : sorted) {
    append(form, entry->first);
    append(form, entry->second);
  }
}

template <typename Structure>
requires requires { Structure::shape(); }
void append(Bytes& form, const Structure& structure);

template <typename Field>
void append_member(Bytes& form, std::string_view name, const Field& field) {
  append(form, name);
  append(form, field);
}

template <typename Field>
void append_member(Bytes& form, std::string_view name, const std::optional<Field>& field) {
  if (field) append_member(form, name, *field);
}

template <typename Structure>
requires requires { Structure::shape(); }
void append(Bytes& form, const Structure& structure) {
  const auto append_all = [&](const auto&... member) {
    (append_member(form, member.name, structure.*member.field), ...);
  };
  std::apply(append_all, Structure::shape());
  append_integer(form, kEnd);
}

}  // namespace

keys::KeyHash fingerprint(const std::vector<api::TransactWriteItem>& items) {
  Bytes form;
  append_count(form, items.size());
  for (const auto& item : items) append(form, item);
  return keys::hash_bytes(form);
}

}  // namespace partita::operations
