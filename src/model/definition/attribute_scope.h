#pragma once

#include <optional>
#include <vector>

#include "model/definition/attribute.h"
#include "model/definition/model.h"
#include "model/formula/formula.h"

namespace partita::model {

// How formulas see values of the type.
FormulaName formula_name_of(const AttributeType& type);

// The attributes of an entity, or the fields of a map, as names for formulas.
class AttributeScope final : public FormulaScope {
 public:
  struct Knows {
    bool old = false;         // `old.x`
    bool parameters = false;  // `$x`
  };

  AttributeScope(const Model& model, const std::vector<Attribute>& attributes)
      : AttributeScope(model, attributes, Knows{}) {}
  AttributeScope(const Model& model, const std::vector<Attribute>& attributes, Knows knows)
      : model_(model), attributes_(attributes), knows_(knows) {}

  std::optional<FormulaName> find(FormulaSource source,
                                  std::span<const std::string_view> path) const override;
  const std::string* find_model_param(std::string_view name) const override;
  std::vector<std::string_view> names() const override;

 private:
  const Model& model_;
  const std::vector<Attribute>& attributes_;
  Knows knows_;
};

}  // namespace partita::model
