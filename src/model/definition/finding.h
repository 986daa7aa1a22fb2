#pragma once

#include <string>
#include <string_view>

#include "model/definition/place.h"

namespace partita::model {

enum class Severity { Error, Warning, Info };

// "E", "W", "I".
std::string_view letter_of(Severity severity);

// What somebody found in a model file: the reader (codes L1xx), the linter (L2xx), the cost
// estimate (L3xx).
struct Finding {
  std::string code;  // "L102"
  Severity severity = Severity::Error;
  Place place;
  std::string message;  // What is wrong, in one sentence without a full stop.
  std::string fix;      // What would be right; may be empty.

  friend bool operator==(const Finding&, const Finding&) = default;
};

// "rez_agent.yaml:12:5: E L102 unknown key `partitoin`; did you mean `partition`?"
std::string to_text(const Finding& finding, std::string_view file_name);

// The codes of the reader.
inline constexpr std::string_view kNotYaml = "L101";      // The text is not the YAML we read.
inline constexpr std::string_view kUnknownKey = "L102";   // A key that the format does not have.
inline constexpr std::string_view kWrongForm = "L103";    // A value of the wrong kind or range.
inline constexpr std::string_view kMissing = "L104";      // A key that must be there.
inline constexpr std::string_view kUnknownName = "L105";  // A name that nothing has.
inline constexpr std::string_view kSameName = "L106";     // One name for two things.
inline constexpr std::string_view kBadFormula = "L107";   // A malformed formula or template.

}  // namespace partita::model
