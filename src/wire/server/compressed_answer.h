#pragma once

#include "wire/protocol/http_request.h"
#include "wire/protocol/http_response.h"
#include "wire/protocol/response_encoder.h"

// Answers that travel smaller, for clients that say that they can undo it (Accept-Encoding).
namespace partita::server {

// Whether an answer with these items, though large, is better made as one text and compressed than
// written while it is sent: a page of a Query is, a batch of many megabytes is not.
bool may_compress(const protocol::HttpRequest& request, const protocol::ItemBytes& items);

// Compresses the body if it is worth it and the client accepts it, and says so in the headers.
// Comes before any checksum: AWS has it of the bytes that travel.
void compress_if_accepted(const protocol::HttpRequest& request, protocol::HttpResponse& response);

}  // namespace partita::server
