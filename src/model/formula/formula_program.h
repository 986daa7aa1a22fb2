#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "model/formula/formula.h"

namespace partita::model {

enum class FormulaOp : std::uint8_t {
  Constant,
  Path,
  Now,
  Add,
  Subtract,
  Multiply,
  Divide,
  Negate,
  Equal,
  NotEqual,
  Less,
  LessOrEqual,
  Greater,
  GreaterOrEqual,
  In,
  And,
  Or,
  Not,
  Exists,
  Coalesce,
  Ms,
  S,
  DayOf,
  Lower,
  Slug,
  Size,
  Part,
  BeforeLast,
  NumberOf,
};

// A step of a compiled formula. Its arguments are a run of FormulaProgram::arguments.
struct FormulaNode {
  FormulaOp op = FormulaOp::Constant;
  FormulaType type = FormulaType::Other;
  std::uint16_t first = 0;  // Of its arguments; the index of its constant or path.
  std::uint16_t count = 0;  // Of its arguments.
};

struct FormulaPath {
  FormulaSource source = FormulaSource::New;
  TimestampEncoding encoding = TimestampEncoding::Rfc3339Ms;  // If its type is Time.
  std::vector<PathStep> steps;                                // Views of FormulaProgram::strings.
};

// A compiled formula. Constant texts and steps view `strings`, so a program never moves.
struct FormulaProgram {
  FormulaProgram() = default;
  FormulaProgram(const FormulaProgram&) = delete;
  FormulaProgram& operator=(const FormulaProgram&) = delete;

  std::string text;
  std::vector<FormulaNode> nodes;  // The root last.
  std::vector<std::uint16_t> arguments;
  std::vector<FormulaValue> constants;
  std::vector<FormulaPath> paths;
  std::deque<std::string> strings;
  std::array<std::vector<std::string>, 3> names;  // By FormulaSource.
  bool uses_now = false;
};

}  // namespace partita::model
