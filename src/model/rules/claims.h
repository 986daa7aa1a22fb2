#pragma once

#include <vector>

#include "model/rules/judgement.h"

namespace partita::rules {

// The seventh and eighth steps: what must be unique, and which other items must exist. Only what
// the write changes is claimed, released or checked.
void collect_claims(Judgement& judgement);
void collect_references(Judgement& judgement);

// The constraints of the entity that are kept, with no value.
void add_constraints(const RowProgram& program, std::vector<UniqueClaim>& constraints);

// All that the item holds is set free: it goes, or becomes one of another entity.
void release_all(const RowProgram& program, const ItemView& item, RuleOutcome& outcome);

}  // namespace partita::rules
