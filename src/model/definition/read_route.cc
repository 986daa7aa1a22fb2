#include <algorithm>

#include "model/definition/sections.h"

namespace partita::model {

std::optional<HttpRoute> read_route(const Node& element, SectionContext& context) {
  const Node* http = element.find("http");
  if (http == nullptr) return std::nullopt;
  HttpRoute route;
  route.place = http->place;
  const std::size_t space = http->text.find(' ');
  route.method = http->text.substr(0, space);
  route.path = space == std::string::npos ? "" : http->text.substr(space + 1);
  constexpr std::string_view kMethods[] = {"GET", "PUT", "POST", "PATCH", "DELETE"};
  const bool is_known =
      std::find(std::begin(kMethods), std::end(kMethods), route.method) != std::end(kMethods);
  bool is_well_formed = is_known && route.path.starts_with('/');
  std::string_view rest = route.path;
  for (std::size_t open = rest.find('{'); open != rest.npos; open = rest.find('{')) {
    const std::size_t close = rest.find('}', open);
    if (close == rest.npos || close == open + 1) {
      is_well_formed = false;
      break;
    }
    route.parameters.emplace_back(rest.substr(open + 1, close - open - 1));
    rest.remove_prefix(close + 1);
  }
  if (is_well_formed) return route;
  context.refuse(
      kWrongForm, http->place,
      fmt::format("`http` is a method and a path like GET /messages/{{id}}, not `{}`", http->text));
  return std::nullopt;
}

}  // namespace partita::model
