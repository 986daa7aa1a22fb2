#include "modelled/serving/key_rendering.h"

#include <fmt/format.h>

#include <utility>

#include "modelled/serving/failure.h"
#include "partita/value/encoded_item.h"

namespace partita::serving {

Result<Value> render_key_value(const planning::KeyValueSource& value, SourceValues values) {
  if (!value.rendered) return values(value.source, value.attribute);
  Item variables;
  for (const planning::VariableSource& variable : value.variables) {
    variables.set(variable.variable, TRY(values(variable.source, variable.attribute)));
  }
  const EncodedItem encoded(variables);
  std::string key;
  auto made =
      value.rendered->render(key, [&](std::string_view name) { return encoded.view().find(name); });
  if (!made.ok()) return failure(FailureKind::BadArgument, made.error().message());
  if (!*made) {
    return failure(FailureKind::BadArgument,
                   fmt::format("what is given makes no key `{}`", value.rendered->text()));
  }
  return Value(std::move(key));
}

}  // namespace partita::serving
