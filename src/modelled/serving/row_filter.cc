#include "modelled/serving/row_filter.h"

#include <algorithm>
#include <utility>

#include "modelled/serving/item_expiry.h"

namespace partita::serving {
namespace {

using planning::PlannedRow;

// An item and what the caller gives.
class FilterInput final : public model::FormulaInput {
 public:
  FilterInput(const ItemView& item, const ItemView& parameters, model::Instant now)
      : item_(item), parameters_(parameters), now_(now) {}

  std::optional<ValueView> find(model::FormulaSource source,
                                std::span<const PathStep> path) const override {
    if (source == model::FormulaSource::Old) return std::nullopt;
    return source == model::FormulaSource::Parameter ? parameters_.follow(path)
                                                     : item_.follow(path);
  }
  model::Instant now() const override { return now_; }

 private:
  ItemView item_;
  ItemView parameters_;
  model::Instant now_;
};

bool has_element(const ValueView& value, const ValueView& wanted) {
  switch (value.type()) {
    case ValueType::L:
      return std::ranges::any_of(value.list(), [&](const auto& one) { return one == wanted; });
    case ValueType::SS:
      return wanted.type() == ValueType::S &&
             std::ranges::any_of(value.string_set(),
                                 [&](const auto one) { return one == wanted.string(); });
    case ValueType::NS:
      return wanted.type() == ValueType::N &&
             std::ranges::any_of(value.number_set(),
                                 [&](const auto& one) { return one == wanted.number(); });
    default:
      return false;
  }
}

bool is_version_row(const PlannedRow& row) {
  return row.entity->versioned && row.row == &row.entity->versioned->row;
}

// Whether the item has the keys of the row. Only keys that are texts tell rows apart.
bool has_keys(const model::Row& row, const ItemView& item) {
  return std::ranges::all_of(row.keys, [&](const model::DerivedKey& key) {
    const auto value = item.find(key.name);
    return value && (value->type() != ValueType::S || key.key.matches(value->string()));
  });
}

}  // namespace

Result<RowFilter> RowFilter::create(const planning::PatternReadPlan& plan,
                                    const rules::EntityFinder* finder,
                                    const PlanArguments& arguments, model::Instant now) {
  RowFilter filter(plan, finder, now);
  for (const planning::AttributeFilter& asked : plan.equalities) {
    Equality equality{asked.attribute, {}};
    for (const planning::ValueSource& source : asked.values) {
      equality.values.emplace_back(TRY(arguments.value(source, asked.attribute)));
    }
    filter.equalities_.push_back(std::move(equality));
  }
  filter.parameters_ = TRY(arguments.filter_parameters());
  return filter;
}

const PlannedRow* RowFilter::identify(const ItemView& item) const {
  const auto& rows = plan_->rows;
  const bool is_mixed = plan_->drops_foreign_rows || rows.size() > 1;
  const bool is_get = plan_->access == planning::PatternReadPlan::Access::Get;
  if (!is_mixed && !is_get) return &rows.front();
  const auto find = [&](std::string_view name) { return item.find(name); };
  const auto* program = finder_ == nullptr ? nullptr : finder_->find(find);
  // Who asks by the whole key gets what is there, unless that surely is something else.
  if (is_get && program == nullptr) return &rows.front();
  for (const PlannedRow& row : rows) {
    // Version rows are the server's: nothing that the finder knows.
    const bool is_entity =
        is_version_row(row) || (program != nullptr && program->entity == row.entity);
    if (is_entity && has_keys(*row.row, item)) return &row;
  }
  return nullptr;
}

bool RowFilter::holds(const ItemView& item) const {
  for (const Equality& equality : equalities_) {
    const auto value = item.find(equality.attribute);
    const bool is_met =
        value && std::ranges::any_of(equality.values, [&](const EncodedValue& wanted) {
          return *value == wanted.view() || has_element(*value, wanted.view());
        });
    if (!is_met) return false;
  }
  return !plan_->filter || plan_->filter->holds(FilterInput(item, parameters_.view(), now_));
}

const PlannedRow* RowFilter::find(const ItemView& item) const {
  const PlannedRow* row = identify(item);
  if (row == nullptr || is_expired(*row->entity, item, now_) || !holds(item)) return nullptr;
  return row;
}

}  // namespace partita::serving
