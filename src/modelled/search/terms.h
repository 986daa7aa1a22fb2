#pragma once

#include <cstddef>
#include <string_view>

#include "partita/base/bytes.h"
#include "partita/value/value.h"

// What an item is found by. DO NOT CHANGE: terms are stored.
//
// term  := "w" word                     a word as it is written
//        | "s" language:u8 stem         a stem in the language of that number of the search
//        | "p" letters                  the first one, two or three letters of a word
//        | "f" filter:u8 value          a value of a filter: 32 digits of its hash
//
// None has a byte 00: numbers begin at '0', and words have none.
namespace partita::search {

// Longer beginnings are looked up among the terms.
inline constexpr std::size_t kBeginningLettersMax = 3;

Bytes word_term(std::string_view word);
Bytes stem_term(std::size_t language, std::string_view stem);
Bytes beginning_term(std::string_view letters);
Bytes filter_term(std::size_t filter, const Value& value);

}  // namespace partita::search
