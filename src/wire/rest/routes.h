#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "modelled/registry/held_model.h"
#include "wire/protocol/authentication.h"
#include "wire/rest/model.h"
#include "wire/rest/path.h"
#include "wire/rest/server_routes.h"

namespace partita::rest {

// One of the patterns that share a method and a path.
struct RestCandidate {
  const model::Pattern* pattern = nullptr;
  std::vector<std::string> path_parameters;  // Names, in the order of the path.
};

// Everything that is served at one method and path: patterns, among which the parameters select, or
// a rollup, or a document.
struct RestRoute {
  std::string method;
  std::string path;                  // As a template.
  const RestModel* model = nullptr;  // Null for what is about tables, or models in general.
  std::vector<RestCandidate> candidates = {};
  const model::Rollup* rollup = nullptr;
  RestDocument document = RestDocument::None;
};

// The routes of a set of models. The routes that a model declares are under its root; in addition,
// all its patterns and rollups are available by name under /api/models/NAME. The main environment
// of a model is also available under its environment's name (registry/environments.h). THREADS:
// immutable, safe for concurrent calls.
class RestRoutes {
 public:
  explicit RestRoutes(const std::vector<registry::HeldPointer>& held);

  struct Found {
    const RestRoute* route = nullptr;  // Null: nothing is there, or only for other methods.
    std::vector<std::string> values;   // Of the parameters in the path.
    std::vector<std::string> allowed;  // Methods that the path has, if the route is null.
    protocol::Principal caller = {};
  };
  // HEAD is found where GET is.
  Found find(std::string_view method, const std::vector<std::string>& segments) const;

  const std::vector<std::unique_ptr<RestModel>>& models() const { return models_; }
  // By any of the names that it is called by; null if there is none.
  const RestModel* find_model(std::string_view name) const;
  const RestModel* find_model_of_table(std::string_view table_name) const;
  // What there is under the root that a path which leads nowhere begins with:
  // "GET /api/messages/{id}".
  std::vector<std::string> routes_near(std::string_view path) const;
  // Conflicts of two models that declare the same route: the first one by name gets it.
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  void add_documents();
  void add_model(const RestModel& model, const std::string& root);
  void add_named(const RestModel& model, const std::string& name);
  RestRoute& route_at(RestRoute wanted);
  bool claim(const RestRoute& route, const RestModel& model);

  std::vector<std::unique_ptr<RestModel>> models_;  // By name.
  PathTree tree_;
  std::vector<std::vector<RestRoute>> routes_;  // By the number of their path.
  std::vector<std::string> warnings_;
};

}  // namespace partita::rest
