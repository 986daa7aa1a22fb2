#include "store/keys/group_codec.h"

#include <cstring>

// string := group* last
// group  := byte[8] 09              eight bytes, more follow
// last   := byte[n] 00[8-n] n:u8    the last n bytes, n = 1..8, or n = 0 if the string is empty
//
// The padding is the smallest byte and the marker grows with the length, so a string sorts before
// every longer one that starts with it; a full last group (08) sorts before one with more (09).
namespace partita::keys {
namespace {

// DO NOT CHANGE: stored.
constexpr std::size_t kGroup = 8;
constexpr unsigned char kMore = 9;

Error damaged_string(const char* what) {
  return Error::corrupt(std::string("a string inside a key ") + what);
}

}  // namespace

void append_grouped(Bytes& key, ByteView string) {
  const std::size_t start = key.size();
  key.resize(start + grouped_bytes(string.size()));  // Fills with zeros: the padding.
  char* group = key.data() + start;
  for (; string.size() > kGroup; string.remove_prefix(kGroup)) {
    std::memcpy(group, string.data(), kGroup);
    group[kGroup] = static_cast<char>(kMore);
    group += kGroup + 1;
  }
  string.copy(group, string.size());
  group[kGroup] = static_cast<char>(string.size());
}

void append_grouped_prefix(Bytes& key, ByteView prefix) {
  append_grouped(key, prefix);
  const auto used = static_cast<unsigned char>(key.back());
  key.resize(key.size() - (kGroup + 1 - used));
}

Result<Bytes> take_grouped(ByteView& input) {
  Bytes string;
  for (bool more = true; more;) {
    if (input.size() <= kGroup) return damaged_string("ends inside a group of 8 bytes");
    const auto marker = static_cast<unsigned char>(input[kGroup]);
    if (marker > kMore) return damaged_string("has a group marker over 9");
    more = marker == kMore;
    const std::size_t used = more ? kGroup : marker;
    if (used == 0 && !string.empty()) return damaged_string("ends in an empty group");
    string.append(input.substr(0, used));
    if (input.substr(used, kGroup - used).find_first_not_of('\0') != ByteView::npos) {
      return damaged_string("has padding that is not zero");
    }
    input.remove_prefix(kGroup + 1);
  }
  return string;
}

}  // namespace partita::keys
