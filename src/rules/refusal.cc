#include "rules/refusal.h"

#include <memory>

namespace partita::rules {

Refusal::Kind kind_of(std::string_view code) {
  return code.starts_with("M2") || code == kOlderStamp ? Refusal::Kind::Condition
                                                       : Refusal::Kind::Validation;
}

Error to_error(Refusal refusal) {
  std::string text = refusal.text;
  return {ErrorKind::InvalidArgument, std::move(text),
          std::make_shared<const RefusalDetail>(std::move(refusal))};
}

const Refusal* refusal_of(const Error& error) {
  const auto* detail = error.detail<RefusalDetail>();
  return detail == nullptr ? nullptr : &detail->refusal;
}

}  // namespace partita::rules
