#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/definition/node.h"
#include "model/definition/notes.h"
#include "model/formula/timestamp.h"
#include "partita/value/number.h"

// The values of a map by name, in the form that its shape promises (shape_check.h). What is not
// there is empty, zero or the fallback.

namespace partita::model {

std::string text_at(const Node& map, std::string_view name);
bool flag_at(const Node& map, std::string_view name, bool fallback = false);
std::optional<int> count_at(const Node& map, std::string_view name);
std::optional<Number> number_at(const Node& map, std::string_view name);
std::optional<Duration> span_at(const Node& map, std::string_view name);
// A list of texts, or one text as a list of one.
std::vector<std::string> texts_at(const Node& map, std::string_view name);
std::vector<std::pair<std::string, std::string>> text_map_at(const Node& map,
                                                             std::string_view name);
std::optional<Enforcement> level_at(const Node& map, std::string_view name = "level");
// Of the value, or of the map if there is none.
Place place_at(const Node& map, std::string_view name);

// The members of a map that is a member of this one; none if it is not there.
const std::vector<Node::Member>& members_at(const Node& map, std::string_view name);
const std::vector<Node>& elements_at(const Node& map, std::string_view name);

}  // namespace partita::model
