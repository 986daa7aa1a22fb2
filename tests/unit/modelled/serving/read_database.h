#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "database/database.h"
#include "modelled/serving/read_pattern.h"
#include "partita/base/clock.h"
#include "partita/base/task.h"
#include "support/model_file.h"

namespace partita::serving {

using GivenArguments = std::vector<std::pair<std::string, std::string>>;

// A database in memory with one model in force, at a fixed time. Nothing goes on behind the tests:
// what expires while one looks at it stays stored, and no lease runs out.
class ReadDatabase {
 public:
  // Of a model in that text. A table whose rules are only observed takes rows of the server, too.
  explicit ReadDatabase(const std::string& text, bool is_observed = false);
  static ReadDatabase shipped(std::string_view model, bool is_observed = false);

  // The writes of the model's section `fake`, each at its time; some items are left unfinished.
  void load_samples(double scale, std::uint64_t seed);
  void put(std::string_view table, const Item& item);
  // The same with the key attributes that the entity's templates make.
  void put_entity(std::string_view entity, const Item& item);
  void erase(std::string_view table, const Item& key);

  Result<ReadAnswer> run(std::string_view pattern, const PatternReadRequest& request) const;
  Result<ReadAnswer> read(std::string_view pattern, const GivenArguments& arguments,
                          std::optional<int> limit = {}, std::string page = {}) const;
  // What the failure says: "BadArgument: stage: ..." with its code, if it has one; "" if all is
  // well.
  std::string failure(std::string_view pattern, const GivenArguments& arguments,
                      std::optional<int> limit = {}, std::string page = {}) const;

  // All items of the table, in no order.
  std::vector<EncodedItem> items(const model::Table& table) const;

  const model::Model& model() const { return served_->model(); }
  const ServedModel& served() const { return *served_; }
  PatternContext pattern_context() const { return database_->patterns(); }
  registry::ModelStore& models() const { return database_->models(); }
  // Takes over what the database holds now.
  void serve_again();
  model::Instant now() const;
  void advance(std::chrono::milliseconds by) { clock_->advance(by); }

 private:
  std::unique_ptr<ManualClock> clock_ = std::make_unique<ManualClock>();
  std::unique_ptr<database::Database> database_;
  std::unique_ptr<ServedModel> served_;
};

// All items of the answer.
std::vector<EncodedItem> items_of(const ReadAnswer& answer);
// The text or number of the attribute in all rows, with spaces between.
std::string column(const ReadAnswer& answer, std::string_view attribute);

// All pages from the first to the last.
std::vector<ReadAnswer> read_forward(const ReadDatabase& database, std::string_view pattern,
                                     const GivenArguments& arguments, int limit);
// All pages before the given one, in the order of reading: the nearest first.
std::vector<ReadAnswer> read_backward(const ReadDatabase& database, std::string_view pattern,
                                      const GivenArguments& arguments, int limit,
                                      const ReadAnswer& from);

}  // namespace partita::serving
