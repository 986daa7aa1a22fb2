#include "wire/deliveries/http_courier.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "model/definition/read_model.h"
#include "modelled/syncs/sync_program.h"
#include "partita/value/encoded_item.h"
#include "store/keys/key_hash.h"
#include "unit/wire/outgoing/scripted_server.h"

namespace partita::deliveries {
namespace {

using syncs::Receipt;
using testing::ScriptedServer;

const std::string kTaken = "HTTP/1.1 204 No Content\r\n\r\n";

// A sync to that address, and an event of it.
class TaskSync {
 public:
  explicit TaskSync(const std::string& url)
      : model_(model::load_model("format: 1\n"
                                 "model: m\n"
                                 "version: 1\n"
                                 "tables: {t: {name: t, key: {partition: pk}}}\n"
                                 "entities:\n"
                                 "  Task:\n"
                                 "    match: all\n"
                                 "    key: {pk: '{id}'}\n"
                                 "    attributes: {id: {type: string}}\n"
                                 "sync:\n"
                                 "  told: {of: Task, to: {kind: webhook, url: '" +
                                     url + "'}}\n",
                                 "tasks", {})
                   .value()) {
    const auto entity_of = [this](const ItemView&) { return model_->find_entity("Task"); };
    program_ =
        syncs::SyncProgram::compile(*model_, *model_->find_table("t"), keys::TableId(7), entity_of)
            .value();
  }

  Receipt tell(HttpCourier& courier) const {
    const EncodedItem item(Item{{"pk", "a"}, {"id", "a"}});
    const std::vector<syncs::StampedEvent> events{{.stamp = 1,
                                                   .event = {.kind = syncs::EventKind::Insert,
                                                             .time_ms = 1,
                                                             .item = keys::hash_bytes("a"),
                                                             .image = item.view()}}};
    return courier.deliver({.plan = *program_->find("told"), .instance = 1, .events = events});
  }

 private:
  std::shared_ptr<const model::Model> model_;
  std::unique_ptr<syncs::SyncProgram> program_;
};

HttpCourierOptions impatient() {
  HttpCourierOptions options;
  options.times.whole = std::chrono::milliseconds(300);
  return options;
}

TEST(HttpCourier, TellsAgainOverANewConnectionWhereTheOldOneWasClosed) {
  const ScriptedServer server({kTaken, "", kTaken});
  HttpCourier courier({});
  const TaskSync sync(server.endpoint());
  EXPECT_EQ(sync.tell(courier).kind, Receipt::Kind::Taken);
  EXPECT_EQ(sync.tell(courier).kind, Receipt::Kind::Taken);
}

// Whoever waits for half a minute would else wait for a whole one, and be told twice.
TEST(HttpCourier, AsksNobodyASecondTimeWhoHasLetTheTimeGoBy) {
  const ScriptedServer server({kTaken, "hang", kTaken});
  HttpCourier courier(impatient());
  const TaskSync sync(server.endpoint());
  EXPECT_EQ(sync.tell(courier).kind, Receipt::Kind::Taken);
  EXPECT_EQ(sync.tell(courier).kind, Receipt::Kind::NoAnswer);
  EXPECT_EQ(sync.tell(courier).kind, Receipt::Kind::Taken);
}

}  // namespace
}  // namespace partita::deliveries
