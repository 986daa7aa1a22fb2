#pragma once

#include <string>
#include <string_view>

#include "cli/model_commands.h"
#include "model/definition/model.h"
#include "model/rules/table_rules.h"
#include "modelled/registry/held_model.h"
#include "partita/base/result.h"

namespace partita::cli {

// The rules of a model file for the items of one table, wherever these are: all of them are only
// observed, to find out what they would say.
struct ObservedRules {
  registry::ModelPointer model;
  const model::Table* table;  // Of the model.
  rules::TableRules rules;
};

// `table` is a table of some server. It is the model's table `like` (its id or its name), or else
// the one of the same name, or else the only one that the model has.
// ERRORS: InvalidArgument if it is not clear which one, or with all that is wrong with the model;
// those of reading a file.
Result<ObservedRules> observe_table(const ModelFile& file, std::string_view table,
                                    std::string_view like);

}  // namespace partita::cli
