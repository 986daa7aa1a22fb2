#pragma once

#include <string>

#include "unit/modelled/serving/write_fixture.h"

namespace partita::serving {

inline constexpr const char* kJobs = R"(
format: 1
model: work
version: 1
tables:
  jobs:
    name: jobs
    key: {partition: id}
    enforcement: enforce
    indexes:
      by_state: {partition: [queue, state], sort: [made], project: all}
entities:
  Job:
    match: all
    key: {id: "{id}"}
    attributes:
      id: {type: string}
      queue: {type: string, default: main}
      state: {type: enum, values: [waiting, busy, done, failed], default: waiting}
      made: {type: int, default: 0}
      result: {type: string}
      token: {type: string}
      until: {type: timestamp, encode: epoch_ms}
      worker: {type: string}
      attempts: {type: int, min: 0}
      note: {type: string}
    lifecycle:
      attribute: state
      initial: [waiting]
      final: [done, failed]
      transitions:
        - {from: waiting, to: busy}
        - {from: busy, to: [done, failed]}
        - {from: busy, to: waiting, by: worker}
      work:
        states: [busy]
        for: 5m
        token: token
        until: until
        worker: worker
        attempts: attempts
        max: 3
        then: waiting
        dead: {to: failed, set: {result: lost}}
patterns:
  next_job:
    claim: Job
    where: {queue: $queue, state: waiting}
    order: {by: [made]}
    to: busy
    complete: done
    fail: failed
    set: [result]
    http: POST /jobs:claim
)";

// Jobs and workers that claim them.
class JobFixture : public WriteFixture {
 protected:
  JobFixture() { serve(kJobs); }

  void add_job(const std::string& id, int made = 0) { put("jobs", {{"id", id}, {"made", made}}); }
  Result<WriteAnswer> claim(Item body = {}) {
    return write("next_job", {{"queue", "main"}}, std::move(body));
  }
  // The item that a worker gets; empty: none.
  Item claimed(Item body = {}) {
    const auto answer = claim(std::move(body));
    if (answer.ok() && answer->rows.empty()) return {};
    return item_of(answer);
  }
  Result<WriteAnswer> with_token(const std::string& verb, const Item& job, Item body = {}) {
    body.set("token", *job.find("token"));
    return write("next_job_" + verb, {{"id", text_in(job, "id")}}, std::move(body));
  }
  Item job(const std::string& id) { return stored("jobs", {{"id", id}}).value_or(Item()); }
  // What the server does by itself, once that much time has passed.
  void pass(std::chrono::milliseconds time) {
    clock_.advance(time);
    ASSERT_TRUE(database_->do_timed_work().ok());
  }
};

}  // namespace partita::serving
