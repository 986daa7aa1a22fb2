#include "dynamodb/operations/expression_scope.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "partita/api/exception.h"
#include "partita/value/measure.h"
#include "partita/value/value_fault.h"

namespace partita::operations {
namespace {

using expression::ExpressionKind;

Status check_mixture(const GivenParameters& given) {
  if (given.expressions.empty() || given.legacy.empty()) return {};
  return api::invalid(
      fmt::format("Can not use both expression and non-expression parameters in the same request: "
                  "Non-expression parameters: {{{}}} Expression parameters: {{{}}}",
                  fmt::join(given.legacy, ", "), fmt::join(given.expressions, ", ")));
}

Error without_expressions(std::string_view parameter, std::string_view reason = {}) {
  return api::invalid(fmt::format("{} can only be specified when using expressions{}{}", parameter,
                                  reason.empty() ? "" : ": ", reason));
}

Error must_not_be_empty(std::string_view parameter) {
  return api::invalid(fmt::format("{} must not be empty", parameter));
}

Status add_names(expression::Placeholders& placeholders,
                 const api::Dictionary<std::string>& names) {
  if (names.empty()) return must_not_be_empty("ExpressionAttributeNames");
  for (const auto& [key, name] : names) TRY(placeholders.add_name(key, name));
  return {};
}

// AWS: the placeholder before its value.
Error invalid_value(const api::InputProblem& problem, ValueLayer layer) {
  const Status placeholder = expression::check_value_key(problem.attribute);
  if (!placeholder.ok()) return placeholder.error();
  if (layer == ValueLayer::Current && is_value_fault(problem.error)) return problem.error;
  return api::invalid(fmt::format("ExpressionAttributeValues contains invalid value: {} for key {}",
                                  in_older_words(problem.error).message(), problem.attribute));
}

Status add_values(expression::Placeholders& placeholders, const api::ItemInput& values,
                  ValueLayer layer) {
  if (values.problem()) return invalid_value(*values.problem(), layer);
  if (values.view().attributes().is_empty()) return must_not_be_empty("ExpressionAttributeValues");
  for (const auto& member : values.view().attributes()) {
    TRY(placeholders.add_value(member.name, member.value));
  }
  return {};
}

// AWS: "2 MB is the maximum combined length for all substitution variables in an expression."
// Ours: its words for that are not known.
Status check_placeholder_bytes(const AttributeNames& names, const AttributeValues& values) {
  constexpr std::size_t kPlaceholderBytesMax = std::size_t{2} << 20;
  std::size_t bytes = values ? size_bytes(values->view()) : 0;
  if (names) {
    for (const auto& [key, name] : *names) bytes += key.size() + name.size();
  }
  if (bytes <= kPlaceholderBytesMax) return {};
  return api::invalid(
      fmt::format("The substitution variables of an expression have at most {} bytes together; "
                  "bytes: {}",
                  kPlaceholderBytesMax, bytes));
}

}  // namespace

Status check_parameters(const GivenParameters& given, const AttributeNames& names,
                        const AttributeValues& values) {
  TRY(check_mixture(given));
  if (!given.expressions.empty()) return {};
  if (names) return without_expressions("ExpressionAttributeNames");
  if (values) return without_expressions("ExpressionAttributeValues", given.null_expressions);
  return {};
}

Status ExpressionScope::open(const AttributeNames& names, const AttributeValues& values,
                             ValueLayer layer) {
  if (names) TRY(add_names(placeholders_, *names));
  if (values) TRY(add_values(placeholders_, *values, layer));
  TRY(check_placeholder_bytes(names, values));
  use_.emplace(placeholders_);
  return {};
}

Result<std::optional<expression::Condition>> ExpressionScope::condition(
    ExpressionKind kind, const std::optional<std::string>& text) {
  if (!text) return std::optional<expression::Condition>{};
  auto tree = TRY(cache_.condition(kind, *text));
  return std::optional(TRY(expression::Condition::bind(std::move(tree), *use_)));
}

Result<std::optional<expression::Projection>> ExpressionScope::projection(
    const std::optional<std::string>& text) {
  if (!text) return std::optional<expression::Projection>{};
  auto tree = TRY(cache_.projection(*text));
  return std::optional(TRY(expression::Projection::bind(std::move(tree), *use_)));
}

Result<std::optional<expression::Update>> ExpressionScope::update(
    const std::optional<std::string>& text) {
  if (!text) return std::optional<expression::Update>{};
  auto tree = TRY(cache_.update(*text));
  return std::optional(TRY(expression::Update::bind(std::move(tree), *use_)));
}

Status ExpressionScope::close() const { return use_->check_all_used(); }

}  // namespace partita::operations
