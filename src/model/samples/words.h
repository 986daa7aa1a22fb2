#pragma once

#include <string>
#include <string_view>

#include "model/samples/dice.h"

namespace partita::samples {

// Text that could stand in an attribute of that name: a person for `artist`, a place for `city`, a
// sentence for `bio`, two words for a name that says nothing. ASCII.
std::string text_for(std::string_view attribute, Dice& dice);

// One word of small letters.
std::string_view word(Dice& dice);
// "Quiet morning river." with about as many characters.
std::string sentence(Dice& dice, std::size_t characters);
std::string email(Dice& dice);

// The number as small letters, each number another text: 0 is "a", 26 is "ba".
std::string letters(std::uint64_t number);

}  // namespace partita::samples
