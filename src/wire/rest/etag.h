#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "partita/base/result.h"
#include "wire/protocol/http_request.h"

// Revisions of items as HTTP has them: a revision in quotes is an entity tag.
namespace partita::rest {

// Appends the header line.
void append_etag(std::string& headers, std::string_view revision);

// Whether If-None-Match names this revision, or any at all: then the client has it.
bool has_seen(const protocol::HttpRequest& request, std::string_view revision);

// The revision that If-Match names, `*` for any; nullopt without the header.
// ERRORS: Failure BadArgument for several, and for what is no entity tag.
Result<std::optional<std::string>> expected_revision(const protocol::HttpRequest& request);

// Whether If-None-Match: * asks that there be no item yet.
// ERRORS: Failure BadArgument for any other value: on writes it has no meaning.
Result<bool> must_be_new(const protocol::HttpRequest& request);

}  // namespace partita::rest
