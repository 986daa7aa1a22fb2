#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "partita/base/result.h"

namespace partita::model {

// A regular expression for `pattern:`, matched in time linear in the text, whatever it is.
//
//   alternation := sequence ("|" sequence)*
//   sequence    := (atom ("*" | "+" | "?" | "{" n ("," n?)? "}")?)*
//   atom        := character | "." | "^" | "$" | class | "(" "?:"? alternation ")" | "\" escape
//   class       := "[" "^"? (character | character "-" character | "\" escape)+ "]"
//   escape      := d D w W s S | n r t | any ASCII punctuation
//
// Characters are Unicode code points; "." is any but a line break. As in JSON Schema it is searched
// anywhere in the text; ^ and $ are the ends of the text. No back references, no look-around, no
// lazy quantifiers: what is not in the grammar is refused, so that no pattern means something else
// here than elsewhere.
// THREADS: safe for concurrent calls.
class TextPattern {
 public:
  static constexpr std::size_t kStepsMax = 2000;
  static constexpr int kDepthMax = 32;

  // ERRORS: InvalidArgument with the position and what is allowed; TooLarge beyond kStepsMax.
  static Result<TextPattern> parse(std::string_view text);

  // Whether the pattern is found in the text. Allocates nothing. REQUIRES: is_valid_utf8.
  bool is_found_in(std::string_view valid_utf8) const;

  const std::string& text() const { return text_; }

  // One step of the machine that a pattern becomes: what it takes, and the steps behind it.
  enum class Op : std::uint8_t { Take, Split, Begin, End, Match };
  struct Range {
    char32_t first;
    char32_t last;
  };
  struct Step {
    Op op = Op::Match;
    bool is_negated = false;         // Take: any character outside the ranges.
    std::uint16_t next = 0;          // For Split, one of two ways.
    std::uint16_t other = 0;         // Split: the other one.
    std::uint32_t ranges_begin = 0;  // Take.
    std::uint32_t ranges_end = 0;
  };

 private:
  friend class PatternEmitter;

  bool takes(const Step& step, char32_t character) const;

  std::string text_;
  std::vector<Step> steps_;
  std::vector<Range> ranges_;
};

}  // namespace partita::model
