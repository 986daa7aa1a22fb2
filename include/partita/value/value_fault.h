#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "partita/base/error.h"
#include "partita/base/result.h"

namespace partita {

// An invalid number or set, as the detail of an Error of kind InvalidArgument. DynamoDB has two
// wordings for such errors: most operations use the newer one, which is the message of the error;
// some use an older one, which is in this detail.
class ValueFault : public ErrorDetail {
 public:
  enum class Kind : std::uint8_t { Number, Duplicates, EmptySet };

  ValueFault(Kind kind, std::string older_words)
      : kind_(kind), older_words_(std::move(older_words)) {}

  Kind kind() const { return kind_; }
  const std::string& older_words() const { return older_words_; }

 private:
  Kind kind_;
  std::string older_words_;
};

// `older_words` are the same if they are not given.
Error value_fault(ValueFault::Kind kind, std::string words);
Error value_fault(ValueFault::Kind kind, std::string words, std::string older_words);

inline bool is_value_fault(const Error& error) { return error.detail<ValueFault>() != nullptr; }

// Returns the error with the older wording; errors without a ValueFault are returned unchanged.
Error in_older_words(Error error);
inline Status in_older_words(Status status) {
  if (status.ok()) return status;
  return in_older_words(std::move(status).error());
}
template <typename T>
Result<T> in_older_words(Result<T> result) {
  if (result.ok()) return result;
  return in_older_words(std::move(result).error());
}

}  // namespace partita
