#pragma once

#include <string>
#include <string_view>

#include "model/formula/timestamp.h"
#include "modelled/serving/arguments.h"
#include "modelled/serving/page_cursor.h"
#include "modelled/serving/page_tokens.h"
#include "modelled/serving/served_model.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"

namespace partita::serving {

// The call that a page token belongs to.
struct TokenCall {
  const PageTokens& tokens;
  const ServedModel& model;
  const planning::PatternPlan& plan;
  const Arguments& arguments;
  model::Instant now{};
};

std::string make_token(const TokenCall& call, const PageCursor& cursor);
// The same with a place in other bytes: of a search.
std::string make_token(const TokenCall& call, ByteView place);
// The bytes again.   ERRORS: as read_token.
Result<Bytes> read_token_place(const TokenCall& call, std::string_view token);

// ERRORS: BadToken: T301 if it is of another pattern or of other arguments, T302 if it was changed,
// T303 if what the pattern reads is in another order now, T304 if it is too old.
Result<PageCursor> read_token(const TokenCall& call, std::string_view token);

}  // namespace partita::serving
