#pragma once

#include <CLI/CLI.hpp>
#include <array>
#include <string>
#include <string_view>

#include "cli/sync.h"
#include "cli/target_options.h"
#include "partita/base/result.h"

namespace partita::cli {

// The options of `partita sync` and what stands below it.
class SyncOptions {
 public:
  void add_to(CLI::App& program);

  bool is_chosen() const { return sync_->parsed(); }
  // REQUIRES: is_chosen().   ERRORS: InvalidArgument if the options do not go together.
  Result<SyncCommand> command() const;

 private:
  struct Action {
    std::string_view name;
    CLI::App* app = nullptr;
    TargetOptions target = {};
  };
  void add_action(Action& action, const char* purpose);

  CLI::App* sync_ = nullptr;
  std::array<Action, 6> actions_{
      {{"status"}, {"retry"}, {"skip"}, {"replay"}, {"pause"}, {"resume"}}};
  SyncCommand chosen_;
};

}  // namespace partita::cli
