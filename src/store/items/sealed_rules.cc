#include "store/items/sealed_rules.h"

#include "partita/api/exception.h"

namespace partita::items {

Error SealedRules::refusal() const {
  return api::failure(api::Exception::ServiceUnavailable, reason_);
}

Result<std::optional<EncodedItem>> SealedRules::complete_keys(const ItemView& /*item*/) const {
  return refusal();
}

Task<Result<RuledChange>> SealedRules::apply(engine::Transaction& /*transaction*/,
                                             const ItemChange& /*change*/,
                                             const WriteOrigin& /*origin*/) const {
  return Task<Result<RuledChange>>::ready(Result<RuledChange>(refusal()));
}

}  // namespace partita::items
