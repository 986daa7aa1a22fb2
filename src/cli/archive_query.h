#pragma once

#include <string>
#include <string_view>

#include "model/definition/model.h"
#include "partita/base/result.h"

namespace partita::cli {

// Statements that make a view of each archive of the model, by the name of its entity, over the
// files below `buckets`: a directory that stands for a place, or s3: for S3 itself. With an entity
// only that one's.
// ERRORS: NotFound if there is none.
Result<std::string> duckdb_views(const model::Model& model, std::string_view entity,
                                 std::string_view buckets);

// Runs the question in DuckDB, which takes the place of this program: comes back only if it could
// not be started.
// ERRORS: NotFound if DuckDB is not installed, with what to do instead.
Error run_duckdb(const std::string& views, const std::string& question);

}  // namespace partita::cli
