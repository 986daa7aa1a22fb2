#pragma once

#include <string>

#include "conformance/runner/endpoint.h"

namespace partita::request_fuzz {

// What no answer may be, whatever was asked: a fault of the server, no JSON, an exception that
// clients do not know, more bytes than the few small items can account for. "" if all is well.
std::string complaint_about(const Result<conformance::Answer>& answer);

}  // namespace partita::request_fuzz
