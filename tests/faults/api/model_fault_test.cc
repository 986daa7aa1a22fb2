// What a model keeps beside the items, under power cuts and kills: the real program serves clients
// that write modelled items until its power is cut; then everything is counted again from the items
// that are there, and the stream must have told of each of them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <functional>
#include <map>
#include <thread>

#include "conformance/runner/json.h"
#include "database/database.h"
#include "engine/retry.h"
#include "faults/api/stream_check.h"
#include "modelled/enforcement/model_rules.h"
#include "modelled/registry/model_store.h"
#include "modelled/rollups/rollup_check.h"
#include "partita/base/random.h"
#include "server/api_client.h"
#include "server/server_process.h"
#include "store/keys/item_keys.h"
#include "store/keys/unique_keys.h"
#include "support/preload.h"
#include "support/temporary_directory.h"

namespace partita::faults {
namespace {

using conformance::Json;
using testing::ApiClient;
using testing::preload_variable;
using testing::ServerProcess;

constexpr std::uint64_t kRuledSeed = 20261117;
constexpr int kRuledWriters = 8;
constexpr int kRuledRequestsMax = 200;
constexpr int kPowerCutCode = 137;

constexpr std::string_view kModel = R"(
format: 1
model: bank
version: 1
tables:
  bank:
    name: bank
    key: {partition: pk, sort: sk}
    billing: {mode: on_demand}
    streams: {view: new_and_old_images}
entities:
  Account:
    key: {pk: 'ACCOUNT#{id}', sk: DATA}
    attributes:
      id: {type: string}
      nick: {type: string}
      kind: {type: enum, values: [a, b, c]}
      amount: {type: int}
    unique: [{on: [nick], fold: case}]
  Note:
    key: {pk: 'NOTE#{noteId}', sk: LATEST}
    attributes:
      noteId: {type: string}
      text: {type: string}
      version: {type: int}
      savedAt: {type: timestamp, encode: epoch_ms}
    versioned:
      row: {pk: 'NOTE#{noteId}', sk: 'V#{version:06}'}
      number: version
      time: savedAt
rollups:
  by_kind:
    of: Account
    group_by: [kind]
    measures: {n: count, amount: sum(amount), least: min(amount), most: max(amount)}
  notes: {of: Note, measures: {n: count, versions: sum(version)}}
)";

using Findings = std::vector<std::string>;

Json string_value(std::string_view value) { return Json::object({{"S", value}}); }
Json number_value(std::uint64_t value) { return Json::object({{"N", std::to_string(value)}}); }

// One client: accounts that take nicks from each other, notes with versions, transactions of both.
class ModelWriter {
 public:
  explicit ModelWriter(std::uint64_t seed) : random_(seed) {}

  // False if the server is gone.
  bool write(ApiClient& client) {
    const auto answer = send(client);
    acknowledged_ += answer.status == 200 ? 1 : 0;
    refused_ += answer.body.find("M204") != std::string::npos ? 1 : 0;
    return answer.status != 0 && answer.status != 500;
  }
  std::uint64_t acknowledged() const { return acknowledged_; }
  std::uint64_t refused() const { return refused_; }

 private:
  testing::HttpAnswer send(ApiClient& client) {
    switch (random_.below(6)) {
      case 0:
        return client.send("DeleteItem",
                           Json{{"TableName", "bank"}, {"Key", account_key()}}.dump());
      case 1:
        return client.send("PutItem", Json{{"TableName", "bank"}, {"Item", note()}}.dump());
      case 2: {
        Json actions = Json::array();
        actions.push_back({{"Put", {{"TableName", "bank"}, {"Item", account()}}}});
        actions.push_back({{"Put", {{"TableName", "bank"}, {"Item", note()}}}});
        return client.send("TransactWriteItems", Json{{"TransactItems", actions}}.dump());
      }
      default:
        return client.send("PutItem", Json{{"TableName", "bank"}, {"Item", account()}}.dump());
    }
  }
  Json account_key() {
    return {{"pk", string_value(fmt::format("ACCOUNT#{}", random_.below(60)))},
            {"sk", string_value("DATA")}};
  }
  Json account() {
    constexpr std::array<std::string_view, 3> kKinds{"a", "b", "c"};
    Json item = account_key();
    item["nick"] = string_value(fmt::format("Nick{}", random_.below(90)));
    item["kind"] = string_value(kKinds[random_.below(kKinds.size())]);
    item["amount"] = number_value(random_.below(1000));
    return item;
  }
  Json note() {
    return {{"pk", string_value(fmt::format("NOTE#{}", random_.below(10)))},
            {"sk", string_value("LATEST")},
            {"text", string_value(fmt::format("text {}", random_.next()))}};
  }

  SeededRandom random_;
  std::uint64_t acknowledged_ = 0;
  std::uint64_t refused_ = 0;
};

// What is kept of the items of the table, compared with what they give.
class Recount {
 public:
  explicit Recount(database::Database& database)
      : engine_(database.context().engine),
        table_(database.context().catalog.find("bank")),
        rules_(*enforcement::model_rules_of(*table_)),
        now_(std::chrono::floor<model::Duration>(database.context().clock.wall_now())) {}

  Findings run() {
    check_rollups();
    read_items();
    check_claims();
    check_versions();
    return std::move(found_);
  }

 private:
  void check_rollups() {
    const auto moment = engine_.snapshot();
    for (const auto& plan : rules_.rollups()->plans()) {
      auto wrong =
          sync_wait(rollups::find_differences(*moment, *rules_.rollups(), plan, now_)).value();
      found_.insert(found_.end(), wrong.begin(), wrong.end());
    }
  }

  void read_items() {
    const auto range = keys::index_range(table_->id, keys::IndexId::Base);
    const auto keep = [&](ByteView key, ByteView value) {
      items_.emplace(Bytes(key), Bytes(value));
      return engine::Visit::Continue;
    };
    sync_wait(engine_.scan({.begin = range.begin, .end = range.end}, keep)).value();
  }

  // The index of values is exactly what the items have.
  void check_claims() {
    std::map<Bytes, Bytes> expected;
    for (const auto& [key, bytes] : items_) {
      const auto item = ItemView::parse(bytes).value();
      for (const auto& claim : rules_.rules().claims_of(item)) {
        const auto place = keys::unique_key(table_->id, claim.constraint_id(), claim.value);
        if (!expected.emplace(place, key).second) found_.emplace_back("two items have one nick");
      }
    }
    const auto range = keys::unique_range(table_->id);
    const std::size_t head = keys::unique_progress_key(table_->id, "").size();
    std::map<Bytes, Bytes> stored;
    const auto keep = [&](ByteView key, ByteView value) {
      if (key.size() > head) stored.emplace(Bytes(key), Bytes(value));
      return engine::Visit::Continue;
    };
    sync_wait(engine_.scan({.begin = range.begin, .end = range.end}, keep)).value();
    if (stored != expected) {
      found_.push_back(fmt::format("{} values are claimed, the items have {}, or other ones",
                                   stored.size(), expected.size()));
    }
  }

  // Versions 1 to n of each note, and the latest row is the newest of them.
  void check_versions() {
    std::map<std::string, std::map<std::int64_t, std::string>> versions;
    std::map<std::string, std::pair<std::int64_t, std::string>> latest;
    for (const auto& [key, bytes] : items_) {
      const Item item = ItemView::parse(bytes).value().to_item();
      const std::string pk = item.find("pk")->string();
      if (!pk.starts_with("NOTE#")) continue;
      const auto number = std::stoll(item.find("version")->number().to_string());
      const std::string content = item.find("text")->string();
      if (item.find("sk")->string() == "LATEST") {
        latest[pk] = {number, content};
      } else {
        versions[pk][number] = content;
      }
    }
    for (const auto& [pk, newest] : latest) {
      const auto& rows = versions[pk];
      const bool is_whole =
          !rows.empty() && rows.begin()->first == 1 && rows.rbegin()->first == std::ssize(rows);
      if (!is_whole || *rows.rbegin() != std::pair<const std::int64_t, std::string>(newest)) {
        found_.push_back(
            fmt::format("{}: version {} is the latest of {}", pk, newest.first, rows.size()));
      }
    }
    if (versions.size() != latest.size()) found_.emplace_back("versions without a latest row");
  }

  engine::Engine& engine_;
  const catalog::TablePointer table_;
  const enforcement::ModelRules& rules_;
  const model::Instant now_;
  std::map<Bytes, Bytes> items_;
  Findings found_;
};

class ModelUnderFaults : public ::testing::Test {
 protected:
  void SetUp() override {
    for (int number = 0; number < kRuledWriters; ++number) {
      writers_.emplace_back(kRuledSeed + static_cast<std::uint64_t>(number));
    }
    const auto database = open();
    const registry::ModelSource source{
        .file_name = "bank.yaml", .text = std::string(kModel), .params = {}};
    const auto applied = sync_wait(database->models().apply(source));
    ASSERT_TRUE(applied.ok()) << applied.error().to_string();
  }

  std::unique_ptr<database::Database> open() {
    database::RocksdbStore store;
    store.directory = directory_ / "data";
    return database::Database::open(store).value();
  }

  int write_until(Findings faults, const std::function<void(ServerProcess&, std::uint64_t)>& act) {
    const auto keys = ApiClient::access_key_variables();
    faults.insert(faults.end(), keys.begin(), keys.end());
    ServerProcess server(
        {"serve", "--listen", "127.0.0.1:0", "--data", directory_ / "data", "--low-water", "1"},
        faults);
    if (server.port() != 0) write(server, act);
    server.signal(SIGUSR2);
    if (faults.size() == keys.size()) server.signal(SIGKILL);
    return server.wait();
  }

  Findings found_after() {
    Findings found = Recount(*open()).run();
    for (auto& violation : stream_.violations(directory_ / "data")) {
      found.push_back(std::move(violation));
    }
    return found;
  }

  std::uint64_t total(std::uint64_t (ModelWriter::*count)() const) const {
    std::uint64_t all = 0;
    for (const ModelWriter& writer : writers_) all += (writer.*count)();
    return all;
  }

  // Takes the last row of the range away, behind the rules' back.
  void tamper(const keys::KeyRange& range) {
    const auto database = open();
    Bytes last;
    const auto keep = [&](ByteView key, ByteView) {
      last = key;
      return engine::Visit::Continue;
    };
    auto& engine = database->context().engine;
    sync_wait(engine.scan({.begin = range.begin, .end = range.end}, keep)).value();
    ASSERT_FALSE(last.empty());
    const auto body = [&](engine::Transaction& transaction) {
      transaction.erase(last);
      return Task<Status>::ready({});
    };
    ASSERT_TRUE(sync_wait(engine::run(engine, body)).ok());
  }
  // The rows of one note.
  static keys::KeyRange note_range(keys::TableId table) {
    const keys::KeyValue pk = keys::StringKey{"NOTE#1"};
    return keys::partition_range({.table = table, .hash = keys::hash_partition(pk)});
  }
  keys::KeyRange sums_range() {
    const auto database = open();
    const auto table = database->context().catalog.find("bank");
    const auto& rules = *enforcement::model_rules_of(*table);
    return rollups::all_sums_range(rules.rollups()->plans().front().ref());
  }
  keys::TableId table_id() { return open()->context().catalog.find("bank")->id; }

  std::vector<ModelWriter> writers_;
  testing::TemporaryDirectory directory_;
  StreamCheck stream_{"bank"};

 private:
  void write(ServerProcess& server, const std::function<void(ServerProcess&, std::uint64_t)>& act) {
    std::atomic<std::uint64_t> answered{0};
    std::vector<std::jthread> threads;
    for (ModelWriter& writer : writers_) {
      threads.emplace_back([&] {
        ApiClient client(server.port());
        for (int i = 0; i < kRuledRequestsMax && writer.write(client); ++i) act(server, ++answered);
      });
    }
  }
};

std::string joined_lines(const Findings& found) {
  return fmt::format("{}", fmt::join(found, "\n"));
}

TEST_F(ModelUnderFaults, KeepsEverythingInStepWithTheItemsInAPowerCut) {
  SeededRandom random(kRuledSeed);
  constexpr std::array<std::string_view, 3> kModes{"truncate", "prefix", "garble"};
  for (std::size_t cut = 0; cut < 9; ++cut) {
    Findings faults{preload_variable(POWER_CUT_SHIM), "POWER_CUT_DIR=" + directory_.path().string(),
                    fmt::format("POWER_CUT_MODE={}", kModes[cut % kModes.size()]),
                    fmt::format("POWER_CUT_SEED={}", random.next()),
                    fmt::format("POWER_CUT_AFTER_SYNCS={}", 5 + random.below(250))};
    EXPECT_EQ(write_until(faults, [](ServerProcess&, std::uint64_t) {}), kPowerCutCode);
    const auto found = found_after();
    ASSERT_TRUE(found.empty()) << "cut " << cut << ", seed " << kRuledSeed << ":\n"
                               << joined_lines(found);
  }
  EXPECT_GT(total(&ModelWriter::acknowledged), 500U);
  EXPECT_GT(total(&ModelWriter::refused), 50U);
}

TEST_F(ModelUnderFaults, KeepsEverythingInStepWithTheItemsWhenItIsKilled) {
  SeededRandom random(kRuledSeed);
  for (int kill = 0; kill < 4; ++kill) {
    const auto when = 50 + random.below(800);
    write_until({}, [&](ServerProcess& server, std::uint64_t answered) {
      if (answered == when) server.signal(SIGKILL);
    });
    const auto found = found_after();
    ASSERT_TRUE(found.empty()) << "kill " << kill << ", seed " << kRuledSeed << ":\n"
                               << joined_lines(found);
  }
  EXPECT_GT(total(&ModelWriter::acknowledged), 200U);
}

// The controls: what is taken away is missed.

TEST_F(ModelUnderFaults, IsCaughtWithRowsThatAreMissing) {
  write_until({}, [](ServerProcess&, std::uint64_t) {});
  const auto sound = found_after();
  ASSERT_TRUE(sound.empty()) << joined_lines(sound);
  const auto id = table_id();
  tamper(sums_range());
  EXPECT_FALSE(found_after().empty()) << "a sum";
  tamper(keys::unique_range(id));
  EXPECT_GE(found_after().size(), 2U) << "a claim";
  tamper(note_range(id));
  EXPECT_GE(found_after().size(), 4U) << "a version, of which the stream has told";
}

}  // namespace
}  // namespace partita::faults
