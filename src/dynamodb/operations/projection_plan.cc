#include "dynamodb/operations/projection_plan.h"

#include "dynamodb/operations/legacy_projection.h"

namespace partita::operations {

GivenParameters ProjectionParameters::given() const {
  GivenParameters names;
  if (projection_expression) names.expressions.emplace_back("ProjectionExpression");
  if (attributes_to_get != nullptr) names.legacy.emplace_back("AttributesToGet");
  return names;
}

Result<ProjectionPlan> ProjectionPlan::create(const ReadContext& context,
                                              const ProjectionParameters& parameters) {
  ProjectionPlan plan;
  plan.scope_ = std::make_unique<ExpressionScope>(context.expressions);
  TRY(check_parameters(parameters.given(), parameters.expression_attribute_names, {}));
  TRY(plan.scope_->open(parameters.expression_attribute_names, {}));
  plan.projection_ = TRY(plan.scope_->projection(parameters.projection_expression));
  TRY(plan.scope_->close());
  if (parameters.attributes_to_get != nullptr) {
    plan.projection_ = TRY(attributes_to_get(*parameters.attributes_to_get));
  }
  return plan;
}

void ProjectionPlan::append_to(Bytes& bytes, const ItemView& item) const {
  if (projection_) {
    projection_->append_to(bytes, item);
  } else {
    bytes.append(item.bytes());
  }
}

}  // namespace partita::operations
