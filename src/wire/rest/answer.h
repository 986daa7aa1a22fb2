#pragma once

#include <memory>
#include <string>

#include "patterns/read_pattern.h"
#include "protocol/body_source.h"
#include "protocol/response_encoder.h"
#include "server/rest_call.h"

// The JSON of what a pattern has read: one item, a page, a map or the members of a collection.
namespace partita::server {

protocol::ItemBytes item_bytes_of(const patterns::ReadAnswer& answer);

// REQUIRES: a pattern that gives one item has found it.
void append_rest_answer(std::string& body, const RestCall& call,
                        const patterns::ReadAnswer& answer);
// The same body, written while it is sent.
std::unique_ptr<protocol::BodySource> rest_source(const RestCall& call,
                                                  patterns::ReadAnswer answer);

}  // namespace partita::server
