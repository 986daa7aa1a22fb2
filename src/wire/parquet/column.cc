#include "wire/parquet/column.h"

#include "partita/base/check.h"

namespace partita::parquet {
namespace {

// AWS and Apache: a list is a group with a repeated group `list`, which has the `element`.
void add_leaves(const Column& column, Leaf at, std::vector<Leaf>& leaves) {
  at.column = &column;
  at.path.push_back(column.name);
  if (!column.is_required) ++at.definition_max;
  if (column.kind == Kind::List) {
    at.path.emplace_back("list");
    ++at.definition_max;
    ++at.repetition_max;
  }
  if (!column.is_nested()) {
    leaves.push_back(std::move(at));
    return;
  }
  for (const Column& child : column.children) add_leaves(child, at, leaves);
}

}  // namespace

std::vector<Leaf> leaves_of(const std::vector<Column>& columns) {
  std::vector<Leaf> leaves;
  for (const Column& column : columns) add_leaves(column, {}, leaves);
  return leaves;
}

std::size_t width_of(Kind kind) {
  switch (kind) {
    case Kind::Bool:
      return 1;
    case Kind::Date:
      return 4;
    case Kind::Int64:
    case Kind::Timestamp:
    case Kind::Decimal:
    case Kind::Double:
      return 8;
    case Kind::Binary:
    case Kind::Text:
    case Kind::Json:
      return 0;
    case Kind::Group:
    case Kind::List:
      break;
  }
  PARTITA_CHECK(false);
  return 0;
}

}  // namespace partita::parquet
