#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include "lane.h"
#include "tally.h"

namespace partita::load {

// All connections of a run, dealt out to threads.
class Fleet {
 public:
  // A connection for each script.
  static Result<Fleet> open(Lane::Options options, unsigned threads,
                            std::vector<std::unique_ptr<Script>> scripts);

  // Every script asks until the time is over, it has nothing left to ask, or an answer is wrong.
  // Returns when no request is under way any more. May be called again: scripts go on.
  // ERRORS: the first wrong answer.
  Result<Tally> run(std::chrono::duration<double> time);

  // What all scripts together have written.
  std::vector<Message> acknowledged() const;

 private:
  using Lanes = std::vector<std::unique_ptr<Lane>>;

  std::vector<Lanes> lanes_of_thread_;
};

}  // namespace partita::load
