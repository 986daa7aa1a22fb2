#pragma once

#include "model/lint/rule_context.h"

// The rules, in groups of one idea each. A rule is a function of the context that reports.

namespace partita::lint {

void check_patterns(RuleContext& context);    // L201 to L204, L207
void check_routes(RuleContext& context);      // L221
void check_indexes(RuleContext& context);     // L205, L206, L208, L209
void check_key_values(RuleContext& context);  // L209 of tables, L210, L226
void check_key_space(RuleContext& context);   // L211, L215
void check_key_order(RuleContext& context);   // L212, L213
void check_prefixes(RuleContext& context);    // L228
void check_lifecycles(RuleContext& context);  // L216, L217, L243
void check_times(RuleContext& context);       // L218, L219
void check_entities(RuleContext& context);    // L220, L224, L225
void check_samples(RuleContext& context);     // L222
void check_values(RuleContext& context);      // L241, L245
void check_names(RuleContext& context);       // L242, L244
void check_settings(RuleContext& context);    // L227
void check_deployment(RuleContext& context);  // L223
void check_requests(RuleContext& context);    // L214, L215, L222, L229 to L231
void check_unserved(RuleContext& context);    // L290
void check_costs(RuleContext& context);       // L301 to L304

}  // namespace partita::lint
