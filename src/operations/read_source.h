#pragma once

#include <optional>
#include <span>

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

// What the answer shows of each row: a local index reaches back to the table for what it lacks.
// ERRORS: InvalidArgument in DynamoDB's words if a global index lacks what is asked for.
Result<query::Output> output_of(const query::Source& source, const ReadParameters& parameters,
                                const std::optional<expression::Projection>& projection);

// Whether no path leads into a key attribute of the table or of one of its indexes.
// ERRORS: InvalidArgument in DynamoDB's words.
Status check_key_paths(const catalog::Table& table,
                       std::span<const expression::DocumentPath> paths);

}  // namespace partita::operations
