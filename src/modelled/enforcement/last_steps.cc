#include "modelled/enforcement/api_refusal.h"
#include "modelled/enforcement/ruled_write.h"

namespace partita::enforcement {

Error ModelRules::LastSteps::refused(const rules::Refusal& refusal) const {
  const auto& shown = subject_.shown_on_failure;
  return to_api_error(refusal, shown ? std::optional(shown->view()) : std::nullopt);
}

Task<Status> ModelRules::LastSteps::settle(engine::Transaction& transaction,
                                           items::FurtherEffects& effects) const {
  for (const rules::UniqueClaim& one : outcome_.claims) {
    Status claimed = co_await claim(transaction, one);
    CO_TRY(claimed);
  }
  for (const rules::ReferenceCheck& one : outcome_.references) {
    Status checked = co_await check_reference(transaction, one);
    CO_TRY(checked);
  }
  if (!outcome_.departure) co_return Status{};
  for (const rules::Referrer& one : outcome_.departure->referrers) {
    Status gone = co_await depart_from(transaction, one, effects);
    CO_TRY(gone);
  }
  co_return Status{};
}

}  // namespace partita::enforcement
