#pragma once

#include <chrono>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "partita/api/batch_write_item.h"
#include "partita/base/error.h"
#include "partita/base/task.h"
#include "partita/database.h"
#include "partita/value/value.h"

namespace partita::builder {

// A put or a delete of one item.
struct TableWrite {
  std::string table_name;
  api::WriteRequest request;
};
// If an item or key may not be stored (api::item_input), only this write fails, not the others.
TableWrite put_into(std::string table_name, const Item& item);
TableWrite delete_from(std::string table_name, const Item& key);

struct BatchOutcome {
  struct Failed {
    std::size_t index;  // The write that was not made.
    Error error;
  };

  std::size_t written = 0;
  std::vector<Failed> failed;  // In the order of their indexes.
};

struct BatchPolicy {
  int attempts_max = 8;  // For writes that are returned as unprocessed.
  std::chrono::microseconds first_pause{1000};
  std::chrono::microseconds longest_pause{1'000'000};
};

// Makes any number of writes, in requests of BatchWriteItem that keep its limits:
//
//   std::vector<TableWrite> writes;
//   for (const Item& song : songs) writes.push_back(put_into("music", song));
//   const BatchOutcome outcome = write_all(database, writes);
//   for (const auto& [index, error] : outcome.failed) complain(songs[index], error);
//
// Unprocessed writes are sent again after a random pause that grows each time. If a request is
// refused, its writes are sent one by one, so that only the invalid ones fail; writes of the same
// item keep their order. Not atomic: see Transaction for that.
BatchOutcome write_all(Database& database, std::span<const TableWrite> writes,
                       BatchPolicy policy = {});
// The same for coroutines.   REQUIRES: the database and the writes outlive the task.
Task<BatchOutcome> write_all_async(Database& database, std::span<const TableWrite> writes,
                                   BatchPolicy policy = {});

}  // namespace partita::builder
