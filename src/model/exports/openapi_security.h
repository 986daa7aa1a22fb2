#pragma once

#include "language/value/json_text.h"

namespace partita::exports {

// Writes the member `security` of an OpenAPI document: requests are signed, or not, because a
// server without access keys accepts both. REQUIRES: the document's object is open.
void write_security(JsonText& json);

// Writes the member `securitySchemes`, to which `security` refers. REQUIRES: the object of
// `components` is open.
void write_security_schemes(JsonText& json);

}  // namespace partita::exports
