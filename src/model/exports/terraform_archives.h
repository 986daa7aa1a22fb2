#pragma once

#include "model/definition/model.h"
#include "model/exports/hcl_text.h"

namespace partita::exports {

// The rules of buckets by which files of archives move to cheaper storage once they are old, for
// the archives that are live and say so.
void write_archives(HclText& hcl, const model::Model& model);

}  // namespace partita::exports
