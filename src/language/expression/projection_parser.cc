// projection := path ("," path)*

#include <array>
#include <utility>

#include "language/expression/operand_parser.h"
#include "language/expression/parse.h"

namespace partita::expression {

namespace {

constexpr std::array kProjectionOrder = {
    ExpressionFault::PathTooDeep, ExpressionFault::IndexOutOfRange, ExpressionFault::ReservedWord};

}  // namespace

Result<std::shared_ptr<const ProjectionTree>> parse_projection(std::string_view text) {
  TRY(check_text(ExpressionKind::Projection, text));
  OperandParser parser(ExpressionKind::Projection, text, {});
  do {
    TRY(parser.path());
  } while (parser.cursor().take_symbol(","));
  TRY(parser.expect_end());
  TRY(parser.conclude(kProjectionOrder));
  return std::make_shared<const ProjectionTree>(ProjectionTree{parser.take_operands()});
}

}  // namespace partita::expression
