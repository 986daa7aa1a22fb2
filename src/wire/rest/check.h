#pragma once

#include <string>

#include "language/value/json_text.h"
#include "modelled/audit/audits.h"

// Whether what is stored agrees with itself, for people who ask.
namespace partita::rest {

// {"state": "running", "table": "Albums", "items": 1200, ...}
std::string check_document(const audit::AuditReport& report);

// The members that tell what an audit has found so far.
void write_disagreements(JsonText& json, const audit::Disagreements& found);

}  // namespace partita::rest
