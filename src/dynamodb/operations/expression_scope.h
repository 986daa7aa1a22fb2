#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "language/expression/condition.h"
#include "language/expression/expression_cache.h"
#include "language/expression/placeholders.h"
#include "language/expression/projection.h"
#include "language/expression/update.h"
#include "partita/api/input.h"
#include "partita/api/shape.h"
#include "partita/base/result.h"

namespace partita::operations {

// Which layer of DynamoDB finds the faults of the values behind placeholders, see ValueFault.
enum class ValueLayer : std::uint8_t {
  Current,  // Tells faults of numbers and sets as they are.
  Older     // Tells the placeholder, too.
};

// Which parameters of a request are given, by name, for checks that come before any parsing.
struct GivenParameters {
  std::vector<std::string_view> expressions;  // ConditionExpression, ...: those that are given.
  std::vector<std::string_view> legacy;       // Expected, ...: those that are given.
  // What some operations add to values without an expression: "FilterExpression is null".
  std::string_view null_expressions;
};

using AttributeNames = std::optional<api::Dictionary<std::string>>;
using AttributeValues = std::optional<api::ItemInput>;

// Whether those parameters go together.
// ERRORS: InvalidArgument in DynamoDB's words: expressions beside legacy parameters, placeholders
// without expressions.
Status check_parameters(const GivenParameters& given, const AttributeNames& names,
                        const AttributeValues& values);

// The expressions of one request and the placeholders they share.
//
//   TRY(check_parameters(given, request.expression_attribute_names,
//                        request.expression_attribute_values));
//   ... checks of other parameters, which DynamoDB makes before it reads expressions ...
//   ExpressionScope scope(context.expressions);
//   TRY(scope.open(request.expression_attribute_names, request.expression_attribute_values));
//   auto condition = TRY(scope.condition(ExpressionKind::Condition, request.condition_expression));
//   TRY(scope.close());
//
// What it binds views the request and this scope: both must outlive it. Not movable.
class ExpressionScope {
 public:
  explicit ExpressionScope(expression::ExpressionCache& cache) : cache_(cache) {}
  ExpressionScope(const ExpressionScope&) = delete;
  ExpressionScope& operator=(const ExpressionScope&) = delete;

  // ERRORS: InvalidArgument in DynamoDB's words: no placeholders at all in what should have some,
  // badly named ones, bad names and values.
  Status open(const AttributeNames& names, const AttributeValues& values,
              ValueLayer layer = ValueLayer::Current);

  // Nothing if there is no text. ERRORS: those of parsing and binding.
  Result<std::optional<expression::Condition>> condition(expression::ExpressionKind kind,
                                                         const std::optional<std::string>& text);
  Result<std::optional<expression::Projection>> projection(const std::optional<std::string>& text);
  Result<std::optional<expression::Update>> update(const std::optional<std::string>& text);

  // For an expression that is looked at before it is bound.
  // ERRORS: those of parsing.
  Result<std::shared_ptr<const expression::ConditionTree>> tree(expression::ExpressionKind kind,
                                                                std::string_view text) {
    return cache_.condition(kind, text);
  }
  // REQUIRES: the scope is open.
  expression::PlaceholderUse& use() { return *use_; }

  // Once all expressions are bound.
  // ERRORS: InvalidArgument for placeholders that nobody has used.
  Status close() const;

 private:
  expression::ExpressionCache& cache_;
  expression::Placeholders placeholders_;
  std::optional<expression::PlaceholderUse> use_;
};

}  // namespace partita::operations
