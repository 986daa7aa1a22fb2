#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/definition/model.h"
#include "model/lint/price_book.h"
#include "model/planning/planner.h"

// What a model costs in a month on DynamoDB, from its `workload`: units as DynamoDB counts them
// (1 KB a write, for the table and each index; delete and insert if an index key changes; 4 KB a
// read, half of it if eventually consistent), times a price book.

namespace partita::lint {

struct CostLine {
  enum class Kind { Write, Read, Capacity, Storage, Pitr, Backup };

  Kind kind = Kind::Write;
  const model::Table* table = nullptr;
  const model::Index* index = nullptr;      // Null: the table itself, or a pattern's line.
  const model::Entity* entity = nullptr;    // Of Write.
  const model::Pattern* pattern = nullptr;  // Of Read.
  std::string name;                         // "Message", "list_by_stage", an index, a table
  double units_per_month = 0;               // Of Write and Read.
  double units_each = 0;                    // For one item's life, or for one request.
  double gigabytes = 0;                     // Of Storage, Pitr and Backup.
  double usd_per_month = 0;
};

struct Cost {
  std::string_view prices;  // The name of the book.
  std::vector<CostLine> lines;

  double total() const;
  double total(CostLine::Kind kind) const;
};

struct CostOptions {
  double scale = 1;  // The load is so many times the declared one.
  // As if all tables were paid by request.
  bool as_on_demand = false;
};

Cost estimate_cost(const model::Model& model, const PriceBook& book,
                   const CostOptions& options = {});

// The most that a table costs in a month at its highest provisioned capacity.
double capacity_usd(const model::Table& table, const PriceBook& book, bool at_most);

// How many items a plan reads for one that it returns.
double read_ratio(const planning::PatternReadPlan& plan);

// What one more index on these attributes of the entity would cost in a month.
double index_usd(const model::Model& model, const model::Entity& entity,
                 const std::vector<std::string>& attributes, const PriceBook& book);

// A table for people, and JSON.
std::string to_text(const Cost& cost);
std::string to_json(const Cost& cost);

// "$0.72", "$21.35", "$60.75".
std::string usd_text(double usd);

}  // namespace partita::lint
