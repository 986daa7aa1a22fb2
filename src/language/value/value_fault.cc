#include "partita/value/value_fault.h"

#include <memory>

namespace partita {

Error value_fault(ValueFault::Kind kind, std::string words, std::string older_words) {
  return {ErrorKind::InvalidArgument, std::move(words),
          std::make_shared<ValueFault>(kind, std::move(older_words))};
}

Error value_fault(ValueFault::Kind kind, std::string words) {
  std::string older_words = words;
  return value_fault(kind, std::move(words), std::move(older_words));
}

Error in_older_words(Error error) {
  const auto* fault = error.detail<ValueFault>();
  if (fault == nullptr) return error;
  return value_fault(fault->kind(), fault->older_words());
}

}  // namespace partita
