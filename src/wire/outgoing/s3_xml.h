#pragma once

#include <optional>
#include <string>
#include <string_view>

// As much of XML as answers of S3 have: elements with text, no attributes that matter.
namespace partita::outgoing {

// What stands between the first <name> and its end, as it travels; nullopt: there is none.
std::optional<std::string_view> find_element(std::string_view xml, std::string_view name);

// The same, and takes it with all before it off the text: for elements that come several times.
std::optional<std::string_view> take_element(std::string_view& xml, std::string_view name);

// The text of an element, with &amp; and the like as the characters that they stand for.
std::string element_text(std::string_view xml, std::string_view name);

}  // namespace partita::outgoing
