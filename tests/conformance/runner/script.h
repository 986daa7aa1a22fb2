#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "partita/base/result.h"

// A conformance script as text and as steps. tests/conformance/README.md shows how one is written.
//
//   script     := comment statement*          a line that begins with a space goes on with the last
//   statement  := comment | table | let | request
//   comment    := "#" text
//   table      := "table" name key+ index*
//   let        := "let" name "=" path
//   request    := loop? operation body LF expectation
//   loop       := "for" name "in" first ".." last | "until" | "pages" | "segments" count | "stream"
//   expectation:= "->" json | "~>" json | error (LF "~>" json)?
//   error      := ("!!" | "!~") status? type (":" message)?

namespace partita::conformance {

enum class Extent { Whole, Part };

struct ExpectedError {
  int status = 400;
  std::string type;
  // Empty: any message will do.
  std::string message;
  Extent extent = Extent::Whole;
};

struct ExpectedBody {
  std::string json;
  Extent extent = Extent::Whole;
};

struct Expectation {
  std::optional<ExpectedError> error;
  std::optional<ExpectedBody> body;
};

struct Once {};
// Once for each number, which the text can name.
struct ForEach {
  std::string variable;
  std::size_t first = 0;
  std::size_t last = 0;
};
// Again and again until it meets the expectation, because the server works in the background.
struct Until {};
// From page to page to the last; what is expected is the sum of all pages.
struct EveryPage {
  // Not 0: all pages of so many segments.
  std::size_t segments = 0;
};
// From the oldest record of a stream to the newest; what is expected is the sum of all answers.
struct WholeStream {};
using Repetition = std::variant<Once, ForEach, Until, EveryPage, WholeStream>;

// Makes a table from its short form and waits until it can be used.
struct MakeTable {
  std::string declaration;
};
struct SendRequest {
  Repetition repetition;
  std::string operation;
  std::string body;
  Expectation expectation;
};
// Keeps a part of the last answer under a name.
struct Remember {
  std::string name;
  std::string path;
};

struct Step {
  std::size_t line = 0;
  std::variant<MakeTable, SendRequest, Remember> action;
};

struct Script {
  // What the server does, as a sentence.
  std::string behaviour;
  std::vector<Step> steps;
};

// ERRORS: InvalidArgument, with the number of the line.
Result<Script> parse_script(std::string_view text);

}  // namespace partita::conformance
