#include "model/lint/cost.h"

#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "support/model_file.h"

namespace partita::lint {
namespace {

using Kind = CostLine::Kind;

const CostLine* find_line(const Cost& cost, Kind kind, std::string_view name) {
  for (const auto& line : cost.lines) {
    if (line.kind == kind && line.name == name) return &line;
  }
  return nullptr;
}

double write_units_each(const Cost& cost) {
  double units = 0;
  for (const auto& line : cost.lines) units += line.kind == Kind::Write ? line.units_each : 0;
  return units;
}

// 1,000 messages of 1 KB a day through three transitions, with three indexes of all attributes.
std::shared_ptr<const model::Model> rez_agent() {
  std::ifstream file(PARTITA_SOURCE_TREE "/models/rez_agent.yaml");
  std::ostringstream text;
  text << file.rdbuf();
  return *model::load_model(text.str(), "rez_agent.yaml", {{"stage", "prod"}});
}

TEST(Cost, CountsDeleteAndInsertWhenAnIndexKeyChanges) {
  const auto model = rez_agent();
  const Cost cost = estimate_cost(*model, newest_price_book());
  // Create 4, and 3 transitions of 6: table 1, by stage 1, the two with status 2 each.
  EXPECT_DOUBLE_EQ(write_units_each(cost), 22);
  EXPECT_DOUBLE_EQ(find_line(cost, Kind::Write, "status-created_date-index")->units_each, 7);
}

TEST(Cost, CountsFourKilobytesARead) {
  const auto model = rez_agent();
  const Cost cost = estimate_cost(*model, newest_price_book());
  EXPECT_DOUBLE_EQ(find_line(cost, Kind::Read, "list_by_stage")->units_each, 6.5);
  EXPECT_DOUBLE_EQ(find_line(cost, Kind::Read, "get_message")->units_each, 0.5);
}

TEST(Cost, AddsUpToAMonth) {
  const auto model = rez_agent();
  const Cost cost = estimate_cost(*model, newest_price_book());
  EXPECT_EQ(usd_text(cost.total(Kind::Write)), "$0.41");
  EXPECT_EQ(usd_text(cost.total(Kind::Read)), "$0.20");
  EXPECT_EQ(usd_text(cost.total(Kind::Storage)), "$0.09");
  EXPECT_EQ(usd_text(cost.total(Kind::Pitr)), "$0.02");
  EXPECT_EQ(usd_text(cost.total()), "$0.72");
}

TEST(Cost, GrowsWithTheLoad) {
  const auto model = rez_agent();
  const double once = estimate_cost(*model, newest_price_book()).total();
  const double more = estimate_cost(*model, newest_price_book(), {.scale = 100}).total();
  EXPECT_NEAR(more, once * 100, 0.001);
}

TEST(Cost, OfProvisionedTablesIsTheirCapacity) {
  const auto model = model_of(R"(
format: 1
model: m
version: 1
tables:
  t:
    name: t
    key: {partition: id}
    billing:
      mode: provisioned
      read: {units: 25, scale_to: 100, target_percent: 70}
      write: {units: 10, scale_to: 50, target_percent: 70}
    indexes:
      a: {partition: [x], project: all}
      b: {partition: [y], project: all}
entities:
  E:
    match: all
    key: {id: "{id}"}
    attributes:
      id: {type: string, required: true}
      x: {type: string, required: true}
      y: {type: string, required: true}
workload:
  E: {create_per_day: 1000, size: 1KB}
)");
  const auto& table = model->tables.front();
  EXPECT_EQ(usd_text(capacity_usd(table, newest_price_book(), false)), "$21.35");
  EXPECT_EQ(usd_text(capacity_usd(table, newest_price_book(), true)), "$99.64");
  const Cost cost = estimate_cost(*model, newest_price_book());
  EXPECT_DOUBLE_EQ(cost.total(Kind::Write), 0);
  EXPECT_EQ(usd_text(cost.total(Kind::Capacity)), "$21.35");
}

TEST(Cost, IsPrintedForPeopleAndPrograms) {
  const auto model = rez_agent();
  const Cost cost = estimate_cost(*model, newest_price_book());
  const std::string text = to_text(cost);
  EXPECT_TRUE(text.starts_with("$0.72 a month (aws-us-east-1-2026-01)\n  writes"));
  EXPECT_NE(text.find("status-created_date-index of Message"), std::string::npos);
  const std::string json = to_json(cost);
  EXPECT_TRUE(json.starts_with(R"({"prices":"aws-us-east-1-2026-01","usd_per_month":0.7)"));
  EXPECT_NE(json.find(R"("pattern":"list_by_stage","units_per_month":975000.0,"units_each":6.5)"),
            std::string::npos);
}

TEST(Cost, StaysAlignedBesideALongName) {
  const auto model = model_of(R"(
format: 1
model: m
version: 1
tables: {t: {name: table_of_the_model, key: {partition: id}, billing: {mode: on_demand}}}
entities:
  AnEntityWithAnUnusuallyLongNameThatIsLongerThanTheColumn:
    match: all
    key: {id: "{id}"}
    attributes: {id: {type: string, required: true}}
workload:
  AnEntityWithAnUnusuallyLongNameThatIsLongerThanTheColumn: {create_per_day: 100000, size: 1KB}
)");
  std::istringstream lines(to_text(estimate_cost(*model, newest_price_book())));
  std::set<std::size_t> columns;
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    const auto amount = line.find('$');
    columns.insert(line.find_first_of(" \n", amount) == line.npos ? line.size()
                                                                  : line.find(' ', amount));
  }
  EXPECT_EQ(columns.size(), 1U) << to_text(estimate_cost(*model, newest_price_book()));
}

TEST(PriceBook, IsFoundByName) {
  EXPECT_EQ(find_price_book("aws-us-east-1-2026-01"), &newest_price_book());
  EXPECT_EQ(find_price_book("mars"), nullptr);
}

}  // namespace
}  // namespace partita::lint
