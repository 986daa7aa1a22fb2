#include "model/definition/plain_scalar.h"

#include <algorithm>

namespace partita::model {
namespace {

std::size_t digits_in_front(std::string_view text) {
  return std::min(text.find_first_not_of("0123456789"), text.size());
}

// [-+]? (digits ("." digits?)? | "." digits) ([eE] [-+]? digits)?
bool is_decimal(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  const std::size_t whole = digits_in_front(text);
  text.remove_prefix(whole);
  std::size_t fraction = 0;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    fraction = digits_in_front(text);
    text.remove_prefix(fraction);
  }
  if (whole + fraction == 0) return false;
  if (text.empty()) return true;
  if (text.front() != 'e' && text.front() != 'E') return false;
  text.remove_prefix(1);
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return !text.empty() && digits_in_front(text) == text.size();
}

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

}  // namespace

Node::Kind kind_of_plain(std::string_view text) {
  if (is_one_of(text, {"", "~", "null", "Null", "NULL"})) return Node::Kind::Null;
  if (is_one_of(text, {"true", "True", "TRUE", "false", "False", "FALSE"})) {
    return Node::Kind::Bool;
  }
  return is_decimal(text) ? Node::Kind::Number : Node::Kind::Text;
}

bool is_odd_number(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  if (is_one_of(text, {".inf", ".Inf", ".INF", ".nan", ".NaN", ".NAN"})) return true;
  if (text.size() < 3 || text[0] != '0') return false;
  const std::string_view digits = text.substr(2);
  if (text[1] == 'x') {
    return digits.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
  }
  return text[1] == 'o' && digits.find_first_not_of("01234567") == std::string_view::npos;
}

}  // namespace partita::model
