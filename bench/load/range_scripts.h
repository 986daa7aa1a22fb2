#pragma once

#include <string>
#include <vector>

#include "partita/base/random.h"
#include "script.h"

namespace partita::load {

// Query of 50 messages of one stage on its index: the first of ten minutes that begin at random.
class QueryScript final : public Script {
 public:
  QueryScript(std::uint64_t items, std::uint64_t seed) : items_(items), random_(seed) {}

  std::string_view operation() const override { return "Query"; }
  bool next(std::string& body) override;
  Result<std::size_t> check(const Answer& answer, Depth depth) override;

 private:
  Status check_whole(const Answer& answer) const;

  const std::uint64_t items_;
  SeededRandom random_;
  std::uint64_t first_ = 0;
};

// Scan of the whole table in pages of 500, again and again. Every pass must show every message
// exactly once, and the first is finished whatever the time.
class ScanScript final : public Script {
 public:
  explicit ScanScript(std::uint64_t items) : seen_(items) {}

  std::string_view operation() const override { return "Scan"; }
  bool next(std::string& body) override;
  Result<std::size_t> check(const Answer& answer, Depth depth) override;
  bool must_finish() const override { return passes_ == 0; }

 private:
  Result<std::size_t> mark_seen(const Answer& answer, std::string_view text);
  Status check_whole(const Answer& answer, std::size_t items) const;
  Status end_pass(const Answer& answer);

  std::vector<bool> seen_;
  std::size_t seen_count_ = 0;
  std::string last_evaluated_key_;  // Empty: a pass begins.
  std::size_t passes_ = 0;
};

}  // namespace partita::load
