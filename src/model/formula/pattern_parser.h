#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "model/formula/text_pattern.h"
#include "partita/base/result.h"

namespace partita::model {

// A regular expression as a tree; nodes name their children by index.
struct PatternNode {
  enum class Kind { Take, Begin, End, Sequence, Choice, Repeat };
  static constexpr int kUnbounded = -1;

  Kind kind = Kind::Sequence;
  std::vector<std::uint32_t> children;     // Sequence, Choice: any number; Repeat: one.
  std::vector<TextPattern::Range> ranges;  // Take.
  bool is_negated = false;                 // Take.
  int min = 0;                             // Repeat.
  int max = 0;
};

struct PatternTree {
  std::vector<PatternNode> nodes;
  std::uint32_t root = 0;
};

// ERRORS: InvalidArgument with the position and what is allowed.
Result<PatternTree> parse_pattern(std::string_view text);

}  // namespace partita::model
