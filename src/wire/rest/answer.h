#pragma once

#include <memory>
#include <string>

#include "modelled/serving/read_pattern.h"
#include "wire/protocol/body_source.h"
#include "wire/protocol/response_encoder.h"
#include "wire/rest/call.h"

// The JSON of what a pattern has read: one item, a page, a map or the members of a collection.
namespace partita::rest {

protocol::ItemBytes item_bytes_of(const serving::ReadAnswer& answer);

// REQUIRES: a pattern that gives one item has found it.
void append_rest_answer(std::string& body, const RestCall& call, const serving::ReadAnswer& answer);
// The same body, written while it is sent.
std::unique_ptr<protocol::BodySource> rest_source(const RestCall& call, serving::ReadAnswer answer);

}  // namespace partita::rest
