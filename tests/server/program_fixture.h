#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "server/server_process.h"
#include "support/temporary_directory.h"

namespace partita::testing {

// A test with a data directory of its own.
class ProgramTest : public ::testing::Test {
 protected:
  struct Outcome {
    int exit_code;
    std::string output;
    std::string errors;
  };

  // The arguments for a server on any free port and the test's data, then more of them.
  std::vector<std::string> serve(std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"serve", "--listen", "127.0.0.1:0", "--data", data()});
    return more;
  }

  // Runs the program to its end.
  static Outcome run(const std::vector<std::string>& arguments, const ProcessFiles& files = {}) {
    ServerProcess process(arguments, {}, files);
    const int exit_code = process.wait();
    return {exit_code, process.output(), process.errors()};
  }

  // Fails with this one line and nothing else.
  static void expect_failure(const Outcome& outcome, int exit_code, const std::string& part) {
    EXPECT_EQ(outcome.exit_code, exit_code) << outcome.errors;
    EXPECT_EQ(outcome.output, "");
    EXPECT_NE(outcome.errors.find(part), std::string::npos) << outcome.errors;
    EXPECT_EQ(outcome.errors.find('\n'), outcome.errors.size() - 1) << outcome.errors;
    EXPECT_TRUE(outcome.errors.starts_with("partita: ")) << "without colours in a pipe";
  }

  std::string data() const { return directory_ / "data"; }
  std::string file(std::string_view name) const { return directory_ / name; }

 private:
  TemporaryDirectory directory_;
};

}  // namespace partita::testing
