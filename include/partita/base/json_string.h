#pragma once

#include <string>
#include <string_view>

namespace partita {

// Appends `text` as a JSON string with its quotes. Only what JSON demands is escaped: the quote,
// the backslash and control characters; other text stays UTF-8 as it is. REQUIRES: `text` is valid
// UTF-8.
void append_json_string(std::string& json, std::string_view text);
// The same without the quotes, for a text in parts, which may be cut anywhere.
void append_json_text(std::string& json, std::string_view text);

// Copies `text` if it is the same within a JSON string, and says whether it was; if not, what is at
// the target is garbage. REQUIRES: room for all of the text at `target`.
bool copy_unless_escaped(char* target, std::string_view text);

}  // namespace partita
