#include "store/places/one_line.h"

#include <algorithm>

#include "partita/base/utf8.h"

namespace partita::places {
namespace {

constexpr std::size_t kCharacterBytesMax = 4;

// How many bytes the character has that the text begins with; zero: it is none.
std::size_t character_bytes(std::string_view text) {
  for (std::size_t bytes = 1; bytes <= std::min(kCharacterBytesMax, text.size()); ++bytes) {
    if (is_valid_utf8(text.substr(0, bytes))) return bytes;
  }
  return 0;
}

bool is_control(char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7F'; }

}  // namespace

std::string one_line(std::string_view message, std::size_t bytes_max) {
  std::string line;
  while (!message.empty()) {
    const std::size_t bytes = character_bytes(message);
    const std::size_t taken = std::max<std::size_t>(bytes, 1);
    if (line.size() + taken > bytes_max) break;
    if (bytes == 0) {
      line += '?';
    } else if (is_control(message.front())) {
      line += ' ';
    } else {
      line += message.substr(0, bytes);
    }
    message.remove_prefix(taken);
  }
  return line;
}

}  // namespace partita::places
