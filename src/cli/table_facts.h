#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "partita/base/result.h"
#include "partita/value/value.h"
#include "wire/client/dynamodb_client.h"

// What DescribeTable tells, as commands about people's data need it.
namespace partita::cli {

// Of a table or an index. Indexes may have several attributes in each part.
struct KeyFacts {
  std::vector<std::string> partition;
  std::vector<std::string> sort;

  // Both parts in their order.
  std::vector<std::string> all() const;
};

struct IndexFacts {
  std::string name;
  KeyFacts key;
  bool is_local = false;
};

struct TableFacts {
  std::string name;
  KeyFacts key;
  std::vector<IndexFacts> indexes;
  std::map<std::string, char, std::less<>> types;  // 'S', 'N' or 'B' of the attributes of keys.
  Item description;                                // The member Table of the answer.

  // As the server tells it, which may be hours old; 0: it does not know.
  std::uint64_t item_count() const;
  // "artist S, title S"
  std::string key_line(const KeyFacts& keys) const;
};

// ERRORS: NotFound, with what was probably meant; those of the client.
Result<TableFacts> describe_table(client::DynamodbClient& client, std::string_view table);
// From an answer's member Table.   ERRORS: Corrupt if it has no key.
Result<TableFacts> read_table_facts(Item description);

// The names of all tables.   ERRORS: those of the client; TooLarge beyond 100,000.
Result<std::vector<std::string>> list_tables(client::DynamodbClient& client);

// An answer as an object.   ERRORS: those of the client; Corrupt.
Result<Item> ask(client::DynamodbClient& client, std::string_view operation, std::string_view body);
// {"TableName":"orders"}
std::string table_name_json(std::string_view table);

}  // namespace partita::cli
