#include "cli/model_document.h"

#include <fmt/format.h>

#include "model/exports/jsonschema.h"
#include "model/exports/markdown.h"
#include "model/exports/mermaid.h"
#include "model/exports/openapi.h"
#include "model/exports/terraform.h"
#include "model/lint/cost.h"
#include "model/planning/explain.h"

namespace partita::cli {
namespace {

using Kind = ModelExportCommand::Kind;
using CostKind = lint::CostLine::Kind;

exports::PatternPlanText plan_text(const planning::PatternPlan& plan) {
  return {.pattern = plan.pattern->name,
          .index = planning::place_text(plan),
          .condition = planning::condition_text(plan)};
}

std::string_view word_of(CostKind kind) {
  switch (kind) {
    case CostKind::Write:
      return "writes of";
    case CostKind::Read:
      return "reads by";
    case CostKind::Capacity:
      return "capacity of";
    case CostKind::Storage:
      return "storage of";
    case CostKind::Pitr:
      return "point-in-time recovery of";
    case CostKind::Backup:
      return "backups of";
  }
  return "";
}

exports::CostRow cost_text(const lint::CostLine& line) {
  exports::CostRow text{.what = fmt::format("{} {}", word_of(line.kind), line.name),
                        .usd_per_month = lint::usd_text(line.usd_per_month)};
  if (line.units_each > 0) {
    text.detail = fmt::format("{:g} units each", line.units_each);
  } else if (line.gigabytes > 0) {
    text.detail = fmt::format("{:.2f} GB", line.gigabytes);
  }
  return text;
}

exports::MarkdownFacts facts_of(const model::Model& model) {
  exports::MarkdownFacts facts;
  for (const auto& pattern : model.patterns) {
    const auto outcome = planning::plan_pattern(model, pattern);
    if (outcome.plan) facts.plans.push_back(plan_text(*outcome.plan));
  }
  const auto cost = lint::estimate_cost(model, lint::newest_price_book());
  for (const auto& line : cost.lines) facts.costs.push_back(cost_text(line));
  facts.price_book = cost.prices;
  return facts;
}

}  // namespace

std::string document_of(const model::Model& model, Kind kind) {
  switch (kind) {
    case Kind::Markdown:
      return exports::markdown(model, facts_of(model));
    case Kind::Mermaid:
      return exports::mermaid(model);
    case Kind::Mmd:
      return exports::entity_diagram(model);
    case Kind::Terraform:
      return exports::terraform(model);
    case Kind::Openapi:
      return exports::openapi(model);
    case Kind::Jsonschema:
      return exports::jsonschema(model);
  }
  return {};
}

}  // namespace partita::cli
