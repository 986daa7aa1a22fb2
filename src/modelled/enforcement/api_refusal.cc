#include "modelled/enforcement/api_refusal.h"

#include <fmt/format.h>

#include <algorithm>

namespace partita::enforcement {
namespace {

// The sentence without what is told beside it: the name of the model and the code.
std::string sentence_of(const rules::Refusal& refusal) {
  std::string_view text = refusal.text;
  const std::string model = fmt::format("model {}, ", refusal.model);
  if (text.starts_with(model)) text.remove_prefix(model.size());
  const std::string code = fmt::format(" [{}]", refusal.code);
  if (text.ends_with(code)) text.remove_suffix(code.size());
  return std::string(text);
}

api::ModelError parts_of(const rules::Refusal& refusal) {
  api::ModelError parts{.code = refusal.code,
                        .model = refusal.model,
                        .entity = refusal.entity,
                        .id = refusal.id,
                        .attribute = refusal.attribute,
                        .rule = refusal.rule,
                        .value = refusal.value,
                        .current = refusal.current,
                        .allowed = refusal.allowed,
                        .text = sentence_of(refusal)};
  for (const rules::Refusal& other : refusal.others) parts.others.push_back(parts_of(other));
  return parts;
}

// Most programs show nothing but the message, so it has the first faults of an item, all others
// being in the list.
std::string message_of(std::string_view first_words, const rules::Refusal& refusal) {
  constexpr std::size_t kShownMax = 4;
  std::string message = fmt::format("{}: {}", first_words, refusal.text);
  const std::size_t count = refusal.others.size();
  for (std::size_t i = 0; i < std::min(count, kShownMax); ++i) {
    const rules::Refusal& other = refusal.others[i];
    message += fmt::format("; {} [{}]", sentence_of(other), other.code);
  }
  if (count > kShownMax) message += fmt::format("; and {} more", count - kShownMax);
  return message;
}

}  // namespace

Error to_api_error(const rules::Refusal& refusal, const std::optional<ItemView>& before) {
  if (refusal.kind == rules::Refusal::Kind::Validation) {
    return api::refused_by_model(api::Exception::Validation,
                                 message_of("One or more parameter values were invalid", refusal),
                                 parts_of(refusal), std::nullopt);
  }
  return api::refused_by_model(
      api::Exception::ConditionalCheckFailed, message_of("The conditional request failed", refusal),
      parts_of(refusal), before ? std::optional(EncodedItem(*before)) : std::nullopt);
}

Error to_api_error(Error error, const std::optional<ItemView>& before) {
  const rules::Refusal* refusal = rules::refusal_of(error);
  if (refusal == nullptr) return error;
  return to_api_error(*refusal, before);
}

}  // namespace partita::enforcement
