#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

// What writers have done to a table and when, and whether a table that was restored to a moment is
// one that it can have been then.
namespace partita::recovery_test {

// Each row by its key: its text, or what a row of the server's own has instead.
using Rows = std::map<std::string, std::string>;

// What one request has written: all of it, or nothing. Keys belong to one writer each, so the
// requests of a writer are in order.
struct Write {
  std::int64_t begun = 0;
  std::int64_t ended = 0;                                  // Both in milliseconds.
  std::map<std::string, std::optional<std::string>> rows;  // Nullopt: deleted.
  bool counts = false;                                     // It has counted itself, too.
};

// An item that TTL deletes at some time after its second.
struct Expiring {
  std::string key;
  std::int64_t begun = 0;
  std::int64_t ended = 0;
  std::int64_t expires = 0;
};

// THREADS: each writer adds to its own list.
struct WriteRecord {
  explicit WriteRecord(std::size_t writers) : writes(writers), expiring(writers) {}

  std::vector<std::vector<Write>> writes;
  std::vector<std::vector<Expiring>> expiring;
};

struct Restored {
  Rows rows;                   // Of writers.
  std::set<std::string> live;  // Keys of items that expire.
  std::int64_t count = 0;      // What the writes that count have made of one shared item.
};

// What is wrong with a table that was restored to that millisecond, a sentence each.
std::vector<std::string> find_faults(const WriteRecord& record, const Restored& restored,
                                     std::int64_t moment);

}  // namespace partita::recovery_test
