#pragma once

#include <string>
#include <string_view>

namespace partita::exports {

// The text inside a quoted label or behind a colon: what Mermaid would read as its own is written
// as an entity code (#quot;), line breaks are spaces.
std::string mermaid_label(std::string_view text);

// The text as a name that needs no quotes: letters, digits, _ and -, a letter first. Texts that
// differ only in other characters can become equal.
std::string mermaid_name(std::string_view text);

// Whether the text is such a name as it is, and no word of Mermaid's.
bool is_mermaid_name(std::string_view text);

}  // namespace partita::exports
