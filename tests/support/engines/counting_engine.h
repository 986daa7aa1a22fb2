#pragma once

#include <memory>
#include <string>
#include <utility>

#include "engine/engine.h"
#include "engine/log_scan.h"
#include "support/engines/write_replay.h"

namespace partita::testing {

// How often a store was asked: each is one way there and back if a network lies between.
struct RoundTrips {
  int gets = 0;
  int scans = 0;    // Those of logs are among them.
  int commits = 0;  // Those without writes are not: reads of one moment need no confirmation.
  int erasures = 0;

  int total() const { return gets + scans + commits + erasures; }
  // "1 get, 1 commit".
  std::string text() const;
};

// An engine over another one that counts what it is asked, for each thread apart: so what goes on
// behind the operations is not in the count of a test.   THREADS: as Engine.
class CountingEngine final : public engine::Engine {
 public:
  explicit CountingEngine(std::unique_ptr<engine::Engine> sound) : sound_(std::move(sound)) {}

  // What the calling thread has asked of any such engine, to be set to nothing at will.
  static RoundTrips& of_this_thread();

  Task<Status> get(std::span<const ByteView> keys, engine::ValueVisitor visit) const override {
    ++of_this_thread().gets;
    return sound_->get(keys, visit);
  }
  Task<Status> scan(const engine::Range& range, engine::RowVisitor visit) const override {
    ++of_this_thread().scans;
    return sound_->scan(range, visit);
  }
  Task<Status> read_log(const engine::LogRange& range, engine::LogVisitor visit) const override {
    return engine::scan_log(*this, range, visit);
  }
  const engine::Limits& limits() const override { return sound_->limits(); }
  engine::Abilities abilities() override { return sound_->abilities(); }
  std::unique_ptr<engine::View> snapshot() const override;
  std::unique_ptr<engine::Transaction> begin(MonotonicTime deadline) override;
  Task<Status> erase_range(ByteView begin, ByteView end) override {
    ++of_this_thread().erasures;
    return sound_->erase_range(begin, end);
  }
  engine::WriteAvailability write_availability() const override {
    return sound_->write_availability();
  }
  std::string read_trouble() const override { return sound_->read_trouble(); }

 private:
  const std::unique_ptr<engine::Engine> sound_;
};

}  // namespace partita::testing
