#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "language/value/write_kind.h"
#include "model/definition/model.h"
#include "modelled/archives/archive_layout.h"
#include "modelled/rollups/rollup_program.h"
#include "partita/base/bytes.h"
#include "partita/base/clock.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "partita/value/item_view.h"
#include "store/keys/key_space.h"

namespace partita::archives {

// An archive that a model declares, worked out once.
class ArchivePlan {
 public:
  // REQUIRES: the archive has an entity, which outlives the plan.
  ArchivePlan(const model::Archive& archive, keys::TableId table)
      : entity_(archive.of),
        on_(archive.on),
        layout_(layout_of(archive, table)),
        id_(id_of(layout_)) {}

  const model::Entity* entity() const { return entity_; }
  const ArchiveLayout& layout() const { return layout_; }
  ArchiveId id() const { return id_; }
  // Whether an item that is removed so goes into the archive.
  bool takes(WriteKind kind) const {
    return kind == WriteKind::Expire ||
           (kind == WriteKind::Delete && on_ == model::Archive::On::Delete);
  }

  // Whether its layout is stored as it is now. As long as it is not known, it is stored with each
  // item: what waits never lacks it.
  bool is_stored() const { return is_stored_.load(); }
  void mark_stored() const { is_stored_.store(true); }

 private:
  const model::Entity* entity_;
  const model::Archive::On on_;
  const ArchiveLayout layout_;
  const ArchiveId id_;
  mutable std::atomic<bool> is_stored_{false};
};

// An item that goes. Owns nothing.
struct DepartingItem {
  ItemView image;
  WriteKind kind = WriteKind::Delete;
  WallTime time;
};

// Moves what goes from a table into its archives, in the commit that removes it. Nothing is read,
// so writers of different items neither wait nor conflict.
// THREADS: safe for concurrent calls.
class ArchiveProgram {
 public:
  // Of the archives that are live and of this table.   REQUIRES: as RollupProgram::compile.
  static std::unique_ptr<ArchiveProgram> compile(const model::Model& model,
                                                 const model::Table& table, keys::TableId table_id,
                                                 rollups::EntityOf entity_of);

  // Reads which layouts are stored already.   ERRORS: those of the engine.
  Task<Status> load(const engine::View& view) const;

  const std::vector<std::shared_ptr<const ArchivePlan>>& plans() const { return plans_; }
  void buffer(engine::Transaction& transaction, const DepartingItem& item) const;

 private:
  ArchiveProgram(int model_version, rollups::EntityOf entity_of)
      : model_version_(model_version), entity_of_(std::move(entity_of)) {}

  const int model_version_;
  const rollups::EntityOf entity_of_;
  std::vector<std::shared_ptr<const ArchivePlan>> plans_;
};

}  // namespace partita::archives
