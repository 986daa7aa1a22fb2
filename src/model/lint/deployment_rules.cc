#include <fmt/format.h>

#include "model/lint/rule_groups.h"

namespace partita::lint {
namespace {

// What the infrastructure declares for one table, against the model.
class Comparison {
 public:
  Comparison(LintContext& context, const model::Table& model, const model::Table& deployed)
      : context_(context), model_(model), deployed_(deployed) {}

  void check() {
    check_key();
    check_indexes();
    check_settings();
  }

 private:
  void report(const std::string& detail, std::string message) {
    context_.report("L223",
                    {deployed_.notes.place, fmt::format("deployed.{}.{}", deployed_.id, detail),
                     std::move(message), "deploy what the model says"});
  }

  template <typename Setting>
  void compare(const char* name, const Setting& wanted, const Setting& found) {
    if (wanted == found) return;
    report(name, fmt::format("{} of {} is not deployed as the model has it", name, model_.id));
  }

  void check_key() {
    compare("key", std::pair(model_.partition_key, model_.sort_key),
            std::pair(deployed_.partition_key, deployed_.sort_key));
    compare("name", model_.name, deployed_.name);
  }

  void check_indexes() {
    for (const auto& index : model_.indexes) {
      const model::Index* found = deployed_.find_index(index.name);
      if (found == nullptr) {
        if (index.notes.is_live) report(index.name, fmt::format("{} is not deployed", index.name));
        continue;
      }
      compare(index.name.c_str(), std::pair(index.partition, index.sort),
              std::pair(found->partition, found->sort));
    }
    for (const auto& index : deployed_.indexes) {
      if (model_.find_index(index.name) != nullptr) continue;
      report(index.name, fmt::format("{} is deployed, but not in the model", index.name));
    }
  }

  void check_settings() {
    const auto& wanted = model_.settings;
    const auto& found = deployed_.settings;
    const auto mode_of = [](const std::optional<model::Billing>& billing) {
      return billing ? billing->mode : model::Billing::Mode::OnDemand;
    };
    compare("billing", mode_of(wanted.billing), mode_of(found.billing));
    compare("pitr", wanted.pitr_enabled.value_or(false), found.pitr_enabled.value_or(false));
    compare("encryption", wanted.encryption.value_or(model::EncryptionKey::Owned),
            found.encryption.value_or(model::EncryptionKey::Owned));
    compare("streams", wanted.streams.value_or(model::StreamView::None),
            found.streams.value_or(model::StreamView::None));
    compare("ttl", model_.ttl_attribute, deployed_.ttl_attribute);
  }

  LintContext& context_;
  const model::Table& model_;
  const model::Table& deployed_;
};

}  // namespace

void check_deployment(LintContext& context) {
  for (const auto& deployed : context.model().deployed) {
    const model::Table* table = context.model().find_table(deployed.id);
    if (table == nullptr) {
      context.report("L223", {deployed.notes.place, "deployed." + deployed.id,
                              fmt::format("{} is deployed, but not in the model", deployed.id)});
      continue;
    }
    Comparison(context, *table, deployed).check();
  }
}

}  // namespace partita::lint
