// Answers of servers that we ask, cut into pieces by the input itself, and their XML.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "wire/outgoing/answer_reader.h"
#include "wire/outgoing/s3_xml.h"

using partita::outgoing::AnswerReader;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  if (rest.empty()) return 0;
  const std::size_t piece = 1 + static_cast<unsigned char>(rest.front()) % 64;
  rest.remove_prefix(1);
  AnswerReader reader({.has_body = piece % 2 == 0, .body_bytes_max = 4096});
  while (!rest.empty()) {
    const std::string_view next = rest.substr(0, piece);
    rest.remove_prefix(next.size());
    const auto is_whole = reader.feed(next);
    if (!is_whole.ok()) return 0;
    if (!*is_whole) continue;
    const auto answer = reader.take();
    partita::outgoing::element_text(answer.body, "Code");
    std::string_view xml = answer.body;
    while (partita::outgoing::take_element(xml, "Contents")) {
    }
    return 0;
  }
  static_cast<void>(reader.end());
  return 0;
}
