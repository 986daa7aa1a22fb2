#include "modelled/search/terms.h"

#include "partita/value/item_codec.h"
#include "store/keys/key_hash.h"

namespace partita::search {
namespace {

constexpr std::size_t kHashBytes = 16;

char number_of(std::size_t index) { return static_cast<char>('0' + index); }

Bytes term(char kind, std::string_view text) {
  Bytes bytes(1, kind);
  return bytes.append(text);
}

}  // namespace

Bytes word_term(std::string_view word) { return term('w', word); }

Bytes stem_term(std::size_t language, std::string_view stem) {
  Bytes bytes = term('s', {});
  bytes.push_back(number_of(language));
  return bytes.append(stem);
}

Bytes beginning_term(std::string_view letters) { return term('p', letters); }

Bytes filter_term(std::size_t filter, const Value& value) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  Bytes bytes = term('f', {});
  bytes.push_back(number_of(filter));
  const keys::KeyHash hash = keys::hash_bytes(encode(value));
  for (const char byte : hash.view().substr(0, kHashBytes)) {
    const auto number = static_cast<unsigned char>(byte);
    bytes.push_back(kDigits[number >> 4U]);
    bytes.push_back(kDigits[number & 0xFU]);
  }
  return bytes;
}

}  // namespace partita::search
