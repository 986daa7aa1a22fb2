// Single items, collections and maps, and rows of several entities under one key.
#include <gtest/gtest.h>

#include "unit/modelled/serving/read_database.h"

namespace partita::serving {
namespace {

// Tasks and jobs share their form of keys; notes hang on jobs.
constexpr const char* kDesk = R"(
format: 1
model: desk
version: 1
tables:
  desk:
    name: desk
    key: {partition: pk, sort: sk}
    billing: {mode: on_demand}
    enforcement: enforce
    indexes:
      by_owner: {partition: [owner], sort: [title], project: all}
      local_time: {local: true, sort: [at], project: all}
entities:
  Job:
    match: {kind: job}
    key: {pk: "{id}", sk: metadata}
    attributes:
      kind: {type: const, value: job}
      id: {type: string, required: true}
      owner: {type: string, required: true}
      title: {type: string, required: true}
  Task:
    match: {kind: task}
    key: {pk: "{id}", sk: metadata}
    attributes:
      kind: {type: const, value: task}
      id: {type: string, required: true}
      owner: {type: string, required: true}
      title: {type: string, required: true}
      done: {type: bool, default: false}
  Note:
    match: {kind: note}
    key: {pk: "{id}", sk: "note-{number:03}"}
    attributes:
      kind: {type: const, value: note}
      id: {type: string, required: true}
      number: {type: int, required: true}
      at: {type: timestamp, encode: epoch_ms, required: true}
patterns:
  get_job: {get: Job, by: {id: $id}}
  get_note: {get: Note, by: {id: $id, number: $number}}
  jobs_of: {query: Job, where: {owner: $owner}, page: {default: 2, max: 10}}
  titles_from: {query: Task, where: {owner: $owner}, prefix: {title: $start}}
  job_with_notes:
    collection:
      job: {one: Job}
      notes: {many: Note}
    where: {id: $id}
  job_of_title: {get: Job, by: {owner: $owner, title: $title}}
  notes_by_time: {query: Note, where: {id: $id}, range: {at: $when}, consistent: true}
  notes_in_range: {query: Note, where: {id: $id}, range: {number: $numbers}}
  notes_by_number: {query: Note, where: {id: $id}, shape: {by: number}}
)";

class ReadItems : public ::testing::Test {
 protected:
  void add(const std::string& kind, const std::string& id, const std::string& title) {
    const std::string entity = kind == "job" ? "Job" : "Task";
    database_.put_entity(entity, {{"kind", kind}, {"id", id}, {"owner", "ada"}, {"title", title}});
  }
  void add_note(const std::string& id, int number) {
    database_.put_entity("Note", {{"kind", "note"},
                                  {"id", id},
                                  {"number", number},
                                  {"at", 1'761'057'000'000 + 86'400'000LL * number}});
  }

  ReadDatabase database_{kDesk};
};

TEST_F(ReadItems, AreFoundByTheirKey) {
  add("job", "j1", "wash");
  add_note("j1", 7);
  const auto answer = database_.read("get_job", {{"id", "j1"}}).value();
  EXPECT_EQ(column(answer, "title"), "wash");
  EXPECT_EQ(answer.rows[0].entity->name, "Job");
  EXPECT_EQ(answer.cost.scanned, 1U);
  EXPECT_EQ(answer.cost.read_units, 0.5);
  EXPECT_EQ(column(*database_.read("get_note", {{"id", "j1"}, {"number", "7"}}), "number"), "7");
}

TEST_F(ReadItems, CanBeReadConsistently) {
  add("job", "j1", "wash");
  PatternReadRequest request;
  request.arguments.set("id", "j1");
  request.is_consistent = true;
  EXPECT_EQ(database_.run("get_job", request)->cost.read_units, 1);
  PatternReadRequest list;
  list.arguments.set("owner", "ada");
  list.is_consistent = true;
  EXPECT_EQ(database_.run("jobs_of", list).error().message(),
            "consistent: jobs_of reads index by_owner, which has no consistent reads");
}

TEST_F(ReadItems, OfAnotherEntityAreNotFound) {
  add("task", "t1", "iron");
  EXPECT_EQ(database_.failure("get_job", {{"id", "t1"}}),
            "NotFound: there is no Job with id = `t1`");
  EXPECT_EQ(database_.failure("get_job", {{"id", "nothing"}}),
            "NotFound: there is no Job with id = `nothing`");
}

TEST_F(ReadItems, AreNotAskedForByWrongArguments) {
  EXPECT_EQ(database_.failure("get_job", {}), "BadArgument: get_job needs `id`");
  EXPECT_EQ(database_.failure("get_job", {{"id", ""}}), "BadArgument: id is empty");
  EXPECT_EQ(database_.failure("get_job", {{"id", "1"}, {"idd", "2"}}),
            "BadArgument: `idd` is no parameter of get_job; did you mean `id`?");
  EXPECT_EQ(database_.failure("get_note", {{"id", "1"}, {"number", "x"}}),
            "BadArgument: number: `x` is not a whole number");
  EXPECT_NE(database_.failure("get_note", {{"id", "1"}, {"number", "12345"}}).find("BadArgument"),
            std::string::npos);
}

TEST_F(ReadItems, OfAListAreOnlyThoseOfItsEntity) {
  for (int i = 0; i < 9; ++i) add(i % 2 == 0 ? "job" : "task", "x" + std::to_string(i), "same");
  const auto pages = read_forward(database_, "jobs_of", {{"owner", "ada"}}, 2);
  ASSERT_EQ(pages.size(), 3U);
  EXPECT_EQ(pages[0].rows.size(), 2U);
  for (const auto& page : pages) {
    for (const auto& row : page.rows) EXPECT_EQ(row.entity->name, "Job");
  }
  EXPECT_EQ(read_backward(database_, "jobs_of", {{"owner", "ada"}}, 2, pages[2]).size(), 2U);
}

TEST_F(ReadItems, AreFoundByTheBeginningOfAText) {
  for (const std::string title : {"iron", "ironing", "wash"}) add("task", title, title);
  EXPECT_EQ(column(*database_.read("titles_from", {{"owner", "ada"}, {"start", "iron"}}), "title"),
            "iron ironing");
  EXPECT_EQ(database_.failure("titles_from", {{"owner", "ada"}, {"start", ""}}),
            "BadArgument: start is empty");
}

TEST_F(ReadItems, AreOneEvenIfAnIndexFindsThem) {
  add("task", "t1", "wash");
  add("job", "j1", "wash");
  add("job", "j2", "iron");
  const auto answer = database_.read("job_of_title", {{"owner", "ada"}, {"title", "wash"}}).value();
  EXPECT_EQ(column(answer, "id"), "j1");
  EXPECT_EQ(answer.next, "");
  EXPECT_EQ(database_.failure("job_of_title", {{"owner", "ada"}, {"title", "cook"}}),
            "NotFound: there is no Job with owner = `ada`, title = `cook`");
}

TEST_F(ReadItems, OfACollectionComeWhole) {
  add("job", "j1", "wash");
  for (int i = 0; i < 250; ++i) add_note("j1", i);
  const auto answer = database_.read("job_with_notes", {{"id", "j1"}}).value();
  ASSERT_EQ(answer.rows.size(), 251U);
  EXPECT_EQ(answer.rows[0].member, "job");
  EXPECT_EQ(answer.rows[250].member, "notes");
  EXPECT_EQ(answer.rows[250].entity->name, "Note");
  EXPECT_FALSE(answer.has_more);
}

TEST_F(ReadItems, OfACollectionWithoutItsOnePartAreNotFound) {
  add_note("j1", 1);
  EXPECT_EQ(database_.failure("job_with_notes", {{"id", "j1"}}),
            "NotFound: there is no Job with id = `j1`");
}

TEST_F(ReadItems, OfALocalIndexAreConsistent) {
  for (int i = 0; i < 5; ++i) add_note("j1", i);
  const GivenArguments arguments{{"id", "j1"}, {"from", "2025-10-22"}, {"to", "2025-10-23"}};
  EXPECT_EQ(column(*database_.read("notes_by_time", arguments), "number"), "1 2");
}

TEST_F(ReadItems, AreInARangeOfPaddedNumbers) {
  for (const int number : {1, 2, 9, 10, 11, 100}) add_note("j1", number);
  const auto numbers = [&](const GivenArguments& bounds) {
    GivenArguments arguments{{"id", "j1"}};
    arguments.insert(arguments.end(), bounds.begin(), bounds.end());
    return column(*database_.read("notes_in_range", arguments), "number");
  };
  EXPECT_EQ(numbers({}), "1 2 9 10 11 100");
  EXPECT_EQ(numbers({{"from", "9"}, {"to", "11"}}), "9 10 11");
  EXPECT_EQ(numbers({{"from", "11"}}), "11 100");
  EXPECT_EQ(database_.failure("notes_in_range", {{"id", "j1"}, {"from", "9"}, {"to", "2"}}),
            "BadArgument: numbers: the range ends before it begins");
}

TEST_F(ReadItems, OfAMapAreNamedByTheirAttribute) {
  for (const int number : {3, 12}) add_note("j1", number);
  const auto answer = database_.read("notes_by_number", {{"id", "j1"}}).value();
  ASSERT_EQ(answer.rows.size(), 2U);
  EXPECT_EQ(answer.rows[0].member, "3");
  EXPECT_EQ(answer.rows[1].member, "12");
}

}  // namespace
}  // namespace partita::serving
