#include "enforcement/api_refusal.h"

#include <fmt/format.h>

namespace partita::enforcement {
namespace {

api::ModelError parts_of(const rules::Refusal& refusal) {
  return {.code = refusal.code,
          .model = refusal.model,
          .entity = refusal.entity,
          .id = refusal.id,
          .attribute = refusal.attribute,
          .rule = refusal.rule,
          .value = refusal.value,
          .current = refusal.current,
          .allowed = refusal.allowed};
}

}  // namespace

Error to_api_error(const rules::Refusal& refusal, const std::optional<ItemView>& before) {
  if (refusal.kind == rules::Refusal::Kind::Validation) {
    return api::refused_by_model(
        api::Exception::Validation,
        fmt::format("One or more parameter values were invalid: {}", refusal.text),
        parts_of(refusal), std::nullopt);
  }
  return api::refused_by_model(api::Exception::ConditionalCheckFailed,
                               fmt::format("The conditional request failed: {}", refusal.text),
                               parts_of(refusal),
                               before ? std::optional(EncodedItem(*before)) : std::nullopt);
}

Error to_api_error(Error error, const std::optional<ItemView>& before) {
  const rules::Refusal* refusal = rules::refusal_of(error);
  if (refusal == nullptr) return error;
  return to_api_error(*refusal, before);
}

}  // namespace partita::enforcement
