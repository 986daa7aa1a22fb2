#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "partita/api/placeholder_writer.h"
#include "partita/api/update_item.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "partita/builder/condition.h"
#include "partita/database.h"
#include "partita/value/value.h"

namespace partita::builder {

// A change of one path of an item. An update names each path at most once.
struct PathUpdate {
  enum class Kind {
    Set,
    Remove,
    Add,  // Adds to a number, or adds elements to a set.
  };

  Kind kind = Kind::Set;
  std::string path;
  Value value = {};  // Unused for Remove.
};

// "SET #n0 = :v0, #n1 = :v1 REMOVE #n2": names and values are added to the placeholders.
// ERRORS: InvalidArgument if a path is not a document path.
Result<std::string> update_expression_of(const std::vector<PathUpdate>& changes,
                                         api::PlaceholderWriter& placeholders);

// Updates one item, or creates it if it does not exist:
//
//   const Item now = TRY(Update("music", {{"PK", "SONG#1"}, {"SK", "#"}})
//                            .set("title", "Bhairavi")
//                            .add("plays", 1)
//                            .remove("draft.note")
//                            .when("version", Operator::Equal, 3)
//                            .run(database));
//
// THREADS: one thread at a time builds it; request and run are safe for concurrent calls.
class Update {
 public:
  Update(std::string table_name, Item key)
      : table_name_(std::move(table_name)), key_(std::move(key)) {}

  Update& set(std::string path, Value value);
  Update& remove(std::string path);
  // Adds to a number (0 if it is absent), or adds elements to a set.
  Update& add(std::string path, Value value);
  // Conditions: if one of them fails, nothing is changed.
  Update& when(std::string path, Operator op, Value value = {});

  // The request for DynamoDB, which returns the whole item after the update.
  // ERRORS: InvalidArgument if a path is not a document path.
  Result<api::UpdateItemRequest> request() const;
  // Returns the item after the update.
  // ERRORS: those of request and of Database::update_item; if a condition does not hold,
  // api::exception_of(error) is ConditionalCheckFailed.
  Result<Item> run(Database& database) const;
  // The same for coroutines.   REQUIRES: the update and the database outlive the task.
  Task<Result<Item>> run_async(Database& database) const;

 private:
  std::string table_name_;
  Item key_;
  std::vector<PathUpdate> changes_;
  std::vector<Condition> conditions_;
};

}  // namespace partita::builder
