#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/model_commands.h"
#include "cli/model_database.h"
#include "partita/base/result.h"
#include "partita/value/value.h"
#include "wire/client/rest_client.h"

namespace partita::cli {

// Detail of an error: a rule of the model does not allow it for the item as it is.
struct RuleRefusal : ErrorDetail {};

// The model API, of a server or of data that nobody serves.
// THREADS: one thread at a time.
class ModelClient {
 public:
  // ERRORS: those of connecting and of opening the data.
  static Result<ModelClient> open(const ModelTarget& target);

  // A pattern or a rollup as the API's index tells it.
  // ERRORS: NotFound, with what there is and what was probably meant; those of send.
  struct Found {
    Item model;
    Item element;
  };
  Result<Found> find_pattern(std::string_view model, std::string_view pattern) const;
  Result<Found> find_rollup(std::string_view model, std::string_view rollup) const;

  // Does what a server would do behind its writes: its data is served by nobody else.
  // ERRORS: as ModelStore::catch_up. Nothing is done if a server is asked.
  Status catch_up() const;

  // The answer, if it is none that refuses.
  // ERRORS: what the API says: NotFound, or InvalidArgument for all that it refuses, with a
  // RuleRefusal if rules of the model do; Unavailable.
  Result<std::string> send(const client::RestRequest& request) const;

 private:
  Result<Found> find(std::string_view model, std::string_view list, std::string_view name) const;

  ModelDatabase opened_;  // Empty if a server is asked; before the client, which uses it.
  std::unique_ptr<client::RestClient> client_;
};

// Answers are objects, a few levels around items.
// ERRORS: InvalidArgument if it is no such JSON.
Result<Item> parse_answer(std::string_view json);

// The whole number of that name, or nullopt.
std::optional<std::int64_t> count_in(const Item& object, std::string_view name);
// The text of that name, or empty.
std::string_view text_in(const Item& object, std::string_view name);
// The texts of a list of that name.
std::vector<std::string> texts_in(const Item& object, std::string_view name);
// The objects of a list of that name.
std::vector<Item> objects_in(const Item& object, std::string_view name);

}  // namespace partita::cli
