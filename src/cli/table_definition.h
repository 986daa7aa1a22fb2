#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/table_facts.h"
#include "partita/base/result.h"
#include "wire/client/dynamodb_client.h"

namespace partita::cli {

// The request that makes an empty table like this one: key, indexes, capacity, class. What acts on
// items by itself (streams, expiry) comes when they are there: copy_settings.
std::string create_table_request(const TableFacts& facts, std::string_view name);

// A request for a table that has nothing but a key.   `key` is "artist,year:N".
// ERRORS: InvalidArgument if it is none.
Result<std::string> create_simple_table_request(std::string_view name, std::string_view key);

// Waits until the table and its indexes are ACTIVE.
// ERRORS: those of the client; Unavailable after half an hour.
Result<TableFacts> wait_until_active(client::DynamodbClient& client, std::string_view table);

// A table and where it is.
struct PlacedTable {
  client::DynamodbClient& client;
  const TableFacts& facts;
};

// Sets expiry, stream, recovery, deletion protection and tags of `to` as `from` has them. What one
// of the servers does not know is left out and told, in a sentence each.
std::vector<std::string> copy_settings(const PlacedTable& from, const PlacedTable& to);

}  // namespace partita::cli
