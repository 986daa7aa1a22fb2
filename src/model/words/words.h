#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// Words as full-text search compares them: without case, accents and forms. Pure; only this module
// knows ICU's word boundaries and Snowball.
namespace partita::words {

// Raised when the same text gives other words: stored indexes are then built anew.
// DO NOT CHANGE without that: it is part of the id of every stored index.
inline constexpr unsigned kAnalysisVersion = 1;

// A longer word is cut.
inline constexpr std::size_t kWordBytesMax = 64;

// One word of a text.
struct Word {
  std::string text;       // Folded: "Bénarès" is "benares".
  std::size_t begin = 0;  // Its bytes in the text as it was given.
  std::size_t end = 0;

  friend bool operator==(const Word&, const Word&) = default;
};

// The words of a text in their order, at most `words_max`: by the word boundaries of UAX 29, with
// dictionaries for scripts without spaces; compatibility forms and case are folded, and accents
// dropped where they are a matter of spelling (Latin, Greek, Cyrillic, Hebrew, Arabic). What has
// neither letters nor digits is no word. A text that is not UTF-8 has no words.
// THREADS: safe for concurrent calls.
std::vector<Word> words_of(std::string_view text, std::size_t words_max);

// The first letters of a word, at most `letters`: whole code points.
std::string_view beginning_of(std::string_view word, std::size_t letters);
std::size_t letters_in(std::string_view word);

// Whether Snowball has stems for the language: "english", "hindi".
bool is_language(std::string_view name);
// Their names, sorted.
std::vector<std::string_view> languages();

// What the forms of a word have in common: "singers" and "singing" are "sing" in English.
// REQUIRES: is_language(language).   THREADS: safe for concurrent calls.
std::string stem_of(std::string_view word, std::string_view language);

// Words that differ from this one by one letter left out, added, exchanged for another of the same
// alphabet, or swapped with its neighbour. Each once; the word itself is not among them. Of scripts
// with thousands of letters only those that a letter left out or swapped makes.
std::vector<std::string> one_letter_off(std::string_view word);

}  // namespace partita::words
