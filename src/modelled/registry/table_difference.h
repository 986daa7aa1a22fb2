#pragma once

#include "modelled/registry/apply_plan.h"
#include "modelled/registry/table_requests.h"
#include "partita/base/result.h"
#include "store/catalog/table.h"

namespace partita::registry {

// A table as the model wants it, as it is, and as the model before wanted it.
struct TableComparison {
  ModelTable wanted;
  const catalog::Table& stored;
  const model::Table* former = nullptr;  // Null: the table was not a model's.
};

// Adds the steps that make the stored table the wanted one. Settings that the file says nothing
// about stay as they are, unless the model before has made them.
void compare_keys(const TableComparison& tables, ApplyPlan& plan);
void compare_indexes(const TableComparison& tables, ApplyPlan& plan);
void compare_settings(const TableComparison& tables, ApplyPlan& plan);

// For a table that is not there: makes it.
void add_table(const ModelTable& wanted, ApplyPlan& plan);

// Time to live is no part of CreateTable, nor is point-in-time recovery.
Step enable_ttl(const model::Table& wanted);
Step enable_recovery(const model::Table& wanted);

}  // namespace partita::registry
