#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "modelled/audit/audited_table.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/keys/key_range.h"
#include "store/streams/change_record.h"
#include "store/streams/stream_descriptor.h"

namespace partita::audit {

// A stream at one moment.
struct AuditedStream {
  streams::StreamDescriptor stream;
  const catalog::Table* table;  // Which it records now; null: none any more.
  const engine::View& moment;
  Disagreements& disagreements;
  ReadWork& work;
};

// Goes back through the log of a stream: its records can be read, the newest one of each item tells
// of the item that is there, and each other one of the item that the next one begins with. What
// images a record has not, by the stream's view type, is not compared.
// THREADS: one thread at a time.
class StreamAudit {
 public:
  // So many items are followed; of those that the log has beyond them, records are only read.
  static constexpr std::size_t kItemsMax = 1'000'000;

  // REQUIRES: what it refers to outlives this.
  explicit StreamAudit(AuditedStream audited);

  // The records before; true: there are more.   ERRORS: those of the engine.
  Task<Result<bool>> step();

 private:
  // What is known of an item.
  struct Image {
    bool exists = false;
    std::optional<std::uint32_t> sum;  // Nullopt: only whether it is there.

    bool agrees_with(const Image& other) const {
      return exists == other.exists && (!sum || !other.sum || *sum == *other.sum);
    }
  };
  // A newest record, to be compared with the item.
  struct Newest {
    Bytes item_key;
    std::string name;
    Image after;
  };

  void add(ByteView key, ByteView value);
  void add_mark(streams::EntryKind kind);
  void add_change(const streams::ChangeRecord& change);
  Task<Status> compare_with_items();
  Task<Status> check_begin();
  void report(std::string item, std::string what) const;

  const AuditedStream audited_;
  keys::KeyRange rest_;
  std::uint64_t entries_ = 0;
  bool has_begin_ = false;
  std::unordered_map<std::uint64_t, Image> befores_;  // By the hash of an item's key.
  std::vector<Newest> newest_;
};

}  // namespace partita::audit
