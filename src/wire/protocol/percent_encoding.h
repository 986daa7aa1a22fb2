#pragma once

#include <optional>
#include <string>
#include <string_view>

// URIs as AWS signatures spell them: every byte but A-Z a-z 0-9 - _ . ~ is a percent sign and two
// upper-case hexadecimal digits (RFC 3986 with nothing left to choice).
namespace partita::protocol {

void append_percent_encoded(std::string& target, std::string_view bytes);
// The same, but slashes stay.
void append_percent_encoded_path(std::string& target, std::string_view path);

// A percent sign without two hexadecimal digits stands for itself, and so does a plus sign.
void append_percent_decoded(std::string& target, std::string_view text);

// One `name=value` of a query, as it travels; without an equals sign the value is empty.
struct QueryParameter {
  std::string_view name;
  std::string_view value;
};

// Takes the first parameter off the query; nothing if there is none left. Empty ones (&&) are
// passed over.
std::optional<QueryParameter> take_parameter(std::string_view& query);

// The value, as it travels, of the first parameter with this name.
std::optional<std::string_view> find_parameter(std::string_view query, std::string_view name);

}  // namespace partita::protocol
