#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dynamodb/operations/context.h"
#include "dynamodb/operations/expression_scope.h"
#include "language/expression/projection.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/value/item_view.h"

namespace partita::operations {

// The parameters by which a read says which parts of items it wants.
struct ProjectionParameters {
  const std::optional<std::string>& projection_expression;
  const AttributeNames& expression_attribute_names;
  // Those of older days, where the operation has them.
  const std::vector<std::string>* attributes_to_get = nullptr;

  GivenParameters given() const;
};

// What is to be seen of items. Views the request and owns the scope that its expression lives in.
class ProjectionPlan {
 public:
  // ERRORS: InvalidArgument in DynamoDB's words.
  static Result<ProjectionPlan> create(const ReadContext& context,
                                       const ProjectionParameters& parameters);

  // Appends the stored form of what is to be seen of the item.
  void append_to(Bytes& bytes, const ItemView& item) const;

 private:
  std::unique_ptr<ExpressionScope> scope_;
  std::optional<expression::Projection> projection_;  // None: everything.
};

}  // namespace partita::operations
