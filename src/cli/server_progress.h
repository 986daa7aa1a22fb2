#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "cli/model_progress.h"
#include "partita/base/result.h"

namespace partita::cli {

// Asks a server, on a thread of its own and as long as this lives, how far it is with what somebody
// waits for, and shows it. What the server cannot tell is not shown.
class ServerProgress {
 public:
  // The answer of GET /api/models:progress, or an error: then nobody asks again.
  using Ask = std::function<Result<std::string>()>;

  static constexpr std::chrono::milliseconds kInterval{200};

  // REQUIRES: the line outlives this and is used by nobody else meanwhile.
  ServerProgress(Ask ask, ProgressLine& line, std::chrono::milliseconds interval = kInterval);
  // Waits for the answer that is under way, if there is one.
  ~ServerProgress();
  ServerProgress(const ServerProgress&) = delete;
  ServerProgress& operator=(const ServerProgress&) = delete;

 private:
  void run();
  // True: this is over.
  bool wait();

  const Ask ask_;
  ProgressLine& line_;
  const std::chrono::milliseconds interval_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_over_ = false;  // Guarded by mutex_.
  std::thread thread_;
};

}  // namespace partita::cli
