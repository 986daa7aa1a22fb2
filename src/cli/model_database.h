#pragma once

#include <memory>

#include "cli/exit_code.h"
#include "cli/model_commands.h"
#include "database/database.h"
#include "partita/base/clock.h"
#include "partita/base/random.h"
#include "partita/base/result.h"

// The commands that change or fill a database: that of a server, or one that nobody serves.
namespace partita::cli {

ExitCode plan_model(const ModelPlanCommand& command);
ExitCode apply_model(const ModelApplyCommand& command);
ExitCode fake_model(const ModelFakeCommand& command);

// A database, and the time and the chance of sample data (model_samples.h), which rules on its
// tables use while samples are made.
struct ModelDatabase {
  std::unique_ptr<ManualClock> sample_clock = std::make_unique<ManualClock>();
  std::unique_ptr<SeededRandom> sample_random = std::make_unique<SeededRandom>(1);
  std::unique_ptr<database::Database> database;

  registry::ModelStore& models() const { return database->models(); }
};

// What is odd about its models is told as a warning.
// ERRORS: as Database::open.
Result<ModelDatabase> open_with_models(const database::Store& store,
                                       const database::DatabaseOptions& options);
// For a command that does not know where backups are.
Result<ModelDatabase> open_with_models(const database::Store& store);

}  // namespace partita::cli
