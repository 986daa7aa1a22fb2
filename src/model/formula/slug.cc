#include "model/formula/slug.h"

#include <string>

#include "partita/base/case_folding.h"

namespace partita::model {
namespace {

bool stays(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) > 127;
}

}  // namespace

void append_lower(std::string& target, std::string_view text) { target += to_lower_case(text); }

void append_slug(std::string& target, std::string_view text) {
  const std::size_t start = target.size();
  bool is_gap = false;
  for (const char c : to_lower_case(text)) {
    if (!stays(c)) {
      is_gap = true;
      continue;
    }
    if (is_gap && target.size() > start) target.push_back('_');
    is_gap = false;
    target.push_back(c);
  }
}

}  // namespace partita::model
