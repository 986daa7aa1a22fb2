#pragma once

#include "model/lint/lint_context.h"

// The rules, in groups of one idea each. A rule is a function of the context that reports.

namespace partita::lint {

void check_patterns(LintContext& context);    // L201 to L204, L207
void check_routes(LintContext& context);      // L221
void check_indexes(LintContext& context);     // L205, L206, L208, L209, L247
void check_key_values(LintContext& context);  // L209 of tables, L210, L226
void check_key_space(LintContext& context);   // L211, L215
void check_key_order(LintContext& context);   // L212, L213
void check_prefixes(LintContext& context);    // L228
void check_lifecycles(LintContext& context);  // L216, L217, L243
void check_times(LintContext& context);       // L218, L219
void check_entities(LintContext& context);    // L220, L224, L225
void check_samples(LintContext& context);     // L222
void check_values(LintContext& context);      // L241, L245
void check_names(LintContext& context);       // L242, L244
void check_settings(LintContext& context);    // L227, L246
void check_deployment(LintContext& context);  // L223
void check_requests(LintContext& context);    // L214, L215, L222, L229 to L231
void check_migrations(LintContext& context);  // L250 to L255
void check_searches(LintContext& context);    // L256
void check_claims(LintContext& context);      // L264, L265
void check_archives(LintContext& context);    // L270 to L272
void check_unserved(LintContext& context);    // L290
void check_costs(LintContext& context);       // L301 to L304

}  // namespace partita::lint
