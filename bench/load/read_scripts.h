#pragma once

#include <memory>
#include <string>
#include <vector>

#include "partita/base/random.h"
#include "script.h"

namespace partita::load {

// GetItem of messages at random.
class GetScript final : public Script {
 public:
  GetScript(std::uint64_t items, std::uint64_t seed) : items_(items), random_(seed) {}

  std::string_view operation() const override { return "GetItem"; }
  bool next(std::string& body) override;
  Result<std::size_t> check(const Answer& answer, Depth depth) override;

 private:
  const std::uint64_t items_;
  SeededRandom random_;
  std::uint64_t number_ = 0;
};

// GetItem of these messages, consistently; each must have exactly the version that is named.
class ReadBackScript final : public Script {
 public:
  explicit ReadBackScript(std::vector<Message> messages) : messages_(std::move(messages)) {}

  std::string_view operation() const override { return "GetItem"; }
  bool next(std::string& body) override;
  Result<std::size_t> check(const Answer& answer, Depth depth) override;
  bool must_finish() const override { return true; }

 private:
  const std::vector<Message> messages_;
  std::size_t asked_ = 0;
};

// BatchGetItem of 100 different messages at random.
class BatchGetScript final : public Script {
 public:
  BatchGetScript(std::uint64_t items, std::uint64_t seed) : items_(items), random_(seed) {}

  std::string_view operation() const override { return "BatchGetItem"; }
  bool next(std::string& body) override;
  Result<std::size_t> check(const Answer& answer, Depth depth) override;

 private:
  std::uint64_t number_at(std::size_t place) const;

  const std::uint64_t items_;
  SeededRandom random_;
  std::uint64_t first_ = 0;
};

// The same signed GetItem bytes for a server that answers them all with one static body.
class RawScript final : public Script {
 public:
  RawScript(std::uint64_t items, std::uint64_t seed);

  std::string_view operation() const override { return "GetItem"; }
  bool next(std::string& body) override;
  Result<std::size_t> check(const Answer& answer, Depth depth) override;

 private:
  const std::uint64_t items_;
  SeededRandom random_;
  const std::string expected_;
};

// What a right server answers to GetItem of message 0 after the load: the static body of `raw`.
std::string sample_answer();

}  // namespace partita::load
