#pragma once

#include <string>
#include <utility>

#include "partita/base/error.h"

namespace partita::serving {

// Why a pattern was not run, beyond what DynamoDB's exceptions and models say.
enum class FailureKind {
  BadArgument,    // A parameter is missing, unknown or of another type.
  BadBody,        // An attribute that the pattern does not take.
  BadToken,       // T301 to T304.
  NotFound,       // There is no such item.
  AlreadyExists,  // A create found one.
  OtherRevision,  // The item is not as the caller has seen it.
  StillBuilding,  // R401: the rollup has not counted all items yet.
  NotServed,      // Nothing runs it: a search, or a pattern that comes later.
};

struct Failure final : ErrorDetail {
  Failure(FailureKind which, std::string short_code) : kind(which), code(std::move(short_code)) {}

  FailureKind kind;
  std::string code;  // "T301"; may be empty.
};

Error failure(FailureKind kind, std::string message, std::string code = {});
Error bad_argument(std::string message);
// The failure that the error carries, or null if it is another error.
const Failure* failure_of(const Error& error);

}  // namespace partita::serving
