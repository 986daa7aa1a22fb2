#pragma once

#include "model/rules/judgement.h"
#include "partita/base/result.h"

namespace partita::rules {

// The fifth step: whether the filled item is as its entity says. An update of an item that exists
// is judged by what it changes: what was stored before a rule was made does not stop it.
// REPORTS: M101, M102, M103, M105, M106, M107.
void check(Judgement& judgement);

// Whether the item may keep what it had, in the state that it has now. After the state was judged:
// a late event is told that it is late, not that an attribute does not go with it.
// REPORTS: M101.
void check_kept(Judgement& judgement);

}  // namespace partita::rules
