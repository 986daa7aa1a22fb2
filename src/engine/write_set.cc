#include "engine/write_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/engine.h"
#include "partita/base/big_endian.h"
#include "partita/base/check.h"

namespace partita::engine {

void append_stamp(Bytes& prefix, std::uint64_t stamp) { append_integer(prefix, stamp); }

Combine merged_kind(KeyKinds kinds, ByteView key) {
  const Combine kind = kinds(key);
  // Whoever merges into a key that is none of those has opened the engine without its kind.
  PARTITA_CHECK(kind != nullptr);
  return kind;
}

std::size_t WriteSet::Write::key_bytes() const {
  return key.size() + (is_appended ? sizeof(std::uint64_t) : 0);
}

void WriteSet::put(Bytes key, Bytes value) { add({std::move(key), std::move(value)}); }

void WriteSet::erase(Bytes key) { add({std::move(key), std::nullopt}); }

void WriteSet::merge(Bytes key, Bytes operand) {
  add({.key = std::move(key), .value = std::move(operand), .is_merged = true});
}

void WriteSet::append(Bytes prefix, Bytes value) {
  add({.key = std::move(prefix), .value = std::move(value), .is_appended = true});
}

void WriteSet::clear() {
  writes_.clear();
  size_bytes_ = 0;
  has_freed_ = false;
  has_taken_ = false;
  has_values_ = false;
}

std::vector<WriteSet::Write> WriteSet::take() {
  size_bytes_ = 0;
  return std::exchange(writes_, {});
}

void WriteSet::add(Write write) {
  has_values_ = has_values_ || write.value.has_value();
  size_bytes_ += write.key_bytes() + (write.value ? write.value->size() : 0);
  writes_.push_back(std::move(write));
}

// A transaction has few writes, and few of its reads come after them: searching is cheaper than
// an index that every write would have to keep.
const WriteSet::Write* WriteSet::find(ByteView key) const {
  const auto found = std::find_if(writes_.rbegin(), writes_.rend(), [key](const Write& write) {
    return !write.is_merged && !write.is_appended && write.key == key;
  });
  return found == writes_.rend() ? nullptr : &*found;
}

Status WriteSet::check(const Limits& limits) const {
  for (const Write& write : writes_) {
    if (write.key_bytes() > limits.key_bytes_max) {
      return Error::too_large(fmt::format("a key of {} bytes is over the limit of {} bytes",
                                          write.key_bytes(), limits.key_bytes_max));
    }
    if (write.value && write.value->size() > limits.value_bytes_max) {
      return Error::too_large(fmt::format("a value of {} bytes is over the limit of {} bytes",
                                          write.value->size(), limits.value_bytes_max));
    }
  }
  if (size_bytes_ > limits.transaction_bytes_max) {
    return Error::too_large(fmt::format("a transaction of {} bytes is over the limit of {} bytes",
                                        size_bytes_, limits.transaction_bytes_max));
  }
  return {};
}

}  // namespace partita::engine
