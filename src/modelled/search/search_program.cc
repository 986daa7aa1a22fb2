#include "modelled/search/search_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

namespace partita::search {
namespace {

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
  for (const SearchPlan& plan : program->plans_) program->building_.add(plan_rows(plan.ref()));
  return program;
}

const SearchPlan* SearchProgram::find(std::string_view search) const {
  const auto found = std::ranges::find_if(
      plans_, [&](const SearchPlan& plan) { return plan.search().name == search; });
  return found == plans_.end() ? nullptr : &*found;
}

void SearchProgram::buffer(engine::Transaction& transaction, const IndexedChange& change,
                           const building::Admission& admission) const {
  const model::Entity* before = change.before ? entity_of_(*change.before) : nullptr;
  const model::Entity* after = change.after ? entity_of_(*change.after) : nullptr;
  for (std::size_t i = 0; i < plans_.size(); ++i) {
    const SearchPlan& plan = plans_[i];
    IndexedChange own = change;
    if (before != plan.search().of) own.before.reset();
    if (after != plan.search().of) own.after.reset();
    if (!changes_rows(plan, own)) continue;
    if (admission.is_ahead(i)) building_.touch(transaction, i, change.key);
    if (admission.covers(i)) buffer_documents(transaction, plan, own);
  }
}

std::optional<Document> SearchProgram::document(const SearchPlan& plan, ByteView item_key,
                                                const ItemView& item) const {
  if (entity_of_(item) != plan.search().of) return std::nullopt;
  return plan.document(item_key, item);
}

}  // namespace partita::search
