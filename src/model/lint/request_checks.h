#pragma once

#include <span>

#include "language/expression/key_condition.h"
#include "model/lint/lint_context.h"
#include "model/lint/request.h"

namespace partita::lint {

// A finding about a request; `detail` is an attribute, or empty.
LintContext::Report about(const Request& request, std::string_view detail, std::string message,
                          std::string fix = {});

// L214, L230: prefixes and ranges of a query that DynamoDB accepts.
void check_clauses(LintContext& context, const Request& request,
                   std::span<const expression::KeyClause> clauses);

// L222, L231: keys and conditions of a write. `written` are the attributes that an update sets.
void check_write(LintContext& context, const Request& request,
                 const std::vector<std::string>& written);

}  // namespace partita::lint
