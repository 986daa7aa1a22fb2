// Every writing pattern of the shipped models, run once in an order in which all of them succeed.
#include <set>

#include "unit/modelled/serving/write_fixture.h"

namespace partita::serving {
namespace {

struct Call {
  std::string pattern;
  PatternWriteRequest request;
};

constexpr const char* kExecution = "0f8fad5b-d9cb-469f-a165-70867728950e";
constexpr const char* kMessage = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
constexpr const char* kArn = "arn:aws:states:us-east-1:123456789012:execution:agent-dev:run-1";
constexpr const char* kJob = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
constexpr const char* kOtherJob = "01HF9G3Q7Z6X5V4T3S2R1P0N9M";
constexpr const char* kDelivered = "3f333df6-90a4-4fda-8dd3-9485d27cee36";
constexpr const char* kLost = "6fa459ea-ee8a-4ca4-894e-db77e160355e";
constexpr const char* kStepFunctions = "step-functions";

Value album(std::int64_t index) {
  return Map{{"albumIndex", index}, {"albumName", "Blue"}, {"artist", "Mitchell"}, {"year", 1971}};
}

PatternWriteRequest as_operator(PatternWriteRequest request) {
  request.role = "operator";
  return request;
}

std::vector<Call> album_workflow() {
  return {
      {"start_execution", request_of({}, {{"executionId", kExecution},
                                          {"workflowType", kStepFunctions},
                                          {"imageS3Key", "wall.jpg"}})},
      {"set_execution_status", request_of({{"executionId", kExecution}}, {{"status", "waiting"}})},
      {"record_album", request_of({{"executionId", kExecution}, {"albumIndex", "1"}},
                                  {{"workflowType", kStepFunctions},
                                   {"albumName", "Blue"},
                                   {"artist", "Mitchell"},
                                   {"year", 1971}})},
      {"update_album", request_of({{"executionId", kExecution}, {"albumIndex", "1"}},
                                  {{"artist", "Joni Mitchell"}, {"priceEstimate", 12}})},
      {"create_task", request_of({}, {{"taskId", "task-1"},
                                      {"workflowType", kStepFunctions},
                                      {"executionId", kExecution},
                                      {"imageS3Key", "wall.jpg"},
                                      {"albums", List{album(1)}},
                                      {"taskToken", "secret"}})},
      {"complete_task", request_of({{"taskId", "task-1"}}, {{"validatedData", List{album(1)}}})},
  };
}

std::vector<Call> execution_index() {
  return {{"index_execution",
           request_of({{"executionArn", kArn}},
                      {{"status", "RUNNING"}, {"startDate", "2025-10-21T14:30:00Z"}})}};
}

std::vector<Call> music_of_artists() {
  return {
      {"save_artist", request_of({{"artistId", "a1"}},
                                 {{"name", "Ravi Shankar"}, {"instruments", List{"Sitar"}}})},
      {"save_artist", request_of({{"artistId", "a2"}}, {{"name", "Alla Rakha"}})},
      {"save_raga", request_of({{"ragaId", "yaman"}}, {{"name", "Yaman"}})},
      {"save_tala", request_of({{"talaId", "teental"}}, {{"name", "Teental"}, {"beats", 16}})},
      {"save_composition", request_of({{"compositionId", "c1"}, {"expect", "0"}},
                                      {{"title", "First"}, {"ragaId", "yaman"}})},
      {"save_composition", request_of({{"compositionId", "c1"}, {"expect", "1"}},
                                      {{"title", "Second"}, {"editedBy", List{"u1", "u2"}}})},
      {"restore_composition", request_of({{"compositionId", "c1"}, {"version", "1"}})},
      {"add_member", request_of({{"artistId", "a1"}, {"memberId", "a2"}})},
      {"remove_member", request_of({{"artistId", "a1"}, {"memberId", "a2"}})},
      {"attribute_composition", request_of({{"compositionId", "c1"}, {"artistId", "a1"}})},
  };
}

std::vector<Call> music_of_users() {
  return {
      {"register_user",
       request_of({}, {{"userId", "u1"}, {"email", "Ann@example.com"}, {"username", "ann"}})},
      {"follow_artist", request_of({{"userId", "u1"}, {"artistId", "a1"}})},
      {"unfollow_artist", request_of({{"userId", "u1"}, {"artistId", "a1"}})},
      {"create_managed_artist",
       request_of({}, {{"artist", Map{{"name", "Anoushka Shankar"}}},
                       {"manager", Map{{"userId", "u1"}, {"grantedBy", "u1"}}}})},
      {"add_manager", request_of({{"artistId", "a1"}, {"userId", "u1"}},
                                 {{"permissions", Map{{"editProfile", true}}}})},
      {"remove_manager", request_of({{"artistId", "a1"}, {"userId", "u1"}})},
      {"save_venue", request_of({{"venueId", "v1"}}, {{"name", "Fillmore"}})},
      {"save_event", request_of({{"eventId", "e1"}}, {{"name", "Monterey"},
                                                      {"date", "1967-06-18"},
                                                      {"venueId", "v1"},
                                                      {"location", Map{{"country", "US"}}}})},
      {"add_performance",
       request_of({{"eventId", "e1"}},
                  {{"performance", Map{{"performanceId", "p1"}, {"date", "1967-06-18"}}}})},
      {"add_performer",
       request_of({{"performanceId", "p1"}, {"artistId", "a1"}}, {{"date", "1967-06-18"}})},
      {"add_to_set_list",
       request_of({{"performanceId", "p1"}, {"compositionId", "c1"}}, {{"position", 1}})},
      {"change_karma", request_of({{"userId", "u1"}}, {{"change", 5}, {"reason", "An edit."}})},
  };
}

std::vector<Call> music() {
  std::vector<Call> calls = music_of_artists();
  for (Call& call : music_of_users()) calls.push_back(std::move(call));
  return calls;
}

PatternWriteRequest new_job(const char* id) {
  return request_of({}, {{"jobId", id},
                         {"userId", "u1"},
                         {"fileSize", 1000},
                         {"fileType", "image/jpeg"},
                         {"provider", "stub"}});
}

std::vector<Call> photoeditor() {
  const Map error{{"code", "E1"}, {"message", "The provider is down."}};
  return {
      {"create_job", new_job(kJob)},
      {"set_status", request_of({{"jobId", kJob}}, {{"status", "FAILED"}, {"error", error}})},
      {"replay_job", as_operator(request_of({{"jobId", kJob}}))},
      {"claim_job", request_of({})},
      {"delete_job", request_of({{"jobId", kJob}})},
  };
}

// What the workers of photoeditor call.
std::vector<Call> editors() {
  const Map error{{"code", "E1"}, {"message", "The provider is down."}};
  const Item token{{"leaseToken", "t"}};
  const auto with_token = [&](std::string_view name, Value value) {
    Item body = token;
    body.set(name, std::move(value));
    return request_of({{"jobId", kOtherJob}}, std::move(body));
  };
  const auto by_worker = request_of({{"jobId", kOtherJob}}, token);
  return {
      {"create_job", new_job(kOtherJob)},
      {"claim_job_take", by_worker},
      {"claim_job_heartbeat", by_worker},
      {"claim_job_release", by_worker},
      {"claim_job_take", by_worker},
      {"set_status", with_token("status", "EDITING")},
      {"claim_job_complete", by_worker},
      {"delete_job", request_of({{"jobId", kOtherJob}})},
      {"create_job", new_job(kOtherJob)},
      {"claim_job_take", by_worker},
      {"claim_job_fail", with_token("error", error)},
  };
}

PatternWriteRequest new_message(const char* id) {
  return request_of({}, {{"message_id", id},
                         {"created_by", "scheduler"},
                         {"message_type", "scheduled_hello"},
                         {"correlation_id", kExecution},
                         {"payload", Map{{"text", "hello"}}}});
}

std::vector<Call> rez_agent() {
  return {
      {"create_message", new_message(kMessage)},
      {"set_status", request_of({{"id", kMessage}}, {{"status", "queued"}})},
      {"claim_next", request_of({{"stage", "dev"}}, {{"leased_by", "w"}})},
  };
}

// What the processors of rez_agent call.
std::vector<Call> processors() {
  const auto by_worker = [](const char* id, Item more = {}) {
    more.set("lease_token", "t");
    return request_of({{"message_id", id}}, std::move(more));
  };
  return {
      {"create_message", new_message(kDelivered)},
      {"create_message", new_message(kLost)},
      {"claim_next_take", by_worker(kDelivered)},
      {"claim_next_heartbeat", by_worker(kDelivered)},
      {"claim_next_release", by_worker(kDelivered)},
      {"claim_next_take", by_worker(kDelivered, {{"leased_by", "w"}})},
      {"claim_next_complete", by_worker(kDelivered, {{"notification_id", "n"}})},
      {"claim_next_take", by_worker(kLost)},
      {"claim_next_fail", by_worker(kLost, {{"error_message", "no"}})},
  };
}

std::vector<Call> joined(std::vector<Call> calls, const std::vector<Call>& more) {
  calls.insert(calls.end(), more.begin(), more.end());
  return calls;
}

class ShippedWrites : public WriteFixture {
 protected:
  void run(std::string_view model, const std::vector<Call>& calls) {
    serve_shipped(model);
    std::set<std::string_view> called;
    for (const Call& call : calls) {
      // Stamps and keys that are made of the time differ.
      clock_.advance(std::chrono::milliseconds(10));
      const auto answer = write(call.pattern, call.request);
      EXPECT_TRUE(answer.ok()) << call.pattern << ": " << message_of(answer);
      called.insert(call.pattern);
    }
    for (const model::Pattern& pattern : served_->model().patterns) {
      const planning::PatternPlan* plan = served_->find(pattern.name);
      const bool is_writing = plan != nullptr && model::writes(pattern.kind);
      EXPECT_EQ(called.contains(pattern.name), is_writing) << pattern.name;
    }
  }
};

TEST_F(ShippedWrites, AllOfAlbumWorkflowSucceed) { run("album_workflow", album_workflow()); }
TEST_F(ShippedWrites, AllOfExecutionIndexSucceed) { run("execution_index", execution_index()); }
TEST_F(ShippedWrites, AllOfMusicSucceed) { run("music", music()); }
TEST_F(ShippedWrites, AllOfPhotoeditorSucceed) {
  run("photoeditor", joined(editors(), photoeditor()));
}
TEST_F(ShippedWrites, AllOfRezAgentSucceed) { run("rez_agent", joined(processors(), rez_agent())); }

}  // namespace
}  // namespace partita::serving
