#include <gtest/gtest.h>

#include "support/model_file.h"
#include "unit/model/rules/test_table.h"

namespace partita::rules {
namespace {

constexpr const char* kModels[] = {"album_workflow", "execution_index", "music", "photoeditor",
                                   "rez_agent"};

// An item of the entity in some state, as an update meets it: only the key and what transitions
// need. Updates are judged by what they change, so that is enough.
Item item_in(const model::Entity& entity, const std::string& state) {
  Item item{{entity.table->partition_key, "550e8400-e29b-41d4-a716-446655440000"}};
  if (entity.table->has_sort_key()) item.set(entity.table->sort_key, "metadata");
  if (!entity.match.empty()) {
    item.set(entity.match[0].attribute, entity.match[0].values.front());
    if (entity.name == "Task") item.set(entity.table->partition_key, "task-01HF9G");
  }
  item.set(entity.lifecycle->attribute, state);
  return item;
}

// Gives the item what a transition requires and its guard asks for.
Item made_ready(Item item, const model::Entity& entity, const model::Transition& transition) {
  for (const std::string& required : transition.required) {
    const auto type = model::stored_type(*entity.find_attribute(required)->type);
    item.set(required, type == ValueType::L   ? Value(List{})
                       : type == ValueType::M ? Value(Map{{"code", "C"}, {"message", "m"}})
                                              : Value("given"));
  }
  if (transition.name == "redrive") item.set("redriveCount", 1);
  return item;
}

template <typename Visit>
int for_each_step_of(TestTable& table, const model::Entity& entity, Visit visit) {
  int steps = 0;
  for (const std::string& from : entity.lifecycle->states) {
    for (const std::string& to : entity.lifecycle->states) {
      SCOPED_TRACE(entity.name + ": " + from + " -> " + to);
      visit(table, entity, from, to);
      ++steps;
    }
  }
  return steps;
}

// Calls `visit` for each pair of states of each lifecycle of the five models.
template <typename Visit>
int for_each_step(Visit visit) {
  int steps = 0;
  for (const char* name : kModels) {
    auto table = TestTable::of_file(name);
    for (const model::Entity& entity : table.rules().model().entities) {
      if (entity.lifecycle) steps += for_each_step_of(table, entity, visit);
    }
  }
  return steps;
}

TEST(LifecycleOfEveryModel, AllowsExactlyItsTransitions) {
  const int steps = for_each_step([](TestTable& table, const model::Entity& entity,
                                     const std::string& from, const std::string& to) {
    Item before = item_in(entity, from);
    if (entity.lifecycle->attribute == "status" && entity.name == "Execution" &&
        entity.find_attribute("redriveCount") != nullptr) {
      before.set("redriveCount", 0);
    }
    if (entity.name == "Task") before.set("expiresAt", "2025-10-21T14:00:00Z");
    Item after = with(before, entity.lifecycle->attribute, to);
    const model::Transition* transition = entity.lifecycle->find(from, to);
    if (transition != nullptr) after = made_ready(after, entity, *transition);
    table.role = transition == nullptr ? "" : transition->role;
    table.is_server = transition != nullptr && (transition->by_server || transition->by_worker);
    const Answer answer = table.update(before, after, {entity.lifecycle->attribute});
    const bool is_late = entity.lifecycle->ignores_late && transition == nullptr && from != to;
    EXPECT_EQ(answer.outcome.late.has_value(), is_late);
    if (is_late) {
      EXPECT_EQ(answer.item, before);
    }
    const bool is_allowed = transition != nullptr || from == to || is_late;
    EXPECT_EQ(answer.is_allowed, is_allowed) << answer.text;
    if (!is_allowed) {
      EXPECT_EQ(answer.refusal->code, "M201") << answer.text;
    }
    if (transition == nullptr) return;
    for (const std::string& stamp : transition->stamps) {
      EXPECT_NE(answer.item.find(stamp), nullptr) << stamp;
    }
    for (const std::string& cleared : transition->clears) {
      EXPECT_EQ(answer.item.find(cleared), nullptr) << cleared;
    }
  });
  EXPECT_GT(steps, 80);
}

TEST(LifecycleOfEveryModel, NeedsWhatItsTransitionsRequire) {
  int required = 0;
  for_each_step([&](TestTable& table, const model::Entity& entity, const std::string& from,
                    const std::string& to) {
    const model::Transition* transition = entity.lifecycle->find(from, to);
    if (transition == nullptr || transition->required.empty()) return;
    const Item before = item_in(entity, from);
    const Answer answer =
        table.update(before, with(before, entity.lifecycle->attribute, to), {"status"});
    ASSERT_FALSE(answer.is_allowed);
    EXPECT_EQ(answer.refusal->code, "M202");
    EXPECT_EQ(answer.refusal->allowed, transition->required);
    ++required;
  });
  EXPECT_GE(required, 6);
}

Item job(const char* status) {
  return Item{{"jobId", "01HF9G3Q7Z6X5V4T3S2R1P0N9M"},
              {"userId", "u1"},
              {"fileSize", 1},
              {"fileType", "image/png"},
              {"provider", "stub"},
              {"status", status}};
}

TEST(Lifecycle, BeginsInAnInitialState) {
  const auto table = TestTable::of_file("photoeditor");
  EXPECT_TRUE(table.put(job("QUEUED")).is_allowed);
  EXPECT_EQ(table.put(job("COMPLETED")).text,
            "model photoeditor, Job 01HF9G3Q7Z6X5V4T3S2R1P0N9M: status COMPLETED is not allowed "
            "for a new item; initial: QUEUED [M201]");
}

TEST(Lifecycle, TakesAPutOnAnExistingItemForATransition) {
  const auto table = TestTable::of_file("photoeditor");
  EXPECT_TRUE(table.put(job("PROCESSING"), job("QUEUED")).is_allowed);
  EXPECT_EQ(table.put(job("QUEUED"), job("PROCESSING")).refusal->code, "M201");
}

TEST(Lifecycle, DoesNotLoseItsState) {
  const auto table = TestTable::of_file("photoeditor");
  const Item before = job("EDITING");
  EXPECT_EQ(table.update(before, without(before, "status"), {"status"}).text,
            "model photoeditor, Job 01HF9G3Q7Z6X5V4T3S2R1P0N9M: status EDITING cannot be removed "
            "[M101]");
}

TEST(Lifecycle, StampsOnlyOnEntering) {
  auto table = TestTable::of_file("photoeditor");
  const Item first = table.update(job("QUEUED"), job("PROCESSING"), {"status"}).item;
  EXPECT_EQ(*first.find("processingStartedAt"), Value(1761057000000));
  table.now += std::chrono::minutes(1);
  const Item again = table.update(first, with(first, "traceId", "t"), {"status", "traceId"}).item;
  EXPECT_EQ(*again.find("processingStartedAt"), Value(1761057000000));
}

TEST(Lifecycle, KeepsTheTimeThatTheClientStampsItself) {
  const auto table = TestTable::of_file("photoeditor");
  const Item after = with(job("PROCESSING"), "processingStartedAt", 1761056999000);
  EXPECT_EQ(*table.update(job("QUEUED"), after, {"status"}).item.find("processingStartedAt"),
            Value(1761056999000));
}

TEST(Lifecycle, CountsRepetitionsThatNameTheState) {
  const auto table = TestTable::of_file("rez_agent");
  const Item before{{"message_id", "550e8400-e29b-41d4-a716-446655440000"},
                    {"status", "processing"},
                    {"retry_count", 1}};
  EXPECT_EQ(*table.update(before, before, {"status"}).item.find("retry_count"), Value(2));
  EXPECT_EQ(*table.update(before, before, {"error_message"}).item.find("retry_count"), Value(1));
  const Item own = with(before, "retry_count", 5);
  EXPECT_EQ(*table.update(before, own, {"status", "retry_count"}).item.find("retry_count"),
            Value(5));
}

TEST(Lifecycle, DoesNotCountAMergingPutThatLeavesTheStateOut) {
  const auto table =
      TestTable::of_things("s: {type: enum, values: [a]}\nn: {type: int}",
                           "put_mode: merge\n"
                           "lifecycle: {attribute: s, initial: [a], final: [a], transitions: [], "
                           "same_state: {allow: true, count_in: {a: n}}}");
  const Item before{{"id", "1"}, {"s", "a"}, {"n", 1}};
  EXPECT_EQ(*table.put({{"id", "1"}, {"x", 1}}, before).item.find("n"), Value(1));
  EXPECT_EQ(*table.put({{"id", "1"}, {"s", "a"}}, before).item.find("n"), Value(2));
}

TEST(Lifecycle, RefusesRepetitionsWhereTheModelSaysSo) {
  const auto table = TestTable::of_things(
      "s: {type: enum, values: [a, b]}",
      "lifecycle: {attribute: s, initial: [a], transitions: [{from: a, to: b}], final: [b], "
      "same_state: {allow: false}}");
  const Item before{{"id", "1"}, {"s", "a"}};
  EXPECT_EQ(table.update(before, before, {"s"}).text,
            "model shop, Thing 1: s a -> a is not allowed; from a: b [M201]");
  EXPECT_TRUE(table.update(before, with(before, "x", 1), {"x"}).is_allowed);
}

constexpr const char* kExecutions = "models/execution_index.yaml";

// The model as it would be if late events were refused.
std::string without_late(std::string model) {
  constexpr std::string_view kIgnore = "late: ignore";
  return model.replace(model.find(kIgnore), kIgnore.size(), "late: refuse");
}

TEST(Lifecycle, TellsALateEventThatItIsLate) {
  const auto table = TestTable::of_text(without_late(tree_file(kExecutions)));
  const Item ended{{"executionArn", "arn:aws:states:us-east-1:1:execution:a-b:c"},
                   {"status", "SUCCEEDED"},
                   {"startDate", "2025-09-29T12:34:50.000Z"},
                   {"stopDate", "2025-09-29T12:35:00.000Z"}};
  Item late = without(ended, "stopDate");
  late.set("status", "RUNNING");
  // The put keeps the stop date, which does not go with RUNNING; that is not what is wrong here.
  EXPECT_EQ(table.put(late, ended).text,
            "model execution_index, Execution arn:aws:states:us-east-1:1:execution:a-b:c: status "
            "SUCCEEDED -> RUNNING is not allowed; SUCCEEDED is final [M201]");
}

TEST(Lifecycle, HoldsItsGuards) {
  const auto table = TestTable::of_text(without_late(tree_file(kExecutions)));
  const Item before{{"executionArn", "arn:aws:states:us-east-1:1:execution:a-b:c"},
                    {"status", "FAILED"},
                    {"redriveCount", 1},
                    {"executionName", "c"},
                    {"stopDate", "2025-09-29T12:35:00.000Z"}};
  EXPECT_EQ(table.update(before, with(before, "status", "RUNNING"), {"status"}).text,
            "model execution_index, Execution arn:aws:states:us-east-1:1:execution:a-b:c: status "
            "FAILED -> RUNNING requires redriveCount > old.redriveCount [M201]");
  const Item again = with(with(before, "status", "RUNNING"), "redriveCount", 2);
  const Answer answer = table.update(before, again, {"status", "redriveCount"});
  ASSERT_TRUE(answer.is_allowed) << answer.text;
  EXPECT_EQ(answer.item.find("stopDate"), nullptr);
}

TEST(Lifecycle, HoldsItsRoles) {
  auto table = TestTable::of_file("photoeditor");
  const Answer answer = table.update(job("FAILED"), job("QUEUED"), {"status"});
  EXPECT_EQ(answer.text,
            "model photoeditor, Job 01HF9G3Q7Z6X5V4T3S2R1P0N9M: status FAILED -> QUEUED (replay) "
            "requires role operator [M202]");
  EXPECT_EQ(answer.refusal->rule, "role");
  table.role = "operator";
  EXPECT_TRUE(table.update(job("FAILED"), job("QUEUED"), {"status"}).is_allowed);
}

TEST(Lifecycle, LeavesTheServersTransitionsToTheServer) {
  auto table = TestTable::of_file("album_workflow");
  const Item before{{"pk", "task-01HF9G"},
                    {"sk", "metadata"},
                    {"entityType", "task"},
                    {"status", "pending"},
                    {"expiresAt", "2025-10-21T14:00:00Z"}};
  const Item after = with(before, "status", "expired");
  EXPECT_EQ(table.update(before, after, {"status"}).text,
            "model album_workflow, Task task-01HF9G: status pending -> expired is made by the "
            "server only [M202]");
  table.is_server = true;
  EXPECT_TRUE(table.update(before, after, {"status"}).is_allowed);
}

TEST(Lifecycle, CanForbidToDeleteWhatIsNotFinal) {
  const auto table = TestTable::of_things(
      "s: {type: enum, values: [a, b]}",
      "lifecycle: {attribute: s, initial: [a], transitions: [{from: a, to: b}], final: [b], "
      "delete: final_only}");
  EXPECT_EQ(table.remove({{"id", "1"}, {"s", "a"}}).text,
            "model shop, Thing 1: s a cannot be deleted; only b can [M201]");
  EXPECT_TRUE(table.remove({{"id", "1"}, {"s", "b"}}).is_allowed);
  EXPECT_TRUE(table.remove({{"id", "1"}, {"s", "a"}}, WriteKind::Expire).is_allowed);
}

}  // namespace
}  // namespace partita::rules
