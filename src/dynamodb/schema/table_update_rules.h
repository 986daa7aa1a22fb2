#pragma once

#include <string_view>

#include "partita/api/update_table.h"
#include "partita/base/result.h"

// What can be wrong with an UpdateTable whatever the table is.
//
// AWS: one request changes one thing. Encryption, table class, deletion protection and warm
// throughput stand alone, in this order of complaint; the rest combines in few ways (captured
// 2026-10).
namespace partita::schema {

// ERRORS: ValidationException in DynamoDB's words; one of our own for what Partita does not have.
Status check_update(const api::UpdateTableRequest& request);

// The index that the update is about.   REQUIRES: check_update accepts the request.
std::string_view index_name_of(const api::GlobalSecondaryIndexUpdate& update);

// Whether the request creates or deletes an index.
bool adds_or_drops_index(const api::UpdateTableRequest& request);

}  // namespace partita::schema
