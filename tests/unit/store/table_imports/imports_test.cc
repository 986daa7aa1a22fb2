#include "store/table_imports/imports.h"

#include <gtest/gtest.h>
#include <zstd.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <semaphore>

#include "engine/retry.h"
#include "unit/store/table_imports/import_database.h"

namespace partita::table_imports {
namespace {

using TableImports = ImportDatabase;

TEST_F(TableImports, HaveAllItemsOfAllObjectsAndExactCounts) {
  open();
  put_object("data/a.json", lines(12'000, std::string(100, 'x')));
  put_object("data/b.json", line(-1) + line(-2, ""));
  put_object("elsewhere.json", line(-3));
  const auto import = import_all(wish_for("data/"));
  // One has an empty key of the index, which PutItem would refuse, too.
  EXPECT_EQ(import.state, ImportState::Failed);
  EXPECT_EQ(import.progress.imported, 12'001);
  EXPECT_EQ(import.progress.errors, 1);
  EXPECT_EQ(count_items(), 12'001U);
  EXPECT_EQ(count_entries(), 12'001U);
  EXPECT_EQ(told_items(), 12'001);
  EXPECT_EQ(catalog_->find("tab")->state, catalog::TableState::Active);
}

TEST_F(TableImports, WithOneKeySeveralTimesHaveTheLastOfThem) {
  open();
  put_object("a", line(1, "first") + line(2, "other") + line(1, "second"));
  put_object("b", lines(20'000, std::string(100, 'z')));
  put_object("c", line(1, "third"));
  const auto import = import_all(wish_for(""));
  EXPECT_EQ(import.state, ImportState::Completed);
  EXPECT_EQ(import.progress.processed, 20'004);
  EXPECT_EQ(import.progress.imported, 20'004);
  EXPECT_EQ(count_items(), 20'000U);
  EXPECT_EQ(count_entries(), 20'000U);
  EXPECT_EQ(told_items(), 20'000);
  std::size_t third = 0;
  for (const Bytes& row : rows_of(keys::IndexId::Base)) {
    third += ItemView::parse(row)->find("text")->string() == "third" ? 1 : 0;
  }
  EXPECT_EQ(third, 1U);
}

TEST_F(TableImports, TellWhichRecordsAreWrongInTheirLog) {
  open();
  put_object("a.json", line(1) + "nonsense\n" + line(2) + "{\"Item\":{\"v\":{\"S\":\"x\"}}}\n");
  const auto import = import_all(wish_for("a"));
  EXPECT_EQ(import.state, ImportState::Failed);
  EXPECT_EQ(import.failure_code, "ItemValidationError");
  EXPECT_EQ(import.progress.processed, 4);
  EXPECT_EQ(import.progress.imported, 2);
  EXPECT_EQ(import.progress.errors, 2);
  const std::string log = log_of(import);
  EXPECT_NE(log.find("a.json:2: the line is no JSON object\n"), std::string::npos) << log;
  EXPECT_NE(log.find("a.json:4: "), std::string::npos) << log;
  EXPECT_EQ(count_items(), 2U);
}

TEST_F(TableImports, CountAllErrorsButLogOnlySoMany) {
  open();
  std::string text;
  for (int i = 0; i < 11'000; ++i) text += "x\n";
  put_object("a", text);
  const auto import = import_all(wish_for("a"));
  EXPECT_EQ(import.progress.errors, 11'000);
  const std::string log = log_of(import);
  EXPECT_EQ(std::count(log.begin(), log.end(), '\n'), kLoggedErrorsMax);
}

TEST_F(TableImports, LogsGoWithTheRecordsAndNothingElseDoes) {
  const testing::TemporaryDirectory scratch{testing::memory_directory()};
  const ImportLogs logs(scratch.path());
  const std::vector<std::string> lines{"a.json:1: nonsense"};
  const std::string old_id = import_id(1'000, 1);
  const std::string new_id = import_id(2'000, 2);
  ASSERT_TRUE(logs.append("Things", old_id, lines).ok());
  ASSERT_TRUE(logs.append("Things-01731999999999-1a2b3c4d", new_id, lines).ok());
  for (const char* name : {"notes.log", "Things.txt", "x-0173199999999-1a2b3c4d.log"}) {
    std::ofstream(scratch.path() / name) << "mine";
  }
  logs.remove_begun_before(2'000);
  EXPECT_FALSE(std::filesystem::exists(logs.path_of("Things", old_id)));
  EXPECT_TRUE(std::filesystem::exists(logs.path_of("Things-01731999999999-1a2b3c4d", new_id)));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(scratch.path()), {}), 4);
  ImportLogs(scratch.path() / "nowhere").remove_begun_before(2'000);
}

TEST_F(TableImports, GoOnAfterARestartWithExactCounts) {
  open();
  // Some pieces of it, with a bad record now and then.
  std::string text;
  const std::string filler(1000, 'y');
  for (int i = 0; i < 12'000; ++i) text += i % 100 == 7 ? "bad\n" : line(i, filler);
  put_object("big.json", text);
  put_object("zz.json", line(-1));
  place_->hold_from(2 * ObjectFeed::kPieceBytes);
  const std::string id = begin(wish_for(""));
  place_->wait_for_held();
  wait_until([&] { return describe(id).progress.imported > 4000; });
  EXPECT_EQ(describe(id).state, ImportState::InProgress);
  close();
  open();
  const auto import = finish(id);
  EXPECT_EQ(import.progress.processed, 12'001);
  EXPECT_EQ(import.progress.errors, 120);
  EXPECT_EQ(import.progress.imported, 12'001 - 120);
  EXPECT_EQ(count_items(), 12'001U - 120U);
  EXPECT_EQ(import.progress.size_bytes, static_cast<std::int64_t>(text.size() + line(-1).size()));
  // What was done is not read again.
  EXPECT_LT(place_->read_bytes(), text.size());
}

// Of a few bytes a packed file makes as much text as it likes: no other job waits for all of it.
TEST_F(TableImports, OfAFileThatGrowsALotGoOnInManyShortSteps) {
  open();
  constexpr std::size_t kFrames = 8;
  const std::string blanks(64 << 20, ' ');
  std::string frame(ZSTD_compressBound(blanks.size()), '\0');
  frame.resize(ZSTD_compress(frame.data(), frame.size(), blanks.data(), blanks.size(), 1));
  std::string packed;
  for (std::size_t i = 0; i < kFrames; ++i) packed += frame;
  ASSERT_LT(packed.size(), ObjectFeed::kPieceBytes);
  put_object("bomb.zst", packed);
  ImportRecord record = wish_for("bomb");
  record.id = import_id(1'000, 1);
  record.request.input_compression_type = api::InputCompressionType::Zstd;
  const auto put = [&](engine::Transaction& transaction) -> Task<Status> {
    put_import(transaction, record);
    return Task<Status>::ready({});
  };
  ASSERT_TRUE(sync_wait(engine::run(*engine_, put)).ok());
  const ImportLogs logs(directory_ / "imports");
  std::counting_semaphore<> woken{0};
  ImportMaker maker({.engine = *engine_,
                     .catalog = *catalog_,
                     .clock = Clock::system(),
                     .place = place_.get(),
                     .readers = &readers_,
                     .logs = logs},
                    record.id, [&] { woken.release(); });
  std::size_t steps = 0;
  for (bool is_done = false; !is_done;) {
    const auto step = sync_wait(maker.step());
    ASSERT_TRUE(step.ok()) << step.error().to_string();
    is_done = step->is_done;
    if (step->is_waiting) woken.acquire();
    if (!step->is_waiting) ++steps;
  }
  const auto import = describe(record.id);
  EXPECT_EQ(import.progress.errors, 1) << "a line that is too long";
  EXPECT_EQ(import.progress.size_bytes, static_cast<std::int64_t>(kFrames * blanks.size()));
  EXPECT_GE(steps, kFrames);
}

// What was stored of the import at the moment at which its table became Active.
engine::Engine* settled_engine = nullptr;
std::string settled_id;
std::string code_at_activation;
Task<Status> note_activation(engine::Transaction&, catalog::TableChange change) {
  if (change.after != nullptr && change.after->state == catalog::TableState::Active) {
    auto import = co_await read_import(*settled_engine, settled_id);
    CO_TRY(import);
    code_at_activation = (*import)->failure_code;
  }
  co_return Status{};
}

// After a crash between the two commits that end an import, clients have the table, and the place
// may answer again: nothing is written over what they have written.
TEST_F(TableImports, ThatHaveFailedWriteNothingIntoTheirTableAfterACrash) {
  settle_ = &note_activation;
  settled_engine = engine_.get();
  open();
  place_->hold_from(2 * ObjectFeed::kPieceBytes);
  put_object("big.json", lines(12'000, std::string(1000, 'i')));
  const std::string id = settled_id = begin(wish_for(""));
  place_->wait_for_held();
  wait_until([&] { return describe(id).progress.imported > 4000; });
  place_->deny();
  place_->let_go();
  const auto failed = finish(id);
  EXPECT_EQ(failed.failure_code, "S3AccessDenied");
  EXPECT_EQ(code_at_activation, "S3AccessDenied");
  const std::size_t items = count_items();
  close();
  ImportRecord before = failed;
  before.state = ImportState::InProgress;
  const auto put = [&](engine::Transaction& transaction) -> Task<Status> {
    put_import(transaction, before);
    return Task<Status>::ready({});
  };
  ASSERT_TRUE(sync_wait(engine::run(*engine_, put)).ok());
  open();
  EXPECT_EQ(finish(id).failure_code, "S3AccessDenied");
  EXPECT_EQ(count_items(), items);
}

TEST_F(TableImports, OfACsvFileGoOnBehindItsHeader) {
  open();
  std::string text = "pk,text\n";
  for (int i = 0; i < 12'000; ++i) text += fmt::format("key-{},{}\n", i, std::string(1000, 'c'));
  put_object("big.csv", text);
  place_->hold_from(2 * ObjectFeed::kPieceBytes);
  auto wish = wish_for("");
  wish.request.input_format = api::InputFormat::Csv;
  const std::string id = begin(wish);
  place_->wait_for_held();
  wait_until([&] { return describe(id).progress.imported > 4000; });
  close();
  open();
  const auto import = finish(id);
  EXPECT_EQ(import.state, ImportState::Completed) << import.progress.first_error;
  EXPECT_EQ(import.progress.imported, 12'000);
  EXPECT_EQ(count_items(), 12'000U);
  EXPECT_EQ(import.progress.size_bytes, static_cast<std::int64_t>(text.size()));
}

TEST_F(TableImports, ShowTheTableAsCreatingUntilAllIsThere) {
  open();
  put_object("big.json", lines(6000, std::string(1000, 'y')));
  place_->hold_from(ObjectFeed::kPieceBytes);
  const std::string id = begin(wish_for(""));
  place_->wait_for_held();
  wait_until([&] { return describe(id).progress.imported > 0; });
  EXPECT_TRUE(is_being_imported(*catalog_->find("tab")));
  // A second one for the same name is begun, and fails.
  const auto loser = import_all(wish_for("b"));
  EXPECT_EQ(loser.state, ImportState::Failed);
  EXPECT_EQ(loser.failure_code, "TableAlreadyExists");
  EXPECT_TRUE(is_being_imported(*catalog_->find("tab")));
  place_->let_go();
  EXPECT_EQ(finish(id).state, ImportState::Completed);
  EXPECT_EQ(count_items(), 6000U);
  EXPECT_EQ(catalog_->find("tab")->state, catalog::TableState::Active);
}

TEST_F(TableImports, OfAnObjectThatChangesMeanwhileKeepWhatWasReadAndFail) {
  open();
  put_object("big.json", lines(6000, std::string(1000, 'y')));
  put_object("next.json", line(-1));
  place_->hold_from(ObjectFeed::kPieceBytes);
  const std::string id = begin(wish_for(""));
  place_->wait_for_held();
  put_object("big.json", lines(6001, std::string(1000, 'z')));
  place_->let_go();
  const auto import = finish(id);
  EXPECT_EQ(import.state, ImportState::Failed);
  EXPECT_EQ(import.failure_code, "ItemValidationError");
  EXPECT_EQ(import.progress.errors, 1);
  EXPECT_GT(import.progress.imported, 1000);
  EXPECT_LT(import.progress.imported, 6000);
  EXPECT_TRUE(log_of(import).starts_with("big.json: ")) << log_of(import);
  EXPECT_EQ(count_items(), static_cast<std::size_t>(import.progress.imported));
}

TEST_F(TableImports, OfAnObjectThatEndsTooEarlyAreNotCompleted) {
  open();
  put_object("big.json", lines(12'000, std::string(1000, 'e')));
  place_->end_at(2 * ObjectFeed::kPieceBytes);
  const auto import = import_all(wish_for(""));
  EXPECT_EQ(import.state, ImportState::Failed);
  EXPECT_NE(log_of(import).find("has ended after"), std::string::npos);
  EXPECT_GT(import.progress.imported, 4000);
}

TEST_F(TableImports, OutliveAPlaceThatDoesNotAnswerForAWhile) {
  open();
  put_object("a.json", lines(6000, std::string(1000, 'y')));
  place_->fail(1);
  const auto import = import_all(wish_for(""));
  EXPECT_EQ(import.state, ImportState::Completed);
  EXPECT_EQ(import.progress.imported, 6000);
}

TEST_F(TableImports, OfAPlaceThatHangsKeepNoOtherJobWaiting) {
  open();
  put_object("a.json", lines(10));
  place_->hold_from(0);
  const std::string id = begin(wish_for(""));
  const std::string other = begin(wish_for("", "other"));
  place_->wait_for_held();
  // As many as there are threads of jobs hang; another job has its turns all the same.
  std::atomic<int> turns = 0;
  jobs_->add({.name = "beside", .purpose = "counts", .work = [&] {
                ++turns;
                return Task<Result<jobs::Turn>>::ready(turns < 3 ? jobs::Turn::more(1)
                                                                 : jobs::Turn::over());
              }});
  wait_until([&] { return turns == 3; });
  EXPECT_EQ(describe(id).state, ImportState::InProgress);
  place_->let_go();
  EXPECT_EQ(finish(id).state, ImportState::Completed);
  EXPECT_EQ(finish(other).state, ImportState::Completed);
}

TEST_F(TableImports, WithoutABucketMakeNoTable) {
  open();
  auto wish = wish_for("");
  wish.request.s3_bucket_source.s3_bucket = "missing";
  const auto import = import_all(wish);
  EXPECT_EQ(import.state, ImportState::Failed);
  EXPECT_EQ(import.failure_code, "S3NoSuchBucket");
  EXPECT_EQ(catalog_->find("tab"), nullptr);
}

TEST_F(TableImports, AreRefusedWhenTooManyAreUnderWay) {
  open();
  put_object("a.json", lines(10));
  place_->hold_from(0);
  for (std::size_t i = 0; i < kImportsUnderWayMax; ++i) begin(wish_for("", fmt::format("t{}", i)));
  const auto refused = sync_wait(imports_->create(wish_for("")));
  EXPECT_EQ(refused->admission, ImportAdmission::TooMany);
}

TEST_F(TableImports, WithOneTokenAreOneImport) {
  open();
  put_object("a.json", lines(10));
  const std::string id = begin(wish_for(""));
  EXPECT_EQ(sync_wait(imports_->create(wish_for("")))->admission, ImportAdmission::Known);
  EXPECT_EQ(sync_wait(imports_->create(wish_for("")))->record.id, id);
  auto other = wish_for("", "other");
  other.request.client_token = wish_for("").request.client_token;
  EXPECT_EQ(sync_wait(imports_->create(other))->admission, ImportAdmission::TokenIsTaken);
  EXPECT_EQ(finish(id).state, ImportState::Completed);
}

// Somebody has set the date to next year, and it is not believed.
class NextYear final : public Clock {
 public:
  WallTime wall_now() const override { return system().wall_now() + std::chrono::days(365); }
  MonotonicTime monotonic_now() const override { return system().monotonic_now(); }
  std::optional<WallTime> trusted_now() const override { return std::nullopt; }
};

TEST_F(TableImports, AndTheirLogsStayWhileTheDateIsInDoubt) {
  open();
  put_object("a.json", line(1) + "nonsense\n");
  const auto import = import_all(wish_for(""));
  close();
  const NextYear date;
  clock_ = &date;
  open();
  const auto has_looked = [&](std::string_view name) {
    const auto all = jobs_->list();
    return std::ranges::any_of(
        all, [&](const jobs::JobReport& job) { return job.name == name && job.idle_at; });
  };
  wait_until([&] { return has_looked("imports") && has_looked("import-records"); });
  EXPECT_EQ(describe(import.id).state, ImportState::Failed);
  EXPECT_NE(log_of(import), "");
  close();
}

TEST_F(TableImports, WaitForAServerWithBuckets) {
  open();
  put_object("a.json", lines(10));
  place_->hold_from(0);
  const std::string id = begin(wish_for(""));
  place_->wait_for_held();
  close();
  open(Buckets::Missing);
  EXPECT_FALSE(imports_->has_place());
  EXPECT_EQ(describe(id).state, ImportState::InProgress);
  close();
  open();
  EXPECT_EQ(finish(id).state, ImportState::Completed);
}

TEST_F(TableImports, RecordsComeBackAsTheyWereStored) {
  ImportRecord record = wish_for("x");
  record.id = import_id(1731999999999, 0x1a2b3c4d);
  record.request.input_format = api::InputFormat::Csv;
  record.request.input_format_options.emplace().csv.emplace().header_list = {{"a", "b"}};
  record.progress.key = "k";
  record.progress.tag = "t";
  record.progress.offset = 3;
  record.progress.errors = 2;
  record.state = ImportState::Failed;
  record.failure_code = "x";
  const auto decoded = decode_record(encode_record(record));
  ASSERT_TRUE(decoded.ok()) << decoded.error().to_string();
  EXPECT_EQ(encode_record(*decoded), encode_record(record));
  EXPECT_EQ(decoded->progress, record.progress);
  EXPECT_EQ(decoded->read_options().csv.header, (std::vector<std::string>{"a", "b"}));
  const Bytes bytes = encode_record(record);
  for (std::size_t size = 0; size < bytes.size(); size += 7) {
    EXPECT_FALSE(decode_record(ByteView(bytes).substr(0, size)).ok()) << size;
  }
}

}  // namespace
}  // namespace partita::table_imports
