#include "modelled/syncs/sync_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace partita::syncs {

Result<std::unique_ptr<SyncProgram>> SyncProgram::compile(const model::Model& model,
                                                          const model::Table& table,
                                                          keys::TableId table_id,
                                                          rollups::EntityOf entity_of) {
  std::unique_ptr<SyncProgram> program(new SyncProgram(table_id, std::move(entity_of)));
  for (const model::RawElement& element : model.syncs) {
    if (!element.notes.is_live || !model::is_served(element)) continue;
    model::Sync sync = model::sync_of(model, element);
    // Without a url there is nobody to be told.
    if (sync.of == nullptr || sync.of->table != &table || sync.to.url.empty()) continue;
    program->plans_.push_back(std::make_unique<const SyncPlan>(model, std::move(sync), table_id));
  }
  if (program->plans_.size() > kSyncsMax) {
    return Error::invalid_argument(fmt::format("table `{}` has {} syncs; at most {} are kept",
                                               table.id, program->plans_.size(), kSyncsMax));
  }
  return program;
}

const SyncPlan* SyncProgram::find(std::string_view sync) const {
  const auto found =
      std::ranges::find_if(plans_, [&](const auto& plan) { return plan->sync().name == sync; });
  return found == plans_.end() ? nullptr : found->get();
}

void SyncProgram::buffer(engine::Transaction& transaction, const ToldChange& change) const {
  const model::Entity* before = change.before ? entity_of_(*change.before) : nullptr;
  const model::Entity* after = change.after ? entity_of_(*change.after) : nullptr;
  for (const auto& plan : plans_) {
    ToldChange own = change;
    if (before != plan->sync().of) own.before.reset();
    if (after != plan->sync().of) own.after.reset();
    const auto event = plan->event_of(own);
    if (!event) continue;
    transaction.append(log_prefix(plan->ref()), encode_event(*event));
    plan->bell().ring();
  }
}

}  // namespace partita::syncs
