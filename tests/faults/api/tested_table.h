#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "faults/api/ledger.h"
#include "partita/base/result.h"
#include "server/api_client.h"

// The table that is written to under faults: key pk:S and sk:N, an index of each kind, items that
// expire, and a stream with both images.
namespace partita::faults {

inline constexpr std::string_view kTable = "tested";
// Items that have it expire when it says.
inline constexpr std::string_view kExpires = "expires";

enum class Projected { All, KeysOnly, Included };

struct TestedIndex {
  std::string_view name;
  // Besides those of the table. An item without one of them is not in the index.
  std::vector<std::string_view> keys;
  Projected projected;
  std::vector<std::string_view> included;
};
// byGroup is global, byPair is global with several attributes in each key, byValue is local.
const std::vector<TestedIndex>& tested_indexes();

Status create_table(testing::ApiClient& client);

// All items of the table, or the entries of an index, page by page.
Result<std::vector<Json>> scan(testing::ApiClient& client, std::string_view index = "");

std::string key_of(const Json& item);
Items by_key(const std::vector<Json>& items);

// The entries that are missing from an index or have no business there, given the table's items.
std::vector<std::string> index_violations(const TestedIndex& index, const std::vector<Json>& items,
                                          const std::vector<Json>& entries);

}  // namespace partita::faults
