#include "model/lint/name_hints.h"

#include <algorithm>
#include <iterator>

namespace partita::lint {
namespace {

bool is_one_of(const std::string& name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool contains_one_of(const std::string& name, std::initializer_list<std::string_view> pieces) {
  return std::any_of(pieces.begin(), pieces.end(),
                     [&](std::string_view piece) { return name.find(piece) != std::string::npos; });
}

}  // namespace

std::string folded(std::string_view name) {
  std::string text;
  for (const char c : name) {
    if (c >= 'A' && c <= 'Z') {
      text.push_back(static_cast<char>(c - 'A' + 'a'));
    } else if (c != '_' && c != '-') {
      text.push_back(c);
    }
  }
  return text;
}

bool suggests_expiry(std::string_view attribute) {
  return is_one_of(folded(attribute),
                   {"ttl", "timetolive", "expires", "expiry", "expiresat", "expireat", "expireson",
                    "expiration", "expirationtime", "expirydate", "expirationdate"});
}

bool suggests_unique(std::string_view attribute) {
  return is_one_of(folded(attribute), {"email", "emailaddress", "username", "login", "handle",
                                       "nickname", "phone", "phonenumber", "screenname"});
}

bool suggests_failure(std::string_view state) {
  return contains_one_of(folded(state),
                         {"fail", "error", "abort", "cancel", "timedout", "reject", "expired"});
}

bool suggests_progress(std::string_view state) {
  return contains_one_of(folded(state), {"processing", "running", "inprogress", "working",
                                         "executing", "leased", "claimed"});
}

}  // namespace partita::lint
