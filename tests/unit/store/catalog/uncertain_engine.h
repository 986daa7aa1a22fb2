#pragma once

#include <memory>
#include <utility>

#include "engine/engine.h"

namespace partita::testing {

// An engine over a sound one that can lose the answer to a commit, and its readers with it.
class UncertainEngine final : public engine::Engine {
 public:
  enum class Commit { Answered, LostAndApplied, LostAndNotApplied };

  explicit UncertainEngine(engine::Engine& sound) : sound_(sound) {}

  // What becomes of the commits from now on, and whether anything can be read but in transactions.
  void next_commits(Commit how) { commits_ = how; }
  void set_readable(bool is_readable) { is_readable_ = is_readable; }
  int reads() const { return reads_; }

  Task<Status> get(std::span<const ByteView> keys, engine::ValueVisitor visit) const override {
    ++reads_;
    if (is_readable_) return sound_.get(keys, visit);
    return Task<Status>::ready(Error::unavailable("the store cannot be reached"));
  }
  Task<Status> scan(const engine::Range& range, engine::RowVisitor visit) const override {
    return sound_.scan(range, visit);
  }
  Task<Status> read_log(const engine::LogRange& range, engine::LogVisitor visit) const override {
    return sound_.read_log(range, visit);
  }
  const engine::Limits& limits() const override { return sound_.limits(); }
  std::unique_ptr<engine::View> snapshot() const override { return sound_.snapshot(); }
  std::unique_ptr<engine::Transaction> begin(MonotonicTime) override {
    return std::make_unique<UncertainTransaction>(*this);
  }
  Task<Status> erase_range(ByteView begin, ByteView end) override {
    return sound_.erase_range(begin, end);
  }
  engine::WriteAvailability write_availability() const override {
    return sound_.write_availability();
  }

 private:
  class UncertainTransaction final : public engine::Transaction {
   public:
    explicit UncertainTransaction(UncertainEngine& engine)
        : engine_(engine), sound_(engine.sound_.begin()) {}

    Task<Status> scan(const engine::Range& range, engine::RowVisitor visit) override {
      return sound_->scan(range, visit);
    }
    Task<Status> commit() override {
      const Commit how = engine_.commits_;
      if (how == Commit::LostAndNotApplied) return Task<Status>::ready(lost());
      for (auto& write : writes_.take()) pass_on(std::move(write));
      if (how == Commit::Answered) return sound_->commit();
      Status applied = sync_wait(sound_->commit());
      return Task<Status>::ready(applied.ok() ? lost() : std::move(applied));
    }

   private:
    Task<Status> read(std::span<const ByteView> keys, engine::ValueVisitor visit,
                      std::size_t unchecked) override {
      return sound_->get(keys, visit, unchecked);
    }

    static Status lost() { return Error::unknown("the answer is lost"); }

    void pass_on(engine::WriteSet::Write write) {
      if (write.value) {
        sound_->put(std::move(write.key), std::move(*write.value));
      } else {
        sound_->erase(std::move(write.key));
      }
    }

    UncertainEngine& engine_;
    const std::unique_ptr<engine::Transaction> sound_;
  };

  engine::Engine& sound_;
  Commit commits_ = Commit::Answered;
  bool is_readable_ = true;
  mutable int reads_ = 0;
};

}  // namespace partita::testing
