#include "wire/rest/routes.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "modelled/registry/environments.h"

namespace partita::rest {
namespace {

using model::Pattern;

std::string describe(const RestRoute& route) {
  return fmt::format("{} {}", route.method, route.path);
}

// Whether the path is the root or below it.
bool is_under(std::string_view path, std::string_view root) {
  return path.starts_with(root) && (path.size() == root.size() || path[root.size()] == '/');
}

std::string named_root(const std::string& name) { return "/api/models/" + name; }

// All names that a model is called by.
std::vector<std::string> names_of(const RestModel& model) {
  const auto& record = model.served().held().record;
  std::vector<std::string> names{record.name};
  if (record.is_main && !model.model().environment.empty()) names.push_back(model.model().name);
  return names;
}

// All roots that a model is served under.
std::vector<std::string> roots_of(const RestModel& model) {
  const model::Model& described = model.model();
  std::vector<std::string> roots{described.http_root};
  const bool is_main = model.served().held().record.is_main;
  if (is_main && !described.environment.empty()) {
    roots.push_back(registry::environment_root(described.http_root, described.environment));
  }
  return roots;
}

}  // namespace

RestRoutes::RestRoutes(const std::vector<registry::HeldPointer>& held) {
  for (const auto& each : held) models_.push_back(std::make_unique<RestModel>(each));
  add_documents();
  for (const auto& model : models_) {
    for (const std::string& root : roots_of(*model)) add_model(*model, root);
  }
}

RestRoute& RestRoutes::route_at(RestRoute wanted) {
  const std::size_t number = tree_.add(wanted.path);
  if (number == routes_.size()) routes_.emplace_back();
  auto& routes = routes_[number];
  const auto at = std::find_if(routes.begin(), routes.end(), [&](const RestRoute& route) {
    return route.method == wanted.method;
  });
  return at != routes.end() ? *at : routes.emplace_back(std::move(wanted));
}

// Whether the route is the model's to fill.
bool RestRoutes::claim(const RestRoute& route, const RestModel& model) {
  const bool is_own = route.model == &model && route.document == RestDocument::None;
  if (!is_own) {
    warnings_.push_back(fmt::format(
        "model {}: {} is not served, because {} has it; give the model another http_root",
        model.name(), describe(route),
        route.model == nullptr ? "the server itself" : "model " + route.model->name()));
  }
  return is_own;
}

// First, so that no model can take their place.
void RestRoutes::add_documents() {
  for (const ServerRoute& route : server_routes()) {
    route_at({.method = std::string(route.method),
              .path = std::string(route.path),
              .document = route.document});
  }
  for (const auto& each : models_) {
    auto roots = roots_of(*each);
    for (const std::string& name : names_of(*each)) {
      roots.push_back("/api/" + name);
      add_named(*each, name);
    }
    for (const std::string& root : roots) {
      route_at({.method = "GET",
                .path = root + "/openapi.json",
                .model = each.get(),
                .document = RestDocument::OpenApi});
    }
  }
}

void RestRoutes::add_named(const RestModel& model, const std::string& name) {
  const std::string root = named_root(name);
  for (const Pattern& pattern : model.model().patterns) {
    if (!pattern.notes.is_live) continue;
    auto& route = route_at({.method = model::writes(pattern.kind) ? "POST" : "GET",
                            .path = root + "/patterns/" + pattern.name,
                            .model = &model});
    route.candidates.push_back({.pattern = &pattern, .path_parameters = {}});
  }
  for (const model::Rollup& rollup : model.model().rollups) {
    if (!rollup.notes.is_live) continue;
    route_at({.method = "GET",
              .path = root + "/rollups/" + rollup.name,
              .model = &model,
              .rollup = &rollup});
  }
}

void RestRoutes::add_model(const RestModel& model, const std::string& root) {
  const model::Model& described = model.model();
  const auto at = [&](const model::HttpRoute& http) -> RestRoute& {
    return route_at({.method = http.method, .path = root + http.path, .model = &model});
  };
  for (const Pattern& pattern : described.patterns) {
    if (!pattern.http || !pattern.notes.is_live) continue;
    auto& route = at(*pattern.http);
    if (!claim(route, model)) continue;
    route.candidates.push_back({.pattern = &pattern, .path_parameters = pattern.http->parameters});
  }
  for (const model::Rollup& rollup : described.rollups) {
    if (!rollup.http || !rollup.notes.is_live) continue;
    auto& route = at(*rollup.http);
    if (claim(route, model) && route.candidates.empty()) route.rollup = &rollup;
  }
}

RestRoutes::Found RestRoutes::find(std::string_view method,
                                   const std::vector<std::string>& segments) const {
  Found found;
  const std::string_view wanted = method == "HEAD" ? "GET" : method;
  tree_.find(segments, [&](std::size_t number, const PathTree::Values& values) {
    for (const RestRoute& route : routes_[number]) {
      if (route.method == wanted) {
        found.route = &route;
        found.values.assign(values.begin(), values.end());
        return true;
      }
      found.allowed.push_back(route.method);
      if (route.method == "GET") found.allowed.emplace_back("HEAD");
    }
    return false;
  });
  if (found.route != nullptr) found.allowed.clear();
  return found;
}

const RestModel* RestRoutes::find_model(std::string_view name) const {
  for (const auto& model : models_) {
    const auto names = names_of(*model);
    if (std::find(names.begin(), names.end(), name) != names.end()) return model.get();
  }
  return nullptr;
}

const RestModel* RestRoutes::find_model_of_table(std::string_view table_name) const {
  for (const auto& model : models_) {
    if (model->model().find_table_named(table_name) != nullptr) return model.get();
  }
  return nullptr;
}

std::vector<std::string> RestRoutes::routes_near(std::string_view path) const {
  const RestModel* nearest = nullptr;
  std::string longest;
  for (const auto& each : models_) {
    auto roots = roots_of(*each);
    for (const std::string& name : names_of(*each)) {
      roots.push_back("/api/" + name);
      roots.push_back(named_root(name));
    }
    for (const std::string& root : roots) {
      if (!is_under(path, root) || root.size() <= longest.size()) continue;
      longest = root;
      nearest = each.get();
    }
  }
  const bool is_named = is_under(longest, "/api/models");
  const std::string shown = is_named             ? longest
                            : nearest != nullptr ? nearest->model().http_root
                                                 : "";
  std::vector<std::string> near;
  for (const auto& routes : routes_) {
    for (const RestRoute& route : routes) {
      const bool has_name = is_under(route.path, "/api/models");
      const bool is_shown = has_name == is_named && is_under(route.path, shown);
      if (route.model == nearest && is_shown) near.push_back(describe(route));
    }
  }
  if (nearest != nullptr) return near;
  for (const auto& each : models_) near.push_back(each->model().http_root + "/...");
  return near;
}

}  // namespace partita::rest
