#pragma once

#include <string_view>

#include "connection.h"
#include "data_set.h"
#include "json.h"
#include "partita/base/result.h"

namespace partita::load {

// What is wrong with an answer, with the beginning of its text.
Error wrong_answer(std::string_view complaint, const Answer& answer);

bool contains(const Answer& answer, std::string_view text);
// How often the text stands in the answer.
std::size_t count_of(const Answer& answer, std::string_view text);

Status expect_success(const Answer& answer);
// A failure of that kind, with the status that DynamoDB gives it.
Status expect_failure(const Answer& answer, std::string_view kind);
// Success with an empty object.
Status expect_empty(const Answer& answer);

// The answer as a tree; the status must be 200 and the checksum right, where there is one.
Result<Json> parse_answer(const Answer& answer);

// The message that an item is, if it is one from its first attribute to its last.
Result<Message> identify(const Json& item);

}  // namespace partita::load
