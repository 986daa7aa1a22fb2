#pragma once

#include <string>
#include <string_view>

namespace partita {

// Returns a form in which two texts are equal if they differ only in upper and lower case:
// Unicode's full case folding ("Straße" and "STRASSE" become the same), normalised to NFC, so that
// it does not matter either whether an accent is a character of its own. It does not depend on a
// language: the Turkish dotless i stays a letter of its own. In text that is not UTF-8 only ASCII
// letters change.
std::string fold_case(std::string_view text);

// Returns the text in lower case by Unicode's rules, as JavaScript's toLowerCase() does: "Ä"
// becomes "ä", "ß" stays. For text that is shown, or that other programs make in the same way; to
// compare texts regardless of case, use fold_case. It does not depend on a language; in text that
// is not UTF-8 only ASCII letters change.
std::string to_lower_case(std::string_view text);

}  // namespace partita
