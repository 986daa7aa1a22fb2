#pragma once

#include <string>
#include <string_view>

#include "model/timestamp.h"
#include "partita/base/result.h"
#include "patterns/arguments.h"
#include "patterns/page_cursor.h"
#include "patterns/page_tokens.h"
#include "patterns/served_model.h"

namespace partita::patterns {

// The call that a page token belongs to.
struct TokenCall {
  const PageTokens& tokens;
  const ServedModel& model;
  const planning::Plan& plan;
  const Arguments& arguments;
  model::Instant now{};
};

std::string make_token(const TokenCall& call, const PageCursor& cursor);

// ERRORS: BadToken: T301 if it is of another pattern or of other arguments, T302 if it was changed,
// T303 if what the pattern reads is in another order now, T304 if it is too old.
Result<PageCursor> read_token(const TokenCall& call, std::string_view token);

}  // namespace partita::patterns
