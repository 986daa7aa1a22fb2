#include "cli/model_progress.h"

#include <gtest/gtest.h>

namespace partita::cli {
namespace {

using namespace std::chrono_literals;

TEST(ProgressText, SaysHowFarItIsAsFarAsThatIsKnown) {
  EXPECT_EQ(progress_text("making items", 1200, 5000), "making items: 1200 of 5000");
  EXPECT_EQ(progress_text("making items", 1200, std::nullopt), "making items: 1200");
  EXPECT_EQ(progress_text("building index GSI1", 0, std::nullopt), "building index GSI1");
  EXPECT_EQ(progress_bar(1, 2), "##########          ");
}

// Standard error of a test that is captured is a file, as a server's often is.
TEST(ProgressLine, WritesPlainLinesAtIntervalsWhereNoTerminalIs) {
  ManualClock clock;
  ::testing::internal::CaptureStderr();
  {
    ProgressLine line(clock);
    line.show("making items", 1, 9);
    clock.advance(4s);
    line.show("making items", 2, 9);
    clock.advance(1s);
    line.show("making items", 3, 9);
    line.show("making items", 4, 9);
    clock.advance(5s);
    line.show("making items", 8, 9);
  }
  EXPECT_EQ(::testing::internal::GetCapturedStderr(),
            "partita: making items: 3 of 9\npartita: making items: 8 of 9\n");
}

}  // namespace
}  // namespace partita::cli
