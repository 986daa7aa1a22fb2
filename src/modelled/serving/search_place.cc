#include "modelled/serving/search_place.h"

#include <optional>
#include <vector>

#include "modelled/serving/failure.h"
#include "partita/base/varint.h"

// place   := score:signed doc:12 items:signed list list
// list    := size:varint number:signed*
//
// The lists: the words of each field, the frequency of each word of the question. signed is as in
// varint.h. DO NOT CHANGE: clients hold tokens for a day.

namespace partita::serving {
namespace {

void append_list(Bytes& bytes, const std::vector<std::int64_t>& numbers) {
  append_varint(bytes, numbers.size());
  for (const std::int64_t number : numbers) append_signed(bytes, number);
}

std::optional<std::vector<std::int64_t>> take_list(ByteView& bytes) {
  const auto size = take_varint(bytes);
  if (!size || *size > bytes.size()) return std::nullopt;
  std::vector<std::int64_t> numbers;
  for (std::uint64_t i = 0; i < *size; ++i) {
    const auto number = take_signed(bytes);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

std::optional<SearchPlace> decode(ByteView bytes) {
  SearchPlace place;
  const auto score = take_signed(bytes);
  if (!score || bytes.size() < search::Doc::kBytes) return std::nullopt;
  place.last = {.doc = search::doc_from(bytes), .score = *score};
  bytes.remove_prefix(search::Doc::kBytes);
  const auto items = take_signed(bytes);
  auto words = items ? take_list(bytes) : std::nullopt;
  auto frequencies = words ? take_list(bytes) : std::nullopt;
  if (!frequencies) return std::nullopt;
  place.numbers = {
      .items = *items, .words = std::move(*words), .frequencies = std::move(*frequencies)};
  return place;
}

}  // namespace

Bytes encode(const SearchPlace& place) {
  Bytes bytes;
  append_signed(bytes, place.last.score);
  bytes += place.last.doc.view();
  append_signed(bytes, place.numbers.items);
  append_list(bytes, place.numbers.words);
  append_list(bytes, place.numbers.frequencies);
  return bytes;
}

Result<SearchPlace> read_search_place(const TokenCall& call, std::string_view token) {
  const Bytes bytes = TRY(read_token_place(call, token));
  auto place = decode(bytes);
  if (!place) return failure(FailureKind::BadToken, "page token was changed", "T302");
  return std::move(*place);
}

}  // namespace partita::serving
