#include "model/rules/refusal.h"

#include <algorithm>
#include <iterator>
#include <memory>

#include "partita/base/check.h"

namespace partita::rules {

Refusal::Kind kind_of(std::string_view code) {
  const auto* const found = std::ranges::find(kCodes, code, &CodeKind::code);
  PARTITA_CHECK(found != std::end(kCodes));
  return found->kind;
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
