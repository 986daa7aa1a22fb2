#include <unicode/uchar.h>

#include <algorithm>
#include <cstdint>
#include <set>

#include "model/words/folding.h"
#include "model/words/words.h"
#include "partita/base/utf8.h"

namespace partita::words {
namespace {

using Letters = std::u32string;

// From here on scripts have thousands of letters, and words few of them.
constexpr char32_t kFirstOfManyLetters = 0x2E80;
constexpr char32_t kBlockLetters = 0x80;

Letters letters_of(std::string_view word) {
  Letters letters;
  for (std::size_t i = 0; i < word.size();) {
    const auto lead = static_cast<unsigned char>(word[i]);
    const std::size_t bytes = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    char32_t letter = bytes == 1 ? lead : lead & (0xFFU >> (bytes + 1));
    for (std::size_t k = 1; k < bytes && i + k < word.size(); ++k) {
      letter = letter << 6U | (static_cast<unsigned char>(word[i + k]) & 0x3FU);
    }
    letters.push_back(letter);
    i += bytes;
  }
  return letters;
}

std::string text_of(const Letters& letters) {
  std::string text;
  for (const char32_t letter : letters) {
    if (letter < 0x80) {
      text.push_back(static_cast<char>(letter));
    } else if (letter < 0x800) {
      text.push_back(static_cast<char>(0xC0U | letter >> 6U));
      text.push_back(static_cast<char>(0x80U | (letter & 0x3FU)));
    } else if (letter < 0x10000) {
      text.push_back(static_cast<char>(0xE0U | letter >> 12U));
      text.push_back(static_cast<char>(0x80U | (letter >> 6U & 0x3FU)));
      text.push_back(static_cast<char>(0x80U | (letter & 0x3FU)));
    } else {
      text.push_back(static_cast<char>(0xF0U | letter >> 18U));
      text.push_back(static_cast<char>(0x80U | (letter >> 12U & 0x3FU)));
      text.push_back(static_cast<char>(0x80U | (letter >> 6U & 0x3FU)));
      text.push_back(static_cast<char>(0x80U | (letter & 0x3FU)));
    }
  }
  return text;
}

// What may stand in folded words among the 128 code points around this one.
void add_block_of(char32_t letter, std::set<char32_t>& alphabet) {
  const char32_t first = letter / kBlockLetters * kBlockLetters;
  for (char32_t each = first; each < first + kBlockLetters; ++each) {
    const auto code = static_cast<UChar32>(each);
    const auto type = u_charType(code);
    const bool is_mark = type == U_NON_SPACING_MARK || type == U_COMBINING_SPACING_MARK;
    const bool is_word = u_isalpha(code) != 0 || is_mark;
    if (is_word && fold_word(text_of({each})) == text_of({each})) alphabet.insert(each);
  }
}

// The letters that one of the word may have been meant to be.
Letters alphabet_of(const Letters& word) {
  std::set<char32_t> alphabet;
  for (const char32_t letter : word) {
    if (alphabet.contains(letter) || letter >= kFirstOfManyLetters) continue;
    if (letter >= U'0' && letter <= U'9') {
      for (char32_t digit = U'0'; digit <= U'9'; ++digit) alphabet.insert(digit);
    } else {
      add_block_of(letter, alphabet);
    }
  }
  return {alphabet.begin(), alphabet.end()};
}

}  // namespace

std::vector<std::string> one_letter_off(std::string_view word) {
  if (!is_valid_utf8(word)) return {};
  const Letters letters = letters_of(word);
  const Letters alphabet = alphabet_of(letters);
  std::set<Letters> others;
  for (std::size_t i = 0; i <= letters.size(); ++i) {
    for (const char32_t letter : alphabet) {
      Letters longer = letters;
      others.insert(longer.insert(i, 1, letter));
    }
    if (i == letters.size()) break;
    Letters other = letters;
    others.insert(other.erase(i, 1));
    other = letters;
    for (const char32_t letter : alphabet) {
      other[i] = letter;
      others.insert(other);
    }
    if (i + 1 == letters.size()) continue;
    other = letters;
    std::swap(other[i], other[i + 1]);
    others.insert(other);
  }
  others.erase(letters);
  std::vector<std::string> texts;
  texts.reserve(others.size());
  for (const Letters& other : others) texts.push_back(text_of(other));
  return texts;
}

}  // namespace partita::words
