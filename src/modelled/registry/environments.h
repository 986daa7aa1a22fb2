#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "modelled/registry/held_model.h"

// One model in several environments: the same file with other values of the params that the names
// of its tables are made with. Each has tables, rules, a version and a history of its own.
namespace partita::registry {

// "music", or "rez_agent@prod" for a model with environments: by this name a database holds it.
std::string held_name(std::string_view model, std::string_view environment);
std::string held_name(const model::Model& model);

// Where the API of an environment is that is not the main one: "/api/@prod/shop" for "/api/shop".
std::string environment_root(std::string_view http_root, std::string_view environment);

// The main environment of a model: the one that is meant where nothing but the model is named.
// Null: there is none.
HeldPointer find_main(const std::vector<HeldPointer>& held, std::string_view model);

// Of that name, or the main environment of the model of that name, or null.
HeldPointer find_named(const std::vector<HeldPointer>& held, std::string_view name);

// The source with values for params that were not given. Those that name tables are as in the main
// environment, or the file's defaults if there is none; then all others are as the environment has
// them that this leads to. So nobody has to say twice what a database was once told.
ModelSource with_remembered_params(ModelSource source, const std::vector<HeldPointer>& held);

}  // namespace partita::registry
