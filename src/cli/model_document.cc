#include "cli/model_document.h"

#include <fmt/format.h>

#include "documents/jsonschema.h"
#include "documents/markdown.h"
#include "documents/mermaid.h"
#include "documents/openapi.h"
#include "documents/terraform.h"
#include "lint/cost.h"
#include "planning/explain.h"

namespace partita::cli {
namespace {

using Kind = ModelExportCommand::Kind;
using CostKind = lint::CostLine::Kind;

documents::PatternPlanText plan_text(const planning::Plan& plan) {
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

documents::CostLine cost_text(const lint::CostLine& line) {
  documents::CostLine text{.what = fmt::format("{} {}", word_of(line.kind), line.name),
                           .usd_per_month = lint::usd_text(line.usd_per_month)};
  if (line.units_each > 0) {
    text.detail = fmt::format("{:g} units each", line.units_each);
  } else if (line.gigabytes > 0) {
    text.detail = fmt::format("{:.2f} GB", line.gigabytes);
  }
  return text;
}

documents::MarkdownFacts facts_of(const model::Model& model) {
  documents::MarkdownFacts facts;
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
      return documents::markdown(model, facts_of(model));
    case Kind::Mermaid:
      return documents::mermaid(model);
    case Kind::Terraform:
      return documents::terraform(model);
    case Kind::Openapi:
      return documents::openapi(model);
    case Kind::Jsonschema:
      return documents::jsonschema(model);
  }
  return {};
}

}  // namespace partita::cli
