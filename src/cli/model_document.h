#pragma once

#include <string>

#include "cli/model_commands.h"
#include "model/definition/model.h"

namespace partita::cli {

// A document made from a model. Markdown has plans and costs in it.
std::string document_of(const model::Model& model, ModelExportCommand::Kind kind);

}  // namespace partita::cli
