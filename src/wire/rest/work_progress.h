#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "modelled/registry/apply_progress.h"

namespace partita::rest {

// How far the change of a model is that goes on now, for clients that ask while another one waits
// for its end.
// THREADS: safe for concurrent calls.
class WorkProgress {
 public:
  // `work` is what is done ("plan", "apply", "remove"), `subject` to which file or model.
  void begin(std::string_view work, std::string_view subject);
  void note(const registry::ApplyProgress& progress);
  void end();

  // {"working": false}, or {"working": true, "work", "subject"} and, as soon as something can be
  // told, "table", "activity", "done" and, if it is known, "total".
  std::string document() const;

 private:
  struct Work {
    std::string name;
    std::string subject;
    std::string table;  // Empty: nothing was told yet.
    std::string activity;
    std::uint64_t done = 0;
    std::optional<std::uint64_t> total;
  };

  mutable std::mutex mutex_;
  std::optional<Work> work_;  // Guarded by mutex_. Nullopt: nothing goes on.
};

}  // namespace partita::rest
