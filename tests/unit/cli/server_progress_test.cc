#include "cli/server_progress.h"

#include <gtest/gtest.h>

#include <future>
#include <vector>

namespace partita::cli {
namespace {

using namespace std::chrono_literals;

// Gives one answer after the other, each five seconds later by the line's clock, so that every one
// of them is written; the last one over and over.
class ScriptedServer {
 public:
  ScriptedServer(ManualClock& clock, std::vector<std::string> answers)
      : clock_(clock), answers_(std::move(answers)) {}

  Result<std::string> ask() {
    clock_.advance(5s);
    const std::size_t at = asked_++;
    if (asked_ == answers_.size() + 1) all_asked_.set_value();
    if (at < answers_.size() && !answers_[at].empty()) return answers_[at];
    return Error::not_found("there is nothing at /api/models:progress");
  }
  void wait() { all_asked_.get_future().wait(); }

 private:
  ManualClock& clock_;
  const std::vector<std::string> answers_;
  std::size_t asked_ = 0;
  std::promise<void> all_asked_;
};

std::string shown_of(std::vector<std::string> answers) {
  ManualClock clock;
  ScriptedServer server(clock, std::move(answers));
  ::testing::internal::CaptureStderr();
  {
    ProgressLine line(clock);
    const ServerProgress progress([&] { return server.ask(); }, line, 0ms);
    server.wait();
  }
  return ::testing::internal::GetCapturedStderr();
}

TEST(ServerProgress, ShowsWhatTheServerTells) {
  EXPECT_EQ(shown_of({R"({"working": false})", R"({"working": true, "work": "apply"})",
                      R"({"working": true, "table": "t", "activity": "checking items",)"
                      R"( "done": 500, "total": 1200})",
                      R"({"working": true, "table": "t", "activity": "building index GSI1",)"
                      R"( "done": 3})"}),
            "partita: t: checking items: 500 of 1200\npartita: t: building index GSI1: 3\n");
}

TEST(ServerProgress, IsSilentAtAServerThatCannotTell) { EXPECT_EQ(shown_of({}), ""); }

}  // namespace
}  // namespace partita::cli
