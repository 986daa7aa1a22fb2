#pragma once

#include <atomic>
#include <string>
#include <unordered_map>
#include <vector>

#include "partita/base/random.h"
#include "script.h"

namespace partita::load {

// One of several writers. Each has messages of its own, so that the last acknowledged version of a
// message is known without asking the others.
struct Writer {
  std::uint64_t place = 0;  // 0 to writers - 1.
  std::uint64_t writers = 1;
  std::uint64_t items = 0;
  Revision first_revision = 1;  // Higher than any that was written before.
};

// Picks messages of its own at random and remembers which versions were acknowledged.
class WriterLog {
 public:
  WriterLog(const Writer& writer, std::uint64_t seed);

  // A new version of a message at random.
  Message pick();
  void acknowledge(const Message& message) { newest_[message.number] = message.revision; }
  std::vector<Message> acknowledged() const;
  SeededRandom& random() { return random_; }

 private:
  const Writer writer_;
  SeededRandom random_;
  Revision next_revision_;
  std::unordered_map<std::uint64_t, Revision> newest_;
};

// PutItem over a message that is there.
class PutScript final : public Script {
 public:
  PutScript(const Writer& writer, std::uint64_t seed) : log_(writer, seed) {}

  std::string_view operation() const override { return "PutItem"; }
  bool next(std::string& body) override;
  Result<std::size_t> check(const Answer& answer, Depth depth) override;
  std::vector<Message> acknowledged() const override { return log_.acknowledged(); }

 private:
  WriterLog log_;
  Message message_;
};

// UpdateItem of three attributes if the status is as expected; the expectation of every tenth is
// wrong, and the update must be refused then.
class UpdateScript final : public Script {
 public:
  UpdateScript(const Writer& writer, std::uint64_t seed) : log_(writer, seed) {}

  std::string_view operation() const override { return "UpdateItem"; }
  bool next(std::string& body) override;
  Result<std::size_t> check(const Answer& answer, Depth depth) override;
  std::vector<Message> acknowledged() const override { return log_.acknowledged(); }

 private:
  WriterLog log_;
  Message message_;
  bool expects_refusal_ = false;
};

// TransactWriteItems: a put, a conditional update and a condition check of three messages.
class TransactScript final : public Script {
 public:
  TransactScript(const Writer& writer, std::uint64_t seed) : log_(writer, seed) {}

  std::string_view operation() const override { return "TransactWriteItems"; }
  bool next(std::string& body) override;
  Result<std::size_t> check(const Answer& answer, Depth depth) override;
  std::vector<Message> acknowledged() const override { return log_.acknowledged(); }

 private:
  WriterLog log_;
  Message put_;
  Message updated_;
};

// The part of the data set that is still to be loaded, for all scripts of a run.
struct LoadProgress {
  std::atomic<std::uint64_t> next = 0;
  std::uint64_t end = 0;
};

// BatchWriteItem of 25 messages as they were first; asks again for what was not processed.
class LoadScript final : public Script {
 public:
  explicit LoadScript(LoadProgress& progress) : progress_(progress) {}

  std::string_view operation() const override { return "BatchWriteItem"; }
  bool next(std::string& body) override;
  Result<std::size_t> check(const Answer& answer, Depth depth) override;
  bool must_finish() const override { return true; }
  std::vector<Message> acknowledged() const override { return loaded_; }

 private:
  LoadProgress& progress_;
  std::uint64_t first_ = 0;
  std::uint64_t end_ = 0;
  bool must_repeat_ = false;
  std::vector<Message> loaded_;
};

}  // namespace partita::load
