#include <fmt/format.h>

#include "model/lint/rule_groups.h"

namespace partita::lint {
namespace {

void report_missing(LintContext& context, model::Place place, const std::string& subject,
                    std::string_view meaning) {
  context.report("L227", {place, subject, fmt::format("{} is not stated: {}", subject, meaning)});
}

void check_backups(LintContext& context, const model::Table& table) {
  const model::TableSettings& settings = table.settings;
  if (!settings.backups_keep || settings.backups_every) return;
  context.report("L246", {table.notes.place, table.id + ".backups",
                          "backups are to be kept, but nothing makes them",
                          "say how often in `every`, as in `{every: 1d, keep: 90d}`"});
}

void check_settings_of(LintContext& context, const model::Table& table) {
  check_backups(context, table);
  const model::TableSettings& settings = table.settings;
  const auto check = [&](bool is_stated, const char* name, std::string_view meaning) {
    if (!is_stated) {
      report_missing(context, table.notes.place, fmt::format("{}.{}", table.id, name), meaning);
    }
  };
  check(settings.billing.has_value(), "billing", "on-demand is assumed");
  check(settings.encryption.has_value(), "encryption", "the key that AWS owns is assumed");
  check(settings.pitr_enabled.has_value(), "pitr", "no point-in-time recovery is assumed");
  check(settings.streams.has_value(), "streams", "no stream is assumed");
  check(settings.deletion_protection.has_value(), "deletion_protection", "none is assumed");
  for (const auto& index : table.indexes) {
    if (index.states_projection) continue;
    report_missing(context, index.notes.place, index.name + ".project",
                   "all attributes are assumed");
  }
}

}  // namespace

void check_settings(LintContext& context) {
  for (const auto& table : context.model().tables) check_settings_of(context, table);
}

}  // namespace partita::lint
