#include "store/keys/key_range.h"

#include <utility>

namespace partita::keys {

bool KeyRange::contains(ByteView key) const { return key >= begin && (end.empty() || key < end); }

bool KeyRange::is_empty() const { return !end.empty() && begin >= end; }

Bytes prefix_end(Bytes prefix) {
  while (!prefix.empty() && prefix.back() == '\xFF') prefix.pop_back();
  if (!prefix.empty()) {
    prefix.back() = static_cast<char>(static_cast<unsigned char>(prefix.back()) + 1);
  }
  return prefix;
}

KeyRange prefix_range(Bytes prefix) {
  Bytes end = prefix_end(prefix);
  return {.begin = std::move(prefix), .end = std::move(end)};
}

Bytes successor(Bytes key) {
  key.push_back('\0');
  return key;
}

KeyRange rest_after(KeyRange range, ByteView key) {
  if (key >= range.begin) range.begin = successor(Bytes(key));
  return normalized(std::move(range));
}

KeyRange rest_before(KeyRange range, ByteView key) {
  if (range.end.empty() || key < range.end) range.end = key;
  return normalized(std::move(range));
}

KeyRange normalized(KeyRange range) {
  if (range.is_empty()) range.begin = range.end;
  return range;
}

}  // namespace partita::keys
