#pragma once

#include <string>
#include <vector>

#include "model/definition/finding_list.h"
#include "model/definition/model.h"
#include "model/definition/node.h"
#include "model/definition/read_model.h"

// What depends on values from outside the file. All of it happens on the tree, before any section
// is read.

namespace partita::model {

// The section `params`, each with the value given, or its default.
// REQUIRES: the section has its shape.
std::vector<Param> read_params(const Node& file, const ParamValues& given, FindingList& findings);

// The params that the names of tables are made with, in the order of the section `params`.
// REQUIRES: the file has its shape, and no param was substituted yet.
std::vector<std::string> naming_params(const Node& file);

// Replaces ${name} in all texts but those of the section `params`.
void substitute_params(Node& file, const std::vector<Param>& params, FindingList& findings);

// Applies the overrides of all tables: where `when` holds, `set` replaces settings. The overrides
// that do not apply are checked, too.
void apply_overrides(Node& file, const std::vector<Param>& params, FindingList& findings);

}  // namespace partita::model
