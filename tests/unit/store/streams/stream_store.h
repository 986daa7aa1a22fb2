#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/memory/memory_engine.h"
#include "partita/base/clock.h"
#include "partita/base/task.h"
#include "partita/value/encoded_item.h"
#include "store/catalog/catalog.h"
#include "store/streams/change_log.h"
#include "store/streams/stream_life.h"
#include "store/streams/stream_list.h"
#include "store/streams/stream_reader.h"
#include "support/table_builder.h"

namespace partita::streams {

using api::StreamViewType;

// A record that outlives its reading.
struct SeenRecord {
  std::uint64_t stamp;
  EntryKind kind;
  WallTime time;
  bool is_expiry;
  Item keys;
  std::optional<Item> old_image;
  std::optional<Item> new_image;
};

// Tables with streams and what is recorded in them, with a clock that the test moves.
class StreamStore : public ::testing::Test {
 protected:
  StreamStore() {
    clock_.jump_wall(std::chrono::seconds(1'800'000'000));
    restart();
  }

  void restart() {
    catalog_ =
        sync_wait(catalog::Catalog::open(*engine_, {.clock = &clock_, .settle = &settle_stream}))
            .value();
  }

  catalog::TablePointer create(const std::string& name, std::optional<StreamViewType> view =
                                                            StreamViewType::NewAndOldImages) {
    auto table = testing::TableBuilder(name).key("pk", 'S').sort("sk", 'N').build();
    if (view) table.settings.stream = {.is_enabled = true, .view_type = *view, .label = {}};
    return sync_wait(catalog_->create(std::move(table))).value();
  }
  template <typename Edit>
  catalog::TablePointer change(const std::string& name, Edit edit) {
    const auto edited = [&](const catalog::Table& table) -> Result<catalog::Table> {
      catalog::Table changed = table;
      edit(changed);
      return changed;
    };
    return sync_wait(catalog_->change(name, edited)).value();
  }
  catalog::TablePointer enable(const std::string& name,
                               StreamViewType view = StreamViewType::NewAndOldImages) {
    return change(name, [&](catalog::Table& table) {
      table.settings.stream = {.is_enabled = true, .view_type = view, .label = {}};
    });
  }
  catalog::TablePointer disable(const std::string& name) {
    return change(name, [](catalog::Table& table) { table.settings.stream->is_enabled = false; });
  }

  // Records a change of the table as it is now.
  void record(const std::string& name, const std::optional<Item>& before,
              const std::optional<Item>& after, bool is_expiry = false) {
    const auto encoded = [](const std::optional<Item>& item) {
      return item ? std::optional(EncodedItem(*item)) : std::nullopt;
    };
    const auto view = [](const std::optional<EncodedItem>& item) {
      return item ? std::optional(item->view()) : std::nullopt;
    };
    const auto old_item = encoded(before);
    const auto new_item = encoded(after);
    const auto transaction = engine_->begin();
    record_change(*transaction, *catalog_->find(name),
                  {.before = view(old_item),
                   .after = view(new_item),
                   .time = clock_.wall_now(),
                   .is_expiry = is_expiry});
    ASSERT_TRUE(sync_wait(transaction->commit()).ok());
  }
  // Records that items with these numbers are inserted.
  void record_items(const std::string& name, int first, int last) {
    for (int number = first; number <= last; ++number) record(name, {}, item(number));
  }
  static Item item(int number) { return Item{{"pk", "p"}, {"sk", number}, {"v", "value"}}; }

  struct Seen {
    std::vector<SeenRecord> records;
    ReadEnd end;

    std::vector<int> numbers() const {
      std::vector<int> found;
      for (const auto& seen : records) {
        found.push_back(std::stoi(seen.keys.find("sk")->number().to_string()));
      }
      return found;
    }
  };
  Result<Seen> try_read(const RecordsRequest& request) {
    const auto plain = [](const std::optional<ItemView>& image) {
      return image ? std::optional(image->to_item()) : std::nullopt;
    };
    Seen seen;
    const auto visit = [&](std::uint64_t stamp, const ChangeRecord& record) {
      seen.records.push_back({stamp, record.kind, record.time, record.is_expiry,
                              record.keys.to_item(), plain(record.old_image),
                              plain(record.new_image)});
    };
    seen.end = TRY(sync_wait(read_records(*engine_->snapshot(), request, visit)));
    return seen;
  }
  Seen read(keys::StreamId stream, std::uint64_t from = 0) {
    return try_read({.stream = stream, .from = from}).value();
  }
  Extent extent(keys::StreamId stream) {
    return sync_wait(extent_of(*engine_->snapshot(), stream)).value();
  }

  keys::StreamId stream_of(const std::string& name) {
    return catalog_->find(name)->settings.stream->id;
  }
  std::vector<StreamDescriptor> list(const ListRequest& request = {}) {
    return sync_wait(list_streams(*engine_, request)).value().streams;
  }
  std::vector<std::string> labels(const ListRequest& request = {}) {
    std::vector<std::string> found;
    for (const auto& stream : list(request))
      found.push_back(stream.table_name + " " + stream.label);
    return found;
  }
  // All rows that belong to streams: logs, descriptors, trim points.
  std::size_t rows_of_streams() {
    std::size_t count = 0;
    const auto visit = [&](ByteView key, ByteView) {
      const bool is_metadata = key.substr(1).starts_with("stream");
      count += is_metadata || key.front() == '\x04' ? 1 : 0;
      return engine::Visit::Continue;
    };
    EXPECT_TRUE(sync_wait(engine_->scan({.begin = {}}, visit)).ok());
    return count;
  }

  ManualClock clock_;
  std::unique_ptr<engine::Engine> engine_ = engine::open_memory_engine();
  std::unique_ptr<catalog::Catalog> catalog_;
};

}  // namespace partita::streams
