#pragma once

#include <string>

namespace partita::rest {

// The routes that the server has itself (server_routes.h) as OpenAPI 3.1 in JSON.
std::string models_openapi();

}  // namespace partita::rest
