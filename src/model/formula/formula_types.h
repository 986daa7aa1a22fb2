#pragma once

#include <optional>
#include <span>

#include "model/formula/formula_program.h"

namespace partita::model {

// What an operator gives for arguments of these types, or nullopt if they do not fit. `Other` fits
// everywhere: such values are looked at when the formula is evaluated.
std::optional<FormulaType> result_type(FormulaOp op, std::span<const FormulaType> arguments);

struct FormulaFunction {
  std::string_view name;
  FormulaOp op;
  std::size_t arguments_min;
  std::size_t arguments_max;
  std::string_view usage;  // For messages.
};

std::span<const FormulaFunction> formula_functions();

}  // namespace partita::model
