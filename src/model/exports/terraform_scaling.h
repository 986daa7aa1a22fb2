#pragma once

#include <string>

#include "model/definition/table.h"
#include "model/exports/hcl_text.h"

namespace partita::exports {

// The use that auto scaling aims at where the file does not say.
inline constexpr int kTargetPercentDefault = 70;

// How the scaling of a table, or of an index, is called: "jobs", "jobs_byDate".
std::string scaling_label(const model::Table& table, const model::Index* index);

// The index's own billing, or the table's.
model::Billing billing_of(const model::Table& table, const model::Index& index);

// What auto scaling changes must not be set back by the next apply: inside the table's block.
void write_ignored_capacity(HclText& hcl, const model::Table& table);

// A target and a policy for each direction of the table and its indexes that may scale.
void write_scaling(HclText& hcl, const model::Table& table);

}  // namespace partita::exports
