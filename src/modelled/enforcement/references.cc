#include "engine/read_one.h"
#include "modelled/enforcement/ruled_write.h"
#include "store/items/item_key.h"
#include "store/items/stored_item.h"

// Whether the items that a write refers to exist and are as it wants them.

namespace partita::enforcement {
namespace {

// Several entities may have keys of one form.
bool is_of_another(const catalog::Table& table, const model::Entity& entity, const ItemView& item) {
  const ModelRules* rules = model_rules_of(table);
  if (rules == nullptr) return false;
  const model::Entity* owner = rules->rules().owner_of(item);
  return owner != nullptr && owner->name != entity.name;
}

}  // namespace

Task<Status> ModelRules::LastSteps::check_reference(engine::Transaction& transaction,
                                                    const rules::ReferenceCheck& reference) const {
  const auto table = rules_.context_.catalog.find(reference.target->table->name);
  std::optional<Bytes> stored;
  if (table) {
    const Bytes key = items::key_of_stored(*table, reference.key.view());
    auto read = co_await engine::read_one(transaction, key);
    CO_TRY(read);
    stored = *std::move(read);
  }
  const auto target = items::parse_stored(stored);
  CO_TRY(target);
  const bool is_other = *target && is_of_another(*table, *reference.target, **target);
  const auto refusal = rules::refute(outcome_, reference, is_other ? std::nullopt : *target);
  if (!refusal) co_return Status{};
  if (reference.is_enforced) co_return refused(*refusal);
  rules_.violations_.add(*refusal, rules_.now());
  co_return Status{};
}

}  // namespace partita::enforcement
