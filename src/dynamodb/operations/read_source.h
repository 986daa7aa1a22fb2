#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "expression/document_paths.h"
#include "expression/projection.h"
#include "operations/context.h"
#include "operations/read_parameters.h"
#include "partita/base/result.h"
#include "query/read_plan.h"
#include "query/source.h"

namespace partita::operations {

// The table or index that a Query or a Scan reads.
// ERRORS: ResourceNotFound; InvalidArgument in DynamoDB's words: no such index, one that is not
// filled yet, a consistent read of a global index.
Result<query::Source> find_source(const Context& context, const ReadParameters& parameters);

// The attributes that the paths begin with and that the source does not have, in the order of the
// paths, each once.
std::vector<std::string_view> missing_attributes(const query::Source& source,
                                                 std::span<const expression::DocumentPath> paths);

// What the answer shows of each row: a local index reaches back to the table for what it lacks.
// ERRORS: InvalidArgument in DynamoDB's words if a global index lacks what is asked for.
Result<query::Output> output_of(const query::Source& source, const ReadParameters& parameters,
                                const std::optional<expression::Projection>& projection);

}  // namespace partita::operations
