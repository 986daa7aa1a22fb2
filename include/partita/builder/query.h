#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "partita/api/query.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "partita/builder/condition.h"
#include "partita/database.h"
#include "partita/value/encoded_item.h"

namespace partita::builder {

struct QueryPage {
  std::vector<EncodedItem> items;
  std::optional<EncodedItem> last_evaluated_key;  // For with_start_key; nullopt: that was all.

  bool has_more() const { return last_evaluated_key.has_value(); }
};

// A query, put together step by step:
//
//   Query query("music-encyclopedia");
//   query.with_index("GSI1")
//       .with_partition_key("GSI1PK", "STATUS#scheduled")
//       .with_sort_key_between("GSI1SK", "DATE#2023-01-01", "DATE#2023-12-31~")
//       .with_filter("location.country", Operator::Equal, "India")
//       .with_limit(25);
//   while (true) {
//     auto page = TRY(query.run(database));
//     for (const EncodedItem& item : page.items) show(item.view());
//     if (!page.has_more()) break;
//     query.with_start_key(*page.last_evaluated_key);
//   }
//
// THREADS: one thread at a time builds it; request and run are safe for concurrent calls.
class Query {
 public:
  explicit Query(std::string table_name) : table_name_(std::move(table_name)) {}

  Query& with_index(std::string name);
  // Once for each partition attribute of the table or the index.
  Query& with_partition_key(std::string attribute, Value value);
  // Conditions on sort attributes, in the order of the key; all but the last must be equalities.
  Query& with_sort_key_equals(std::string attribute, Value value);
  Query& with_sort_key_begins_with(std::string attribute, Value prefix);
  // Both bounds are included.
  Query& with_sort_key_between(std::string attribute, Value lower, Value upper);
  Query& with_sort_key(std::string attribute, Operator op, Value value);
  // Items that do not match a filter are read, but not returned.
  Query& with_filter(std::string path, Operator op, Value value = {});
  Query& with_limit(std::int32_t items_max);
  Query& with_start_key(EncodedItem last_evaluated_key);
  Query& with_consistent_read();
  Query& descending();

  // The request for DynamoDB. Its Limit counts the items that are read.
  // ERRORS: InvalidArgument if a path is not a document path.
  Result<api::QueryRequest> request() const;

  // Reads until the page has as many items as the limit says, also with filters, or there are no
  // more items. Without a limit it reads one page of Query.
  // ERRORS: those of request and of Database::query.
  Result<QueryPage> run(Database& database) const;
  // The same for coroutines.   REQUIRES: the query and the database outlive the task.
  Task<Result<QueryPage>> run_async(Database& database) const;

 private:
  struct Between {
    std::string attribute;
    Value lower;
    Value upper;
  };

  Result<std::string> key_expression(api::PlaceholderWriter& placeholders) const;

  std::string table_name_;
  std::optional<std::string> index_name_;
  std::vector<Condition> key_;
  std::optional<Between> between_;
  std::vector<Condition> filters_;
  std::optional<std::int32_t> limit_;
  std::optional<EncodedItem> start_key_;
  bool is_consistent_ = false;
  bool is_descending_ = false;
};

}  // namespace partita::builder
