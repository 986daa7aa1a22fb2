#pragma once

#include <string_view>

namespace partita::server {

// The routes that are about models themselves, not of one of them, as OpenAPI 3.1 in JSON.
std::string_view models_openapi();

}  // namespace partita::server
