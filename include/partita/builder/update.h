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

// What an update does to one path of its item. An update names each path once.
struct PathUpdate {
  enum class Kind {
    Set,
    Remove,
    Add,  // To a number, or elements to a set.
  };

  Kind kind = Kind::Set;
  std::string path;
  Value value = {};  // Not of Remove.
};

// "SET #n0 = :v0, #n1 = :v1 REMOVE #n2": names and values are added to the placeholders.
// ERRORS: InvalidArgument if a path is not a document path.
Result<std::string> update_expression_of(const std::vector<PathUpdate>& changes,
                                         api::PlaceholderWriter& placeholders);

// An update of one item, which is made if it is not there:
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
  // To a number, which is 0 if it is absent; or elements to a set.
  Update& add(std::string path, Value value);
  // Conditions that must all hold, or nothing is changed.
  Update& when(std::string path, Operator op, Value value = {});

  // As DynamoDB takes it; it asks for the whole item as it is afterwards.
  // ERRORS: InvalidArgument if a path is not a document path.
  Result<api::UpdateItemRequest> request() const;
  // Returns the item as it is now.
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
