#include "model/lint/cost.h"

#include <algorithm>
#include <cmath>

#include "model/lint/workload_units.h"
#include "model/planning/key_part.h"

namespace partita::lint {
namespace {

using model::Billing;
using Kind = CostLine::Kind;

// What DynamoDB stores beside each item and index entry.
constexpr double kOverheadBytes = 100;
constexpr double kMillion = 1'000'000;
// How many items a filter on an attribute of unknown values lets through: one of so many.
constexpr double kAssumedValues = 10;

const Prices& prices_of(const model::Table& table, const PriceBook& book) {
  return table.settings.table_class == model::TableClass::InfrequentAccess ? book.infrequent_access
                                                                           : book.standard;
}

const std::optional<Billing>& billing_of(const model::Table& table, const model::Index* index) {
  return index != nullptr && index->billing ? index->billing : table.settings.billing;
}

bool is_provisioned(const model::Table& table, const model::Index* index) {
  const auto& billing = billing_of(table, index);
  return billing && billing->mode == Billing::Mode::Provisioned;
}

class Estimate {
 public:
  Estimate(const model::Model& model, const PriceBook& book, const CostOptions& options)
      : model_(model), book_(book), options_(options) {}

  Cost make() &&;

 private:
  void add_entity(const model::Entity& entity);
  void add_index_entries(const model::Entity& entity, const model::Index& index);
  void add_pattern(const model::PatternLoad& load);
  void add_capacity(const model::Table& table);
  void add_backups(const model::Table& table);
  void add_writes(CostLine line, double units_each, double creates_per_day);
  void add_storage(CostLine line, double bytes);
  bool is_by_request(const model::Table& table, const model::Index* index) const {
    return options_.as_on_demand || !is_provisioned(table, index);
  }

  const model::Model& model_;
  const PriceBook& book_;
  const CostOptions& options_;
  Cost cost_;
};

void Estimate::add_writes(CostLine line, double units_per_day, double creates_per_day) {
  if (units_per_day <= 0) return;
  line.kind = Kind::Write;
  line.units_each = creates_per_day > 0 ? units_per_day / creates_per_day : units_per_day;
  line.units_per_month = units_per_day * kDaysPerMonth * options_.scale;
  if (is_by_request(*line.table, line.index)) {
    line.usd_per_month =
        line.units_per_month / kMillion * prices_of(*line.table, book_).write_request_million;
  }
  cost_.lines.push_back(std::move(line));
}

void Estimate::add_storage(CostLine line, double bytes) {
  if (bytes <= 0) return;
  line.kind = Kind::Storage;
  line.gigabytes = bytes * options_.scale / kBytesPerGb;
  line.usd_per_month = line.gigabytes * prices_of(*line.table, book_).storage_gb_month;
  cost_.lines.push_back(std::move(line));
}

// Items that expire are removed without a charge.
void Estimate::add_entity(const model::Entity& entity) {
  const EntityVolume volume = volume_of(model_, entity);
  const double writes_per_day = volume.creates_per_day * (1 + volume.transitions) +
                                volume.updates_per_day + volume.deletes_per_day;
  CostLine line;
  line.table = entity.table;
  line.entity = &entity;
  line.name = entity.name;
  const double rows = rows_per_write(entity);
  add_writes(line, writes_per_day * rows * write_units(volume.size_bytes), volume.creates_per_day);
  double stored = volume.items * static_cast<double>(planning::rows_of(entity).size());
  if (entity.versioned) stored += volume.items + volume.updates_per_day * 365;
  add_storage(line, stored * (volume.size_bytes + kOverheadBytes));
  for (const auto& index : entity.table->indexes) {
    if (index.notes.is_live) add_index_entries(entity, index);
  }
}

void Estimate::add_index_entries(const model::Entity& entity, const model::Index& index) {
  const model::Table& table = *entity.table;
  const double rows = rows_in_index(entity, table, index);
  if (rows == 0) return;
  const EntityVolume volume = volume_of(model_, entity);
  const double bytes = entry_bytes(entity, index, volume.size_bytes);
  const bool holds_more_than_keys = index.projection != model::ProjectionKind::Keys;
  const bool moves =
      entity.lifecycle && moves_entry(entity, table, index, entity.lifecycle->attribute);
  const double per_transition = moves ? 2 : (holds_more_than_keys ? 1 : 0);
  const double per_update = holds_more_than_keys ? 1 : 0;
  const double entries_per_day =
      volume.creates_per_day * (1 + volume.transitions * per_transition) +
      volume.updates_per_day * per_update + volume.deletes_per_day;
  CostLine line;
  line.table = &table;
  line.index = &index;
  line.entity = &entity;
  line.name = index.name;
  add_writes(line, entries_per_day * rows * write_units(bytes), volume.creates_per_day);
  add_storage(line, volume.items * rows * (bytes + kOverheadBytes));
}

double units_of_read(const model::Model& model, const planning::PatternReadPlan& plan,
                     double items) {
  const model::Entity& entity = *plan.rows.front().entity;
  const double item_bytes = volume_of(model, entity).size_bytes;
  const double bytes =
      plan.index == nullptr ? item_bytes : entry_bytes(entity, *plan.index, item_bytes);
  const double share = plan.is_consistent ? 1 : 0.5;
  double units = read_units(items * read_ratio(plan) * bytes) * share;
  // Each further query of a fan-out reads at least one unit of its own.
  if (plan.legs.size() > 1) units += static_cast<double>(plan.legs.size() - 1) * share;
  if (plan.fetches_items) units += items * read_units(item_bytes) * share;
  return units;
}

void Estimate::add_pattern(const model::PatternLoad& load) {
  const planning::PlanningOutcome outcome = planning::plan_pattern(model_, *load.pattern);
  const planning::PatternReadPlan* plan = outcome.plan ? outcome.plan->read() : nullptr;
  if (plan == nullptr) return;
  const double page = plan->page ? plan->page->default_items : 1;
  const double items = load.items ? static_cast<double>(*load.items) : page;
  CostLine line;
  line.kind = Kind::Read;
  line.table = plan->table;
  line.index = plan->index;
  line.pattern = load.pattern;
  line.name = load.pattern->name;
  line.units_each = units_of_read(model_, *plan, items);
  line.units_per_month = line.units_each * to_double(load.per_day) * kDaysPerMonth * options_.scale;
  if (is_by_request(*plan->table, plan->index)) {
    line.usd_per_month =
        line.units_per_month / kMillion * prices_of(*plan->table, book_).read_request_million;
  }
  cost_.lines.push_back(std::move(line));
}

void Estimate::add_capacity(const model::Table& table) {
  CostLine line;
  line.kind = Kind::Capacity;
  line.table = &table;
  line.name = table.name;
  line.usd_per_month = capacity_usd(table, book_, false);
  if (!options_.as_on_demand && line.usd_per_month > 0) cost_.lines.push_back(std::move(line));
}

void Estimate::add_backups(const model::Table& table) {
  double gigabytes = 0;
  for (const auto& line : cost_.lines) {
    const bool is_own = line.index == nullptr || line.index->is_local;
    if (line.kind == Kind::Storage && line.table == &table && is_own) gigabytes += line.gigabytes;
  }
  CostLine line;
  line.table = &table;
  line.name = table.name;
  line.gigabytes = gigabytes;
  if (table.settings.pitr_enabled.value_or(false)) {
    line.kind = Kind::Pitr;
    line.usd_per_month = gigabytes * book_.pitr_gb_month;
    cost_.lines.push_back(line);
  }
  // Of one backup.
  if (table.settings.backups_keep) {
    line.kind = Kind::Backup;
    line.usd_per_month = gigabytes * book_.backup_gb_month;
    cost_.lines.push_back(line);
  }
}

Cost Estimate::make() && {
  cost_.prices = book_.name;
  for (const auto& entity : model_.entities) {
    if (entity.notes.is_live) add_entity(entity);
  }
  for (const auto& load : model_.pattern_loads) {
    if (load.pattern->notes.is_live) add_pattern(load);
  }
  for (const auto& table : model_.tables) {
    add_capacity(table);
    add_backups(table);
  }
  return std::move(cost_);
}

double throughput_usd(const Billing& billing, const Prices& prices, bool at_most) {
  const auto units = [&](const model::Throughput& throughput) {
    return at_most ? std::max(throughput.units, throughput.scale_to.value_or(0)) : throughput.units;
  };
  return (units(billing.read) * prices.read_unit_hour +
          units(billing.write) * prices.write_unit_hour) *
         kHoursPerMonth;
}

// One of so many items has a given value of the attribute.
double value_count(const model::Entity& entity, std::string_view name) {
  const model::Attribute* attribute = entity.find_attribute(name);
  const bool is_enum = attribute != nullptr && !attribute->type->values.empty();
  return is_enum ? static_cast<double>(attribute->type->values.size()) : kAssumedValues;
}

double filter_ratio(const planning::AttributeFilter& filter, const model::Entity& entity) {
  const auto wanted = static_cast<double>(std::max<std::size_t>(1, filter.values.size()));
  return std::max(1.0, value_count(entity, filter.attribute) / wanted);
}

// Of formulas only equality says how much it drops.
double filter_ratio(const model::Formula& formula, const model::Entity& entity) {
  const std::string& text = formula.text();
  const std::size_t equal = text.find('=');
  const bool is_equality = equal != std::string::npos && equal > 0 &&
                           std::string_view("<>!").find(text[equal - 1]) == std::string_view::npos;
  if (!is_equality) return 1;
  return formula.names().size() == 1 ? value_count(entity, formula.names().front())
                                     : kAssumedValues;
}

}  // namespace

double Cost::total() const {
  double usd = 0;
  for (const auto& line : lines) usd += line.usd_per_month;
  return usd;
}

double Cost::total(Kind kind) const {
  double usd = 0;
  for (const auto& line : lines) usd += line.kind == kind ? line.usd_per_month : 0;
  return usd;
}

Cost estimate_cost(const model::Model& model, const PriceBook& book, const CostOptions& options) {
  return Estimate(model, book, options).make();
}

double capacity_usd(const model::Table& table, const PriceBook& book, bool at_most) {
  const Prices& prices = prices_of(table, book);
  double usd = 0;
  if (is_provisioned(table, nullptr)) {
    usd += throughput_usd(*billing_of(table, nullptr), prices, at_most);
  }
  for (const auto& index : table.indexes) {
    if (index.is_local || !index.notes.is_live || !is_provisioned(table, &index)) continue;
    usd += throughput_usd(*billing_of(table, &index), prices, at_most);
  }
  return usd;
}

double read_ratio(const planning::PatternReadPlan& plan) {
  double ratio = 1;
  for (const auto& filter : plan.equalities) {
    ratio *= filter_ratio(filter, *plan.rows.front().entity);
  }
  if (plan.filter) ratio *= filter_ratio(*plan.filter, *plan.rows.front().entity);
  return ratio;
}

double index_usd(const model::Model& model, const model::Entity& entity,
                 const std::vector<std::string>& attributes, const PriceBook& book) {
  const EntityVolume volume = volume_of(model, entity);
  const bool moves = entity.lifecycle && std::find(attributes.begin(), attributes.end(),
                                                   entity.lifecycle->attribute) != attributes.end();
  const double entries = volume.creates_per_day * (1 + volume.transitions * (moves ? 2 : 1)) +
                         volume.updates_per_day + volume.deletes_per_day;
  const Prices& prices = prices_of(*entity.table, book);
  const double units = entries * write_units(volume.size_bytes) * kDaysPerMonth;
  const double gigabytes = volume.items * (volume.size_bytes + kOverheadBytes) / kBytesPerGb;
  return units / kMillion * prices.write_request_million + gigabytes * prices.storage_gb_month;
}

}  // namespace partita::lint
