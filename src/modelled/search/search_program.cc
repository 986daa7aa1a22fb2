#include "modelled/search/search_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "modelled/rollups/build_position.h"

namespace partita::search {
namespace {

using rollups::Admission;
using rollups::BuildPosition;

std::uint64_t bit_of(std::size_t plan) {
  assert(plan < SearchProgram::kSearchesMax);
  return std::uint64_t{1} << plan;
}

// Whether a write may change the rows of an item: it comes, goes or has changed in what is read.
bool changes_rows(const SearchPlan& plan, const IndexedChange& change) {
  if (!change.before && !change.after) return false;
  if (!change.before || !change.after) return true;
  return !plan.reads_same(*change.before, *change.after);
}

void buffer_documents(engine::Transaction& transaction, const SearchPlan& plan,
                      const IndexedChange& change) {
  std::optional<Document> before;
  std::optional<Document> after;
  if (change.before) before = plan.document(change.key, *change.before);
  if (change.after) after = plan.document(change.key, *change.after);
  replace(transaction, plan.ref(), doc_of(change.key), before ? &*before : nullptr,
          after ? &*after : nullptr);
}

Result<BuildPosition> position_in(std::optional<ByteView> stored) {
  return stored ? rollups::decode_build_position(*stored) : Result<BuildPosition>(BuildPosition());
}

}  // namespace

Result<std::unique_ptr<SearchProgram>> SearchProgram::compile(const model::Model& model,
                                                              const model::Table& table,
                                                              keys::TableId table_id,
                                                              rollups::EntityOf entity_of) {
  std::unique_ptr<SearchProgram> program(new SearchProgram(table_id, std::move(entity_of)));
  for (const model::RawElement& element : model.searches) {
    model::Search search = model::search_of(model, element);
    if (!element.notes.is_live || search.of == nullptr || search.of->table != &table) continue;
    program->plans_.emplace_back(model, std::move(search), table_id);
  }
  if (program->plans_.size() > kSearchesMax) {
    return Error::invalid_argument(fmt::format("table `{}` has {} searches; at most {} are kept",
                                               table.id, program->plans_.size(), kSearchesMax));
  }
  return program;
}

std::uint64_t SearchProgram::all_built() const {
  return plans_.size() == kSearchesMax ? ~std::uint64_t{0} : bit_of(plans_.size()) - 1;
}

const SearchPlan* SearchProgram::find(std::string_view search) const {
  const auto found = std::ranges::find_if(
      plans_, [&](const SearchPlan& plan) { return plan.search().name == search; });
  return found == plans_.end() ? nullptr : &*found;
}

Task<Status> SearchProgram::load(const engine::View& view) const {
  std::vector<Bytes> stored_keys;
  for (const SearchPlan& plan : plans_) stored_keys.push_back(progress_key(plan.ref()));
  const std::vector<ByteView> wanted(stored_keys.begin(), stored_keys.end());
  Status decoded;
  const auto visit = [&](std::size_t index, std::optional<ByteView> value) {
    const auto position = position_in(value);
    if (!position.ok()) {
      decoded = position.error();
    } else if (position->is_complete) {
      mark_built(index);
    }
  };
  Status read = co_await view.get(wanted, visit);
  CO_TRY(read);
  co_return decoded;
}

Task<Result<Admission>> SearchProgram::admit(engine::Transaction& transaction,
                                             ByteView item_key) const {
  const std::uint64_t built = built_.load();
  if (built != all_built()) return admit_building(transaction, item_key, built);
  return Task<Result<Admission>>::ready(Admission{.counted = built, .ahead = 0});
}

Task<Result<Admission>> SearchProgram::admit_building(engine::Transaction& transaction,
                                                      ByteView item_key,
                                                      std::uint64_t built) const {
  std::vector<std::size_t> building;
  std::vector<Bytes> stored_keys;
  for (std::size_t i = 0; i < plans_.size(); ++i) {
    if ((built & bit_of(i)) != 0) continue;
    building.push_back(i);
    stored_keys.push_back(progress_key(plans_[i].ref()));
  }
  const std::vector<ByteView> wanted(stored_keys.begin(), stored_keys.end());
  Admission admission{.counted = built, .ahead = 0};
  Status decoded;
  const auto visit = [&](std::size_t index, std::optional<ByteView> value) {
    const std::size_t plan = building[index];
    auto position = position_in(value);
    if (!position.ok()) {
      decoded = std::move(position).error();
      return;
    }
    (position->covers(item_key) ? admission.counted : admission.ahead) |= bit_of(plan);
    if (position->is_complete) mark_built(plan);
  };
  Status read = co_await transaction.get(wanted, visit);
  CO_TRY(read);
  CO_TRY(decoded);
  co_return admission;
}

void SearchProgram::buffer(engine::Transaction& transaction, const IndexedChange& change,
                           const Admission& admission) const {
  const model::Entity* before = change.before ? entity_of_(*change.before) : nullptr;
  const model::Entity* after = change.after ? entity_of_(*change.after) : nullptr;
  for (std::size_t i = 0; i < plans_.size(); ++i) {
    const SearchPlan& plan = plans_[i];
    IndexedChange own = change;
    if (before != plan.search().of) own.before.reset();
    if (after != plan.search().of) own.after.reset();
    if (!changes_rows(plan, own)) continue;
    if ((admission.ahead & bit_of(i)) != 0) {
      transaction.put(touch_key(plan.ref(), rollups::shard_of_item(change.key)), {});
    }
    if ((admission.counted & bit_of(i)) != 0) buffer_documents(transaction, plan, own);
  }
}

std::optional<Document> SearchProgram::document(const SearchPlan& plan, ByteView item_key,
                                                const ItemView& item) const {
  if (entity_of_(item) != plan.search().of) return std::nullopt;
  return plan.document(item_key, item);
}

}  // namespace partita::search
