#include "modelled/rollups/measure_values.h"

#include <string_view>
#include <utility>

#include "model/formula/decimal.h"
#include "partita/value/encoded_item.h"

namespace partita::rollups {
namespace {

using model::MeasureKind;

// The measures before one, as what its formula reads.
class EarlierMeasures final : public model::FormulaInput {
 public:
  void add(std::string_view name, const std::optional<Number>& value) {
    if (value) values_.emplace_back(name, EncodedValue(Value(*value)));
  }

  std::optional<ValueView> find(model::FormulaSource source,
                                std::span<const PathStep> path) const override {
    if (source != model::FormulaSource::New || path.size() != 1) return std::nullopt;
    const auto* name = std::get_if<std::string_view>(&path.front());
    for (const auto& [measure, value] : values_) {
      if (name != nullptr && measure == *name) return value.view();
    }
    return std::nullopt;
  }
  model::Instant now() const override { return {}; }

 private:
  std::vector<std::pair<std::string_view, EncodedValue>> values_;
};

std::optional<Number> average(const SlotSum& slot) {
  const auto sum = slot.sum.to_number();
  if (!sum) return std::nullopt;
  return model::divide(*sum, slot.inputs);
}

// Of a measure that is no formula.
std::optional<Number> kept_value(const RollupPlan& plan, std::size_t measure,
                                 const Aggregate& aggregate) {
  const auto index = plan.slot_of(measure);
  if (!index) return Number(aggregate.sums.items);
  const SlotSum& slot = aggregate.sums.slots[*index];
  switch (plan.rollup().measures[measure].kind) {
    case MeasureKind::Count:
      return Number(slot.inputs);
    case MeasureKind::Sum:
      return slot.sum.to_number();
    case MeasureKind::Avg:
      return average(slot);
    case MeasureKind::Min:
      return aggregate.extremes[*index].least;
    case MeasureKind::Max:
      return aggregate.extremes[*index].greatest;
    default:
      return std::nullopt;
  }
}

}  // namespace

void Extremes::add(const Number& value) {
  if (!least || value < *least) least = value;
  if (!greatest || value > *greatest) greatest = value;
}

std::vector<std::optional<Number>> measure_values(const RollupPlan& plan,
                                                  const Aggregate& aggregate) {
  std::vector<std::optional<Number>> values;
  EarlierMeasures earlier;
  const auto& measures = plan.rollup().measures;
  for (std::size_t i = 0; i < measures.size(); ++i) {
    const bool is_formula = measures[i].kind == MeasureKind::Formula && measures[i].value;
    values.push_back(is_formula ? measures[i].value->evaluate(earlier).number()
                                : kept_value(plan, i, aggregate));
    earlier.add(measures[i].name, values.back());
  }
  return values;
}

}  // namespace partita::rollups
