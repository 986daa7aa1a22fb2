#pragma once

#include <span>
#include <string>
#include <string_view>

namespace partita::request_fuzz {

// What the shapes of requests do not say: values that mean something to a server with the tables
// below, as JSON, by the name of the member that they are for. Empty if there are none.
std::span<const std::string_view> samples_of(std::string_view member);

// Attribute values to stand behind a placeholder such as ":n", and the name behind one such as
// "#k", as JSON. REQUIRES: it is one that a sample of an expression has.
std::string_view placeholder_sample(std::string_view placeholder);

// Tables that there are, most of the time.
std::span<const std::string_view> table_names();
// What the names begin with of tables that there are not, until a request creates them.
inline constexpr std::string_view kAbsentTable = "absent";
std::span<const std::string_view> attribute_names();

// A request that creates a table of that name for which the samples are made.
std::string create_table_request(std::string_view table_name);

}  // namespace partita::request_fuzz
