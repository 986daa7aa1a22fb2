#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "model/definition/node_access.h"
#include "model/lint/rule_groups.h"
#include "model/lint/workload_units.h"

namespace partita::lint {
namespace {

using Kind = CostLine::Kind;

constexpr double kShareMax = 0.5;
constexpr double kCostThatMatters = 5;   // US dollars a month.
constexpr double kDocumentedFactor = 2;  // Between what is documented and what is computed.
constexpr double kBillingFactor = 1.2;   // Between the two billing modes.
constexpr double kProvisionedUse = 0.5;  // Of capacity, with room for peaks.
constexpr auto kPriceAgeMax = std::chrono::days(183);

double request_usd(const Cost& cost, const model::Table& table) {
  double usd = 0;
  for (const auto& line : cost.lines) {
    const bool is_request = line.kind == Kind::Write || line.kind == Kind::Read;
    if (is_request && line.table == &table) usd += line.usd_per_month;
  }
  return usd;
}

// What the units of the table would cost if they came evenly and were provisioned with room.
double even_capacity_usd(const Cost& cost, const model::Table& table, const PriceBook& book) {
  double usd = 0;
  for (const auto& line : cost.lines) {
    if (line.table != &table) continue;
    const double units_a_second =
        line.units_per_month / (kDaysPerMonth * 24 * 3600) / kProvisionedUse;
    if (line.kind == Kind::Write) usd += units_a_second * book.standard.write_unit_hour;
    if (line.kind == Kind::Read) usd += units_a_second * book.standard.read_unit_hour;
  }
  return usd * kHoursPerMonth;
}

void report_provisioned(LintContext& context, const model::Table& table, double on_demand) {
  const double provisioned = capacity_usd(table, context.prices(), false);
  if (on_demand <= 0 || provisioned < on_demand * kBillingFactor) return;
  context.report(
      "L301",
      {table.settings.billing ? table.settings.billing->place : table.notes.place,
       table.id + ".billing",
       fmt::format("provisioned capacity of {} and its indexes costs {} a month (up to {}); the "
                   "declared load costs {} on demand",
                   table.name, usd_text(provisioned),
                   usd_text(capacity_usd(table, context.prices(), true)), usd_text(on_demand)),
       "billing: {mode: on_demand}", provisioned - on_demand});
}

void check_billing(LintContext& context, const model::Table& table) {
  const Cost on_demand = estimate_cost(context.model(), context.prices(), {.as_on_demand = true});
  const double by_request = request_usd(on_demand, table);
  if (capacity_usd(table, context.prices(), false) > 0) {
    report_provisioned(context, table, by_request);
    return;
  }
  const double even = even_capacity_usd(on_demand, table, context.prices());
  if (by_request < kCostThatMatters || by_request < even * kBillingFactor) return;
  context.report("L301", {table.notes.place, table.id + ".billing",
                          fmt::format("requests to {} cost {} a month on demand; if the load is "
                                      "even, provisioned capacity costs about {}",
                                      table.name, usd_text(by_request), usd_text(even)),
                          "billing: {mode: provisioned, ..}", by_request - even});
}

void check_shares(LintContext& context) {
  const double total = context.cost().total();
  if (total < kCostThatMatters) return;
  for (const auto& line : context.cost().lines) {
    if (line.kind != Kind::Read || line.usd_per_month < total * kShareMax) continue;
    const double rest = total - line.usd_per_month;
    const std::string times =
        rest > 0.005 ? fmt::format(", {:.0f} times the rest", line.usd_per_month / rest) : "";
    context.report("L302", {line.pattern->notes.place, line.pattern->name,
                            fmt::format("{} reads {:.0f} units each time: {} a month{}", line.name,
                                        line.units_each, usd_text(line.usd_per_month), times),
                            "if it only counts, a rollup reads no items", line.usd_per_month});
  }
}

void check_age(LintContext& context) {
  const auto& today = context.today();
  if (!today || *today - context.prices().day <= kPriceAgeMax) return;
  context.report("L303",
                 {model::Place{}, std::string(context.prices().name),
                  fmt::format("the prices are of {}", model::day_text(context.prices().day)),
                  "compare with the price list before you rely on them"});
}

bool holds(const model::Model& model, const model::Node& documented) {
  for (const auto& [name, value] : model::text_map_at(documented, "when")) {
    const model::Param* param = model.find_param(name);
    if (param == nullptr || param->value != value) return false;
  }
  return true;
}

std::string parts_text(const Cost& cost) {
  std::string text;
  for (const auto& [kind, name] :
       {std::pair(Kind::Write, "writes"), std::pair(Kind::Read, "reads"),
        std::pair(Kind::Capacity, "capacity"), std::pair(Kind::Storage, "storage"),
        std::pair(Kind::Pitr, "PITR"), std::pair(Kind::Backup, "backup")}) {
    const double usd = cost.total(kind);
    if (usd <= 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, usd_text(usd));
  }
  return text;
}

void check_documented(LintContext& context, const model::RawElement& element) {
  const model::Node& content = element.content;
  const auto documented = model::number_at(content, "usd_per_month");
  if (!documented || !holds(context.model(), content)) return;
  const auto scale = model::number_at(content, "scale");
  const Cost cost =
      estimate_cost(context.model(), context.prices(), {.scale = scale ? to_double(*scale) : 1});
  const double said = to_double(*documented);
  const double computed = cost.total();
  if (computed <= said * kDocumentedFactor && said <= computed * kDocumentedFactor) return;
  context.report("L304", {element.notes.place,
                          "documented_costs." + element.name,
                          fmt::format("documented {} a month, computed {}: {}", usd_text(said),
                                      usd_text(computed), parts_text(cost)),
                          {},
                          computed});
}

}  // namespace

void check_costs(LintContext& context) {
  for (const auto& table : context.model().tables) check_billing(context, table);
  check_shares(context);
  check_age(context);
  for (const auto& element : context.model().documented_costs) check_documented(context, element);
}

}  // namespace partita::lint
