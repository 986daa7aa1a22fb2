#include "wire/deliveries/answer_meaning.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>

namespace partita::deliveries {
namespace {

using outgoing::CallAnswer;
using syncs::Receipt;
using Kind = Receipt::Kind;

constexpr std::size_t kShownBytesMax = 200;

std::optional<std::chrono::milliseconds> retry_after(const CallAnswer& answer) {
  const std::string_view text = answer.header("retry-after");
  unsigned seconds = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (text.empty() || read.ec != std::errc() || read.ptr != text.data() + text.size()) {
    return std::nullopt;
  }
  return std::chrono::seconds(seconds);
}

std::string error_text(const CallAnswer& answer) {
  const std::string body = shown_text(answer.body);
  return body.empty() ? fmt::format("HTTP {}", answer.status)
                      : fmt::format("HTTP {}: {}", answer.status, body);
}

}  // namespace

std::string shown_text(std::string_view text) {
  std::string shown(text.substr(0, kShownBytesMax));
  std::ranges::replace_if(
      shown, [](char c) { return c < ' ' || c > '~'; }, ' ');
  return shown;
}

bool is_about_event(int status) {
  constexpr int kAboutTarget[] = {401, 403, 404, 408, 410, 425, 429};
  return status >= 400 && status < 500 &&
         std::ranges::find(kAboutTarget, status) == std::end(kAboutTarget);
}

Receipt receipt_of_status(const CallAnswer& answer) {
  if (answer.status >= 200 && answer.status < 300) return {.kind = Kind::Taken};
  Receipt receipt{.kind = Kind::Busy, .error = error_text(answer)};
  if (answer.status == 410) receipt.kind = Kind::Gone;
  if (is_about_event(answer.status)) receipt.kind = Kind::Refused;
  if (answer.status >= 300 && answer.status < 400) {
    receipt.error = fmt::format("HTTP {}: redirects are not followed", answer.status);
  }
  if (receipt.kind == Kind::Busy) receipt.retry_after = retry_after(answer);
  return receipt;
}

}  // namespace partita::deliveries
