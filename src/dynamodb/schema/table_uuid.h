#pragma once

#include <string>

namespace partita::schema {

// A random UUID (RFC 9562, version 4): "f81d4fae-7dec-41d0-a765-00a0c91e6bf6".
std::string new_uuid();

}  // namespace partita::schema
