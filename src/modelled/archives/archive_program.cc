#include "modelled/archives/archive_program.h"

#include <chrono>
#include <utility>

#include "modelled/archives/archive_keys.h"
#include "modelled/archives/archive_rows.h"

namespace partita::archives {

std::unique_ptr<ArchiveProgram> ArchiveProgram::compile(const model::Model& model,
                                                        const model::Table& table,
                                                        keys::TableId table_id,
                                                        rollups::EntityOf entity_of) {
  std::unique_ptr<ArchiveProgram> program(new ArchiveProgram(model.version, std::move(entity_of)));
  for (const model::RawElement& element : model.archives) {
    const model::Archive archive = model::archive_of(model, element);
    if (!element.notes.is_live || archive.of == nullptr || archive.of->table != &table) continue;
    program->plans_.push_back(std::make_shared<const ArchivePlan>(archive, table_id));
  }
  return program;
}

Task<Status> ArchiveProgram::load(const engine::View& view) const {
  std::vector<Bytes> stored_keys;
  for (const auto& plan : plans_) stored_keys.push_back(layout_key(plan->id()));
  const std::vector<ByteView> wanted(stored_keys.begin(), stored_keys.end());
  const auto visit = [&](std::size_t index, std::optional<ByteView> value) {
    if (value && *value == encode(plans_[index]->layout())) plans_[index]->mark_stored();
  };
  co_return co_await view.get(wanted, visit);
}

void ArchiveProgram::buffer(engine::Transaction& transaction, const DepartingItem& item) const {
  const model::Entity* entity = entity_of_(item.image);
  for (const auto& plan : plans_) {
    if (plan->entity() != entity || !plan->takes(item.kind)) continue;
    if (!plan->is_stored()) transaction.put(layout_key(plan->id()), encode(plan->layout()));
    const std::string folder = folder_of(plan->layout(), item.image);
    const WaitingItem waiting{
        .time = std::chrono::floor<std::chrono::milliseconds>(item.time).time_since_epoch().count(),
        .reason = item.kind == WriteKind::Expire ? LeavingReason::Expire : LeavingReason::Delete,
        .model_version = static_cast<std::uint32_t>(model_version_),
        .folder = folder,
        .image = item.image};
    transaction.append(waiting_prefix(plan->id(), keys::hash_bytes(folder)), encode(waiting));
  }
}

}  // namespace partita::archives
