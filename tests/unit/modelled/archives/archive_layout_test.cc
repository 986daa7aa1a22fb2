#include "modelled/archives/archive_layout.h"

#include <gtest/gtest.h>

#include "model/definition/read_model.h"
#include "modelled/archives/archive_rows.h"
#include "modelled/archives/athena_table.h"
#include "partita/value/encoded_item.h"

namespace partita::archives {
namespace {

constexpr std::string_view kVisits = R"model(
format: 1
model: visits
version: 3
tables:
  visits: {name: visits-dev, key: {partition: id}, billing: {mode: on_demand}}
entities:
  Visit:
    match: all
    key: {id: "{id}"}
    attributes:
      id: {type: string, required: true}
      Id: {type: string}
      site: {type: string}
      made: {type: timestamp, encode: epoch_s}
      on_day: {type: date}
      price: {type: number}
      kind: {type: string}
      pages: {type: list, of: {type: map, fields: {url: {type: string}, ms: {type: int}}}}
      extra:
        type: union
        on: kind
        cases:
          a: {same: {type: int}, other: {type: int}}
          b: {same: {type: int}, other: {type: string}}
archive:
  Visit:
    on: delete
    to: s3://visits-archive/all
    partition_by: [site, month(made)]
    columns: {price: "decimal(18,2)"}
    flush: 2h
)model";

class Layouts : public ::testing::Test {
 protected:
  std::shared_ptr<const model::Model> model_ = model::load_model(kVisits, "m", {}).value();
  ArchiveLayout layout_ =
      layout_of(model::archive_of(*model_, model_->archives.front()), keys::TableId{7});
};

TEST_F(Layouts, AreReadBackAsTheyWereStored) {
  const auto read = decode_layout(encode(layout_));
  ASSERT_TRUE(read.ok()) << read.error().to_string();
  EXPECT_EQ(*read, layout_);
  EXPECT_EQ(id_of(*read), id_of(layout_));
}

TEST_F(Layouts, AreOtherArchivesIfAnythingButTheTimeIsOther) {
  ArchiveLayout other = layout_;
  other.flush = std::chrono::hours(3);
  EXPECT_EQ(id_of(other), id_of(layout_));
  other.prefix = "some";
  EXPECT_NE(id_of(other), id_of(layout_));
  other = layout_;
  other.columns.pop_back();
  EXPECT_NE(id_of(other), id_of(layout_));
}

TEST_F(Layouts, AreRefusedIfTheyAreDamaged) {
  const Bytes stored = encode(layout_);
  for (std::size_t size = 0; size < stored.size(); ++size) {
    EXPECT_FALSE(decode_layout(ByteView(stored).substr(0, size)).ok()) << size;
  }
  EXPECT_FALSE(decode_layout(stored + "x").ok());
}

TEST_F(Layouts, NameFoldersByValuesAndTimes) {
  const auto folder = [&](const Item& item) {
    const EncodedItem stored(item);
    return folder_of(layout_, stored.view());
  };
  EXPECT_EQ(folder({{"site", "a b/ü"}, {"made", 1763305200}}), "site=a%20b%2F%C3%BC/month=2025-11");
  EXPECT_EQ(folder({{"made", "soon"}}),
            "site=__HIVE_DEFAULT_PARTITION__/month=__HIVE_DEFAULT_PARTITION__");
  EXPECT_EQ(folder({{"site", ""}, {"made", 0}}), "site=__HIVE_DEFAULT_PARTITION__/month=1970-01");
}

TEST_F(Layouts, LeaveOutNamesThatDifferOnlyInCase) {
  for (const ArchivedColumn& column : layout_.columns) {
    EXPECT_NE(column.name, "Id");
    EXPECT_NE(column.name, "site") << "it is in the folder's name";
  }
}

TEST_F(Layouts, AreTablesOfAthena) {
  EXPECT_EQ(athena_table(layout_), R"(CREATE EXTERNAL TABLE `visit` (
  `id` string,
  `made` timestamp,
  `on_day` date,
  `price` decimal(18,2),
  `kind` string,
  `pages` array<struct<`url`:string,`ms`:bigint>>,
  `extra` struct<`same`:bigint,`other`:string>,
  `_deleted_at` timestamp,
  `_reason` string,
  `_model_version` bigint,
  `_rest` string
)
PARTITIONED BY (`site` string, `month` string)
STORED AS PARQUET
LOCATION 's3://visits-archive/all/'
TBLPROPERTIES ('parquet.compression' = 'ZSTD');
-- Whenever there are new folders:
MSCK REPAIR TABLE `visit`;
)");
}

TEST(ArchiveRows, AreReadBackAndRefusedIfDamaged) {
  const EncodedItem image(Item{{"id", "a"}});
  const Bytes waiting = encode(WaitingItem{.time = 5,
                                           .reason = LeavingReason::Delete,
                                           .model_version = 3,
                                           .folder = "site=a",
                                           .image = image.view()});
  const auto item = decode_waiting_item(waiting);
  ASSERT_TRUE(item.ok());
  EXPECT_EQ(item->folder, "site=a");
  EXPECT_EQ(item->image, image.view());
  const Batch batch{.folder = "f", .first = 1, .last = 9, .items = 4, .is_filed = true};
  EXPECT_EQ(decode_batch(encode(batch)).value(), batch);
  const ArchiveFile file{.folder = "f", .name = "n", .items = 1, .bytes = 2, .sum = sha256("x")};
  EXPECT_EQ(decode_archive_file(encode(file)).value(), file);
  for (std::size_t size = 0; size < 20; ++size) {
    EXPECT_FALSE(decode_waiting_item(ByteView(waiting).substr(0, size)).ok());
    EXPECT_FALSE(decode_batch(ByteView(encode(batch)).substr(0, size)).ok());
    EXPECT_FALSE(decode_archive_file(ByteView(encode(file)).substr(0, size)).ok());
  }
}

}  // namespace
}  // namespace partita::archives
