#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "model/lint/rule_groups.h"

namespace partita::lint {
namespace {

// The route without the names of its parameters: "GET /messages/{}".
std::string shape_of(const model::HttpRoute& route) {
  std::string shape = route.method + " ";
  bool is_inside = false;
  for (const char c : route.path) {
    if (!is_inside) shape.push_back(c);
    if (c == '{') is_inside = true;
    if (c == '}' && is_inside) {
      is_inside = false;
      shape.push_back(c);
    }
  }
  return shape;
}

// What must be there for the pattern to be chosen. Parameters of the path always are.
std::set<std::string> selectors_of(const model::Pattern& pattern) {
  std::set<std::string> names(pattern.select_when.begin(), pattern.select_when.end());
  for (const auto& parameter : pattern.http->parameters) names.erase(parameter);
  return names;
}

}  // namespace

void check_routes(LintContext& context) {
  std::map<std::pair<std::string, std::set<std::string>>, const model::Pattern*> taken;
  for (const auto& pattern : context.model().patterns) {
    if (!pattern.http) continue;
    const auto [place, is_new] =
        taken.try_emplace({shape_of(*pattern.http), selectors_of(pattern)}, &pattern);
    if (is_new) continue;
    context.report("L221",
                   {pattern.http->place, pattern.name,
                    fmt::format("{} and {} match the same requests: {} {}", pattern.name,
                                place->second->name, pattern.http->method, pattern.http->path),
                    "tell them apart with `select_when`, or give one another path"});
  }
}

}  // namespace partita::lint
