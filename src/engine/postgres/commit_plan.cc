#include "engine/postgres/commit_plan.h"

#include <fmt/format.h>

namespace partita::engine {

CommitPlan::CommitPlan(const ReadKeys& reads, const std::vector<WriteSet::Write>& writes) {
  for (const auto& [key, was_present] : reads) rows_[key].was_present = &was_present;
  for (const WriteSet::Write& write : writes) {
    if (write.is_merged) {
      merges_.push_back(&write);
    } else if (write.is_appended) {
      appends_.push_back(&write);
    } else {
      rows_[write.key].write = &write;
    }
  }
  // Stamps must grow with what is overwritten, so they need what notices that.
  is_blind_ = reads.empty() && appends_.empty();
}

Status CommitPlan::check() const {
  if (appends_.size() < kAppendsMax) return {};
  return Error::too_large(
      fmt::format("a transaction appends {} entries to logs, and {} is the limit", appends_.size(),
                  kAppendsMax));
}

void CommitPlan::add_row(SqlBatch& batch, ByteView key, const Planned& planned) const {
  const auto* value =
      planned.write != nullptr && planned.write->value ? &*planned.write->value : nullptr;
  if (planned.was_present == nullptr) {
    if (value != nullptr) return batch.add(Sql::Upsert, {key, *value});
    if (!is_blind_) batch.add(Sql::EraseOrMark, {key});
    return batch.add(Sql::Erase, {key});
  }
  if (*planned.was_present) {
    if (value != nullptr) return batch.add(Sql::Update, {key, *value});
    return batch.add(planned.write != nullptr ? Sql::Erase : Sql::Share, {key});
  }
  batch.add(Sql::Insert, {key, value != nullptr ? ByteView(*value) : ByteView()});
  if (value == nullptr) batch.add(Sql::Erase, {key});
}

// Operands and entries of logs are rows of their own: nobody waits for them, whatever their order.
void CommitPlan::add_to(SqlBatch& batch, std::int64_t stamp_base, Random& random) const {
  for (const auto& [key, planned] : rows_) add_row(batch, key, planned);
  for (const auto* merge : merges_) {
    const auto id = static_cast<std::int64_t>(random.next());
    batch.add(Sql::Merge, {merge->key, batch.number(id), *merge->value});
  }
  std::int64_t number = 0;
  for (const auto* append : appends_) {
    batch.add(Sql::Append,
              {append->key, *append->value, batch.number(stamp_base), batch.number(number++)});
  }
  batch.add(Sql::Commit);
}

}  // namespace partita::engine
