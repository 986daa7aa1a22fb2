#pragma once

#include <optional>

#include "model/rules/refusal.h"
#include "partita/api/exception.h"

namespace partita::enforcement {

// What a client is told: one of DynamoDB's exceptions, its text with DynamoDB's own first words.
// `before` is the stored item, for those who asked to see it.
Error to_api_error(const rules::Refusal& refusal, const std::optional<ItemView>& before);

// The same for an error of `rules`; another one is passed on.
Error to_api_error(Error error, const std::optional<ItemView>& before);

}  // namespace partita::enforcement
