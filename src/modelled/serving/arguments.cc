#include "modelled/serving/arguments.h"

#include <algorithm>

namespace partita::serving {
namespace {

constexpr auto kArgumentName = &std::pair<std::string, std::string>::first;

}  // namespace

void Arguments::set(std::string name, std::string value) {
  const auto at = std::ranges::lower_bound(values_, name, {}, kArgumentName);
  if (at != values_.end() && at->first == name) {
    at->second = std::move(value);
  } else {
    values_.emplace(at, std::move(name), std::move(value));
  }
}

const std::string* Arguments::find(std::string_view name) const {
  const auto at = std::ranges::lower_bound(values_, name, {}, kArgumentName);
  return at == values_.end() || at->first != name ? nullptr : &at->second;
}

}  // namespace partita::serving
