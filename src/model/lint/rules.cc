#include <algorithm>

#include "model/lint/lint_finding.h"

namespace partita::lint {
namespace {

using model::Severity;

constexpr Rule kRules[] = {
    {"L201", Severity::Error, "a pattern is served by no index"},
    {"L202", Severity::Warning, "a pattern reads many items that its filter drops"},
    {"L203", Severity::Warning, "a pattern scans its table"},
    {"L204", Severity::Error, "items can lack a key attribute of the index that is used"},
    {"L205", Severity::Warning, "an index is used by no pattern"},
    {"L206", Severity::Warning, "two indexes serve the same patterns"},
    {"L207", Severity::Warning, "a pattern fans out into many queries"},
    {"L208", Severity::Warning, "a partition key has few values"},
    {"L209", Severity::Warning, "a partition key has one value"},
    {"L210", Severity::Error, "a key has a list or a wildcard as its value"},
    {"L211", Severity::Error, "a key cannot be read back, or two entities can have the same one"},
    {"L212", Severity::Warning, "a number in a sort key is not padded"},
    {"L213", Severity::Warning, "time or order stands behind an id in a sort key"},
    {"L214", Severity::Warning, "a prefix does not end with its separator"},
    {"L215", Severity::Error, "the name of a key attribute differs only in case"},
    {"L216", Severity::Warning, "a state cannot be reached, left, or failed from"},
    {"L217", Severity::Warning, "a state of work in progress has no lease"},
    {"L218", Severity::Warning, "an expiry is not a number of seconds"},
    {"L219", Severity::Warning, "one timestamp is written in several forms"},
    {"L220", Severity::Warning, "an attribute is meant to be unique, but nothing makes it so"},
    {"L221", Severity::Error, "two patterns match the same request"},
    {"L222", Severity::Warning, "an example breaks the rules of its entity"},
    {"L223", Severity::Warning, "the infrastructure differs from the model"},
    {"L224", Severity::Info, "an attribute is a reserved word"},
    {"L225", Severity::Warning, "old versions carry index keys"},
    {"L226", Severity::Warning, "a key of one value for an attribute of many"},
    {"L227", Severity::Info, "a setting is not stated"},
    {"L228", Severity::Warning, "a key prefix is used but not declared, or declared but not used"},
    {"L229", Severity::Error, "DynamoDB refuses a request"},
    {"L230", Severity::Warning, "a range cuts off its last day, or matches nothing"},
    {"L231", Severity::Warning, "a write has no condition and can undo another one"},
    {"L241", Severity::Error, "a default breaks the rules of its own attribute"},
    {"L242", Severity::Error, "DynamoDB refuses the name of a table or an index"},
    {"L243", Severity::Warning, "a transition needs an attribute that no pattern can set"},
    {"L244", Severity::Warning, "an index has a key attribute that no entity has"},
    {"L245", Severity::Warning, "an attribute that is almost a known one passes unchecked"},
    {"L246", Severity::Error, "backups are kept, but nothing makes them"},
    {"L247", Severity::Warning, "an index of a later phase is due"},
    {"L250", Severity::Error, "a migration makes an attribute of another type than is declared"},
    {"L251", Severity::Warning, "an index is keyed by an attribute that a migration removes"},
    {"L252", Severity::Warning, "a migration removes an attribute that is required"},
    {"L253", Severity::Warning, "two migrations change one attribute"},
    {"L254", Severity::Warning, "a migration has no way back"},
    {"L255", Severity::Error, "an added attribute is required, but its backfill can be absent"},
    {"L256", Severity::Error, "a search counts values that are not shown"},
    {"L264", Severity::Error, "a claim has no index with the state in its key"},
    {"L265", Severity::Error, "no transition leads to where a claim takes its items"},
    {"L270", Severity::Warning, "an archive has a folder for almost every item"},
    {"L271", Severity::Warning, "an archive keeps personal data that is erased elsewhere"},
    {"L272", Severity::Warning, "an archive of what expires, and nothing does"},
    {"L290", Severity::Warning, "something is declared that is not served yet"},
    {"L301", Severity::Warning, "the other billing mode is cheaper for the declared load"},
    {"L302", Severity::Warning, "one pattern is most of the cost"},
    {"L303", Severity::Info, "the price book is old"},
    {"L304", Severity::Warning, "a documented cost is far from the computed one"},
};

}  // namespace

std::span<const Rule> rules() { return kRules; }

const Rule* find_rule(std::string_view code) {
  const auto* found = std::find_if(std::begin(kRules), std::end(kRules),
                                   [&](const Rule& rule) { return rule.code == code; });
  return found == std::end(kRules) ? nullptr : found;
}

}  // namespace partita::lint
