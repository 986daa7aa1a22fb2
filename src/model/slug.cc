#include "model/slug.h"

namespace partita::model {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

bool stays(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) > 127;
}

}  // namespace

void append_lower(std::string& target, std::string_view text) {
  for (const char c : text) target.push_back(lower(c));
}

void append_slug(std::string& target, std::string_view text) {
  const std::size_t start = target.size();
  bool is_gap = false;
  for (const char c : text) {
    const char kept = lower(c);
    if (!stays(kept)) {
      is_gap = true;
      continue;
    }
    if (is_gap && target.size() > start) target.push_back('_');
    is_gap = false;
    target.push_back(kept);
  }
}

}  // namespace partita::model
