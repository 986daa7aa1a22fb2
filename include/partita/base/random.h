#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace partita {

// The source of random numbers. It is passed in, so that a test can repeat a run with its seed.
// THREADS: see each implementation.
class Random {
 public:
  virtual ~Random() = default;
  virtual std::uint64_t next() = 0;  // 64 random bits.

  // A number from 0 to `bound` - 1, each equally likely. REQUIRES: bound > 0.
  std::uint64_t below(std::uint64_t bound);
  void fill(std::span<std::byte> target);
};

// Repeatable and fast (xoshiro256**), not for secrets.   THREADS: one thread at a time.
class SeededRandom final : public Random {
 public:
  explicit SeededRandom(std::uint64_t seed);
  std::uint64_t next() override;

 private:
  std::array<std::uint64_t, 4> state_;
};

// From the operating system, fit for keys, nonces and ids.   THREADS: safe for concurrent calls.
class SystemRandom final : public Random {
 public:
  std::uint64_t next() override;
};

}  // namespace partita
