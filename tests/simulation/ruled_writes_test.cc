#include <gtest/gtest.h>

#include <memory>
#include <thread>

#include "database/database.h"
#include "dynamodb/operations/batch_write_item.h"
#include "dynamodb/operations/delete_item.h"
#include "dynamodb/operations/put_item.h"
#include "dynamodb/operations/scan.h"
#include "dynamodb/operations/transact_write_items.h"
#include "dynamodb/operations/update_item.h"
#include "modelled/registry/model_store.h"
#include "modelled/serving/write_pattern.h"
#include "partita/api/exception.h"
#include "partita/base/random.h"
#include "partita/base/task.h"
#include "ruled_reference.h"
#include "suspending_database.h"

// Random writes to a table with a model, by every door, against the rules in plain code: what the
// one accepts the other accepts, and both end with the same items.
namespace partita::simulation {
namespace {

using WriteKind = RuledWrite::Kind;
using Slip = RuledReference::Slip;

constexpr std::uint64_t kSeed = 20261117;

enum class Door { Single, Batch, Transaction, Pattern };

struct RuledRequest {
  Door door = Door::Single;
  std::vector<RuledWrite> writes;
};

// Makes writes that are often right and often nearly so: few ids and values, so that they meet.
class RuledProgram {
 public:
  explicit RuledProgram(std::uint64_t seed) : random_(seed) {}

  RuledRequest next() {
    RuledRequest request;
    request.door = static_cast<Door>(below(4));
    const bool is_single = request.door == Door::Single || request.door == Door::Pattern;
    const std::size_t count = is_single ? 1 : 1 + below(3);
    std::set<std::string> ids;
    while (request.writes.size() < count) {
      RuledWrite write = one(request.door);
      if (ids.insert(write.id).second) request.writes.push_back(std::move(write));
    }
    return request;
  }

 private:
  std::size_t below(std::size_t bound) { return random_.next() % bound; }
  std::string choose(const std::vector<std::string>& from) { return from[below(from.size())]; }

  RuledWrite one(Door door) {
    RuledWrite write;
    const std::size_t dice = below(10);
    write.kind = dice < 5 ? WriteKind::Put : dice < 8 ? WriteKind::Update : WriteKind::Delete;
    if (write.kind == WriteKind::Update && (door == Door::Batch || door == Door::Pattern)) {
      write.kind = WriteKind::Put;
    }
    const std::string kind = choose({"agent", "ticket", "note"});
    // Mostly each kind has ids of its own.
    write.id = kind.substr(0, 1) + std::to_string(below(4));
    if (below(12) == 0) write.id = choose({"a0", "t0", "n0"});
    if (write.kind == WriteKind::Put) {
      write.item = item_of(kind);
      write.item.set("pk", write.id);
      if (below(12) != 0 || door == Door::Pattern) write.item.set("kind", kind);
    }
    if (write.kind == WriteKind::Update) change(write, kind);
    return write;
  }

  void change(RuledWrite& write, const std::string& kind) {
    const Item values = item_of(kind);
    for (const auto& [name, value] : values) {
      if (below(2) == 0) write.item.set(name, value);
    }
    for (const char* name :
         {"kind", "mail", "state", "agent", "team", "weight", "name", "ticket"}) {
      if (below(15) == 0 && write.item.find(name) == nullptr) write.removed.insert(name);
    }
    if (write.item.is_empty() && write.removed.empty()) write.item.set("state", "open");
  }

  Item item_of(const std::string& kind) {
    Item item;
    if (kind == "agent") {
      if (below(10) != 0) item.set("name", choose({"Ann", "Bob", "Eve", "Anna"}));
      if (below(2) == 0) item.set("mail", choose({"a@x", "A@x", "b@x", "c@x"}));
    } else if (kind == "ticket") {
      if (below(3) != 0) item.set("agent", "a" + std::to_string(below(4)));
      if (below(3) != 0) item.set("state", choose({"new", "open", "done", "lost"}));
      if (below(2) == 0) item.set("weight", static_cast<int>(below(7)));
      if (below(6) == 0) item.set("twice", static_cast<int>(below(12)));
      if (below(3) == 0) item.set("team", choose({"x", "y"}));
    } else if (below(10) != 0) {
      item.set("ticket", "t" + std::to_string(below(4)));
    }
    if (below(30) == 0) item.set("color", "red");
    return item;
  }

  SeededRandom random_;
};

// Carries requests out by the doors that clients have.
class Desk {
 public:
  Desk() : Desk(database::Database::open(database::MemoryStore{}, {}).value()) {}
  explicit Desk(std::unique_ptr<database::Database> database) : database_(std::move(database)) {
    const registry::ModelSource source{.file_name = "desk.yaml", .text = kDeskModel, .params = {}};
    auto applied = sync_wait(database_->models().apply(source, {.enforces = true}));
    served_.emplace(applied.value().held);
    tokens_.emplace(sync_wait(serving::PageTokens::open(context().engine, random_)).value());
    pattern_context_.emplace(serving::PatternContext{context(), *tokens_, random_});
  }

  // Why the request was refused; nothing if it was done. Never an answer that is no refusal.
  std::optional<std::string> write(const RuledRequest& request) {
    for (;;) {
      const Status done = write_once(request);
      if (done.ok()) return std::nullopt;
      if (!is_to_be_repeated(done.error())) return done.error().to_string();
      std::this_thread::yield();
    }
  }

  RuledReference::Items items() {
    api::ScanRequest request;
    request.table_name = "desk";
    const auto page = sync_wait(operations::scan(context(), request)).value();
    RuledReference::Items all;
    for (std::size_t i = 0; i < page.items->size(); ++i) {
      const Item item = page.items->at(i).to_item();
      all[item.find("pk")->string()] = item;
    }
    return all;
  }

 private:
  operations::Context& context() { return database_->context(); }

  // What is not about the request: a list that is still being made, another client that was faster.
  static bool is_to_be_repeated(const Error& error) {
    const auto exception = api::exception_of(error);
    if (error.kind() == ErrorKind::Unavailable || error.kind() == ErrorKind::Conflict) return true;
    if (exception != api::Exception::TransactionCanceled) return false;
    for (const auto& reason : error.detail<api::ApiFailure>()->cancellations) {
      if (reason.code == "TransactionConflict") return true;
    }
    return false;
  }

  template <typename Response>
  static Status status_of(const Result<Response>& result) {
    return result.ok() ? Status() : Status(result.error());
  }

  Status write_once(const RuledRequest& request) {
    switch (request.door) {
      case Door::Single:
        return write_alone(request.writes.front());
      case Door::Batch:
        return write_batch(request.writes);
      case Door::Transaction:
        return write_transaction(request.writes);
      case Door::Pattern:
        return write_pattern(request.writes.front());
    }
    return {};
  }

  static EncodedItem key_of(const RuledWrite& write) { return EncodedItem(Item{{"pk", write.id}}); }

  // "SET #a = :a, ... REMOVE #b"
  template <typename Request>
  static void describe(const RuledWrite& write, Request& request) {
    std::string set;
    std::string remove;
    Item values;
    std::map<std::string, std::string> names;
    for (const auto& [name, value] : write.item) {
      set += (set.empty() ? "SET #" : ", #") + name + " = :" + name;
      values.set(":" + name, value);
      names["#" + name] = name;
    }
    for (const std::string& name : write.removed) {
      remove += (remove.empty() ? " REMOVE #" : ", #") + name;
      names["#" + name] = name;
    }
    request.table_name = "desk";
    request.key = key_of(write);
    request.update_expression = set + remove;
    for (const auto& name : names) {
      if (!request.expression_attribute_names) request.expression_attribute_names.emplace();
      request.expression_attribute_names->emplace_back(name.first, name.second);
    }
    if (!values.is_empty()) request.expression_attribute_values = EncodedItem(values);
  }

  Status write_alone(const RuledWrite& write) {
    if (write.kind == WriteKind::Put) {
      api::PutItemRequest request;
      request.table_name = "desk";
      request.item = EncodedItem(write.item);
      return status_of(sync_wait(operations::put_item(context(), request)));
    }
    if (write.kind == WriteKind::Update) {
      api::UpdateItemRequest request;
      describe(write, request);
      return status_of(sync_wait(operations::update_item(context(), request)));
    }
    api::DeleteItemRequest request;
    request.table_name = "desk";
    request.key = key_of(write);
    return status_of(sync_wait(operations::delete_item(context(), request)));
  }

  Status write_batch(const std::vector<RuledWrite>& writes) {
    api::BatchWriteItemRequest request;
    auto& members =
        request.request_items.emplace_back("desk", std::vector<api::WriteRequest>()).second;
    for (const RuledWrite& write : writes) {
      auto& member = members.emplace_back();
      if (write.kind == WriteKind::Put) {
        member.put_request.emplace().item = EncodedItem(write.item);
      } else {
        member.delete_request.emplace().key = key_of(write);
      }
    }
    auto answer = sync_wait(operations::batch_write_item(context(), request));
    if (!answer.ok()) return answer.error();
    const bool is_done = answer->unprocessed_items->empty();
    return is_done ? Status() : Status(Error::conflict("not processed"));
  }

  Status write_transaction(const std::vector<RuledWrite>& writes) {
    api::TransactWriteItemsRequest request;
    for (const RuledWrite& write : writes) {
      auto& action = request.transact_items.emplace_back();
      if (write.kind == WriteKind::Put) {
        auto& put = action.put.emplace();
        put.table_name = "desk";
        put.item = EncodedItem(write.item);
      } else if (write.kind == WriteKind::Update) {
        describe(write, action.update.emplace());
      } else {
        auto& deletion = action.delete_.emplace();
        deletion.table_name = "desk";
        deletion.key = key_of(write);
      }
    }
    return status_of(sync_wait(operations::transact_write_items(context(), request)));
  }

  // The name of the item tells what it is meant to be.
  Status write_pattern(const RuledWrite& write) {
    const char first = write.id.front();
    const std::string entity = first == 'a' ? "agent" : first == 't' ? "ticket" : "note";
    serving::PatternWriteRequest request;
    request.body = write.item;
    if (write.kind == WriteKind::Delete) request.arguments.set("pk", write.id);
    const auto* plan = served_->find((write.kind == WriteKind::Put ? "save_" : "delete_") + entity);
    return status_of(sync_wait(serving::write(*pattern_context_, *served_, *plan, request)));
  }

  SystemRandom random_;
  std::unique_ptr<database::Database> database_;
  std::optional<serving::ServedModel> served_;
  std::optional<serving::PageTokens> tokens_;
  std::optional<serving::PatternContext> pattern_context_;
};

// A pattern is of one entity: it does not touch items of another, deletes only what is there, and
// takes nothing for what is computed.
bool is_beyond_pattern(const RuledRequest& request, const RuledReference& reference) {
  if (request.door != Door::Pattern) return false;
  const RuledWrite& write = request.writes.front();
  const Value* meant = write.item.find("kind");
  const bool is_of_another = meant != nullptr && meant->string().front() != write.id.front();
  if (is_of_another || write.item.find("twice") != nullptr) return true;
  const auto at = reference.items().find(write.id);
  if (at == reference.items().end()) return write.kind == WriteKind::Delete;
  return at->second.find("kind")->string().front() != write.id.front();
}

std::string text_of(const RuledRequest& request) {
  std::string text = "door " + std::to_string(static_cast<int>(request.door));
  for (const RuledWrite& write : request.writes) {
    text += "\n  kind " + std::to_string(static_cast<int>(write.kind)) + " " + write.id + " " +
            ::testing::PrintToString(write.removed);
    for (const auto& [name, value] : write.item) {
      text += " " + name + "=" +
              (value.type() == ValueType::S ? value.string() : value.number().to_string());
    }
  }
  return text;
}

struct Comparison {
  int accepted = 0;
  int refused = 0;
  std::string difference;  // Empty: none.
};

Comparison compare(Desk& desk, Slip slip, int rounds) {
  RuledReference reference(slip);
  std::vector<RuledProgram> clients;
  for (std::uint64_t i = 0; i < 4; ++i) clients.emplace_back(kSeed + i);
  SeededRandom turns(kSeed);
  Comparison seen;
  for (int round = 0; round < rounds; ++round) {
    const RuledRequest request = clients[turns.next() % clients.size()].next();
    const bool is_beyond = is_beyond_pattern(request, reference);
    const auto refused = desk.write(request);
    if (refused && is_beyond) continue;
    const auto expected = reference.apply(request.writes);
    (refused ? seen.refused : seen.accepted) += 1;
    if (refused.has_value() == expected.has_value() && desk.items() == reference.items()) continue;
    seen.difference = "round " + std::to_string(round) + ", " + text_of(request) +
                      "\n  the database: " + refused.value_or("done") +
                      "\n  the reference: " + expected.value_or("done");
    return seen;
  }
  return seen;
}

TEST(RuledWrites, AreAcceptedAsThePlainRulesAcceptThem) {
  Desk desk;
  const Comparison seen = compare(desk, Slip::None, 4000);
  EXPECT_EQ(seen.difference, "") << "seed " << kSeed;
  EXPECT_GT(seen.accepted, 800);
  EXPECT_GT(seen.refused, 800);
}

TEST(RuledWrites, FindARuleThatIsLeftOut) {
  for (const Slip slip : {Slip::Lifecycle, Slip::Unique, Slip::Reference, Slip::OnDelete,
                          Slip::Cascade, Slip::EntityChange, Slip::Computed}) {
    Desk desk;
    EXPECT_NE(compare(desk, slip, 4000).difference, "") << static_cast<int>(slip);
  }
}

TEST(RuledWrites, AreAcceptedSoOnAnEngineThatWaits) {
  Desk desk(open_suspending_database(kSeed));
  const Comparison seen = compare(desk, Slip::None, 400);
  EXPECT_EQ(seen.difference, "") << "seed " << kSeed;
  EXPECT_GT(seen.accepted, 80);
  EXPECT_GT(seen.refused, 80);
}

// Clients at the same time: whatever order their writes take, no rule is broken between items.
void check_meeting(Desk& desk, int rounds) {
  std::vector<std::thread> clients;
  for (std::uint64_t i = 0; i < 4; ++i) {
    clients.emplace_back([&desk, rounds, i] {
      RuledProgram program(kSeed + 100 + i);
      for (int round = 0; round < rounds; ++round) desk.write(program.next());
    });
  }
  for (std::thread& client : clients) client.join();
  const auto items = desk.items();
  EXPECT_FALSE(items.empty());
  EXPECT_EQ(RuledReference::broken(items).value_or("nothing"), "nothing") << "seed " << kSeed;
}

TEST(RuledWrites, LeaveNothingBrokenWhenTheyMeet) {
  Desk desk;
  check_meeting(desk, 700);
}

TEST(RuledWrites, LeaveNothingBrokenWhenTheyMeetOnAnEngineThatWaits) {
  Desk desk(open_suspending_database(kSeed));
  check_meeting(desk, 100);
}

TEST(RuledWrites, TheLookAtTheWholeSeesWhatIsBroken) {
  const Item agent{{"pk", "a0"}, {"kind", "agent"}, {"name", "Ann"}, {"mail", "a@x"}};
  Item other = agent;
  other.set("pk", "a1");
  EXPECT_TRUE(RuledReference::broken({{"a0", agent}, {"a1", other}}).has_value());
  const Item note{{"pk", "n0"}, {"kind", "note"}, {"ticket", "t0"}};
  EXPECT_TRUE(RuledReference::broken({{"n0", note}}).has_value());
  EXPECT_FALSE(RuledReference::broken({{"a0", agent}}).has_value());
}

}  // namespace
}  // namespace partita::simulation
