#include "modelled/serving/argument_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "model/formula/suggestion.h"
#include "modelled/serving/failure.h"
#include "partita/base/base64.h"
#include "partita/base/utf8.h"

namespace partita::serving {
namespace {

using model::AttributeKind;
using model::AttributeType;

// More of a text than this is not repeated in a message.
constexpr std::size_t kShownBytesMax = 100;

std::string_view shown(std::string_view text) {
  if (text.size() <= kShownBytesMax) return text;
  std::size_t end = kShownBytesMax;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end);
}

Error unexpected(std::string_view parameter, std::string_view text, std::string_view expected) {
  return failure(FailureKind::BadArgument,
                 fmt::format("{}: `{}` is not {}", parameter, shown(text), expected));
}

Result<Value> number_value(std::string_view parameter, std::string_view text, bool is_whole) {
  auto number = Number::parse(text);
  if (!number.ok() || (is_whole && number->exponent() < 0)) {
    return unexpected(parameter, text, is_whole ? "a whole number" : "a number");
  }
  return Value(*number);
}

Result<Value> bool_value(std::string_view parameter, std::string_view text) {
  if (text != "true" && text != "false") return unexpected(parameter, text, "`true` or `false`");
  return Value(text == "true");
}

Result<Value> binary_value(std::string_view parameter, std::string_view text) {
  auto bytes = base64_decode(text);
  if (!bytes.ok()) return unexpected(parameter, text, "base64");
  return Value(Binary{std::move(*bytes)});
}

Result<Value> enum_value(std::string_view parameter, std::string_view text,
                         const AttributeType& type) {
  const bool is_known = std::ranges::find(type.values, text) != type.values.end();
  if (is_known || type.is_open) return Value(text);
  const std::vector<std::string_view> values(type.values.begin(), type.values.end());
  return unexpected(parameter, text, "one of " + model::listed(values));
}

Result<Value> timestamp_value(std::string_view parameter, std::string_view text,
                              const AttributeType& type) {
  if (const auto instant = model::parse_rfc3339(text)) {
    if (model::is_representable(*instant)) return model::timestamp_value(*instant, type.encoding);
  }
  auto number = is_text(type.encoding) ? Result<Number>(Error::invalid_argument("a text"))
                                       : Number::parse(text);
  if (number.ok() && model::read_timestamp(Value(*number), type.encoding)) return Value(*number);
  return unexpected(parameter, text,
                    fmt::format("an instant such as {}", example_of(type.encoding)));
}

Result<Value> constant_value(std::string_view parameter, std::string_view text,
                             const Value& constant) {
  Value given{text};
  if (constant.type() == ValueType::N) given = TRY(number_value(parameter, text, false));
  if (constant.type() == ValueType::Bool) given = TRY(bool_value(parameter, text));
  if (given == constant) return given;
  const std::string only = constant.type() == ValueType::S   ? constant.string()
                           : constant.type() == ValueType::N ? constant.number().to_string()
                                                             : "the constant of the model";
  return unexpected(parameter, text, fmt::format("`{}`, the only value there is", only));
}

Result<Value> typed_value(std::string_view parameter, std::string_view text,
                          const AttributeType& type) {
  switch (type.kind) {
    case AttributeKind::String:
    case AttributeKind::Any:
      return Value(text);
    case AttributeKind::Int:
      return number_value(parameter, text, true);
    case AttributeKind::Number:
      return number_value(parameter, text, false);
    case AttributeKind::Bool:
      return bool_value(parameter, text);
    case AttributeKind::Binary:
      return binary_value(parameter, text);
    case AttributeKind::Enum:
      return enum_value(parameter, text, type);
    case AttributeKind::Const:
      return constant_value(parameter, text, type.constant);
    case AttributeKind::Timestamp:
      return timestamp_value(parameter, text, type);
    case AttributeKind::Date:
      if (!model::parse_day(text)) return unexpected(parameter, text, "a day such as 2025-10-31");
      return Value(text);
    default:
      return failure(FailureKind::BadArgument, fmt::format("{}: a {} cannot be given as text",
                                                           parameter, name_of(type.kind)));
  }
}

}  // namespace

const AttributeType* asked_type(const model::Entity& entity, std::string_view attribute) {
  const model::Attribute* found = entity.find_attribute(attribute);
  if (found == nullptr) return nullptr;
  const AttributeType* type = found->type.get();
  return type->of != nullptr ? type->of.get() : type;
}

Result<Value> argument_value(std::string_view parameter, std::string_view text,
                             const AttributeType* type) {
  if (!is_valid_utf8(text)) {
    return failure(FailureKind::BadArgument, fmt::format("{}: it is not UTF-8", parameter));
  }
  if (type == nullptr) return Value(text);
  return typed_value(parameter, text, *type);
}

Status check_arguments(const Arguments& arguments, const ParameterNames& names) {
  std::vector<std::string_view> known = names.required;
  known.insert(known.end(), names.optional.begin(), names.optional.end());
  for (const auto& [name, value] : arguments.all()) {
    if (std::ranges::find(known, name) != known.end()) continue;
    std::string hint = model::did_you_mean(name, known);
    if (hint.empty()) {
      hint = known.empty() ? "; it takes none" : "; it takes " + model::listed(known);
    }
    const std::string_view told = is_valid_utf8(name) ? shown(name) : "?";
    return failure(FailureKind::BadArgument,
                   fmt::format("`{}` is no parameter of {}{}", told, names.taker, hint));
  }
  std::vector<std::string_view> missing;
  for (const std::string_view name : names.required) {
    if (arguments.find(name) == nullptr) missing.push_back(name);
  }
  if (missing.empty()) return {};
  return failure(FailureKind::BadArgument,
                 fmt::format("{} needs {}", names.taker, model::listed(missing)));
}

}  // namespace partita::serving
