#pragma once

#include <memory>

#include "cli/exit_code.h"
#include "cli/model_commands.h"
#include "model/definition/model.h"
#include "modelled/registry/model_record.h"
#include "partita/base/result.h"

// The commands that need nothing but a model file.
namespace partita::cli {

ExitCode lint_models(const ModelLintCommand& command);
ExitCode explain_model(const ModelExplainCommand& command);
ExitCode estimate_model_cost(const ModelCostCommand& command);
ExitCode export_model(const ModelExportCommand& command);
ExitCode print_model_schema();

// ERRORS: those of reading a file.
Result<registry::ModelSource> read_model_file(const ModelFile& file);
// ERRORS: the same; InvalidArgument with all that is wrong with the model.
Result<std::shared_ptr<const model::Model>> load_model_file(const ModelFile& file);

}  // namespace partita::cli
