#pragma once

#include "model/rules/judgement.h"
#include "partita/base/result.h"

namespace partita::rules {

// Counts up the revision and the version of an item that a write changes.
// REPORTS: M203 if the caller, or the item it sends, expects another one than is stored; M109 if it
// has to say which one it expects, and does not.
void count_up(Judgement& judgement);

// Why a deletion, which counts nothing, is refused (M203): the caller expects another one. Nullopt
// if it does not.
std::optional<Refusal> refuse_unexpected(const RowProgram& program, const JudgedWrite& change);

}  // namespace partita::rules
