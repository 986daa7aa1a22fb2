#pragma once

#include <memory>
#include <utility>

#include "database/database.h"
#include "library/served_models.h"
#include "partita/base/random.h"
#include "partita/base/result.h"
#include "partita/database.h"

namespace partita::library {

// The implementation of a partita::Database. It does not move, so tasks may refer to it.
// THREADS: safe for concurrent calls.
class OpenDatabase {
 public:
  explicit OpenDatabase(std::unique_ptr<database::Database> database)
      : database_(std::move(database)), served_(database_->models()) {}

  database::Database& database() { return *database_; }
  operations::Context& context() { return database_->context(); }
  const ServedModels& served() const { return served_; }
  Random& random() { return random_; }

 private:
  SystemRandom random_;
  std::unique_ptr<database::Database> database_;
  ServedModels served_;
};

Error closed();

// For what stands above the class: the builders.
struct Access {
  // ERRORS: Unavailable if the database is closed.
  static Result<OpenDatabase*> of(Database& database);
};

}  // namespace partita::library
