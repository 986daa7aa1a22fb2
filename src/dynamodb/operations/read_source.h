#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "language/expression/document_paths.h"
#include "language/expression/projection.h"
#include "partita/api/choices.h"
#include "partita/base/result.h"
#include "store/query/read_plan.h"
#include "store/query/read_source.h"

namespace partita::operations {

// What a Query or a Scan of the table reads: its items, or one of its indexes.
// ERRORS: InvalidArgument in DynamoDB's words: no such index, one that is not filled yet, a
// consistent read of a global index.
Result<query::ReadSource> source_in(catalog::TablePointer table,
                                    const std::optional<std::string>& index_name,
                                    bool is_consistent);

// The attributes that the paths begin with and that the source does not have, in the order of the
// paths, each once.
std::vector<std::string_view> missing_attributes(const query::ReadSource& source,
                                                 std::span<const expression::DocumentPath> paths);

// What the answer shows of each row: a local index reaches back to the table for what it lacks.
// ERRORS: InvalidArgument in DynamoDB's words if a global index lacks what is asked for.
Result<query::Output> output_of(const query::ReadSource& source,
                                const std::optional<api::Select>& select,
                                const std::optional<expression::Projection>& projection);

}  // namespace partita::operations
