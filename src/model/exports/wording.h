#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/definition/model.h"

namespace partita::exports {

// Parts of models in a few words, as plain text that the caller escapes.

// "a, b".
std::string joined(const std::vector<std::string>& texts, std::string_view separator = ", ");

// ASCII letters in lower case, all else as it is.
std::string lower(std::string_view text);

// A scalar as people write it: text without quotes, numbers, true; all else as JSON.
std::string plain_text(const Value& value);

// "enum", "timestamp (rfc3339ms)", "list of AlbumFacts".
std::string type_text(const model::AttributeType& type);

// "one of a, b; default a; immutable": all that is asked of values and done to them.
std::string rules_text(const model::Attribute& attribute);

// "yes", "no", or "server" if the server fills it.
std::string_view requirement_text(const model::Attribute& attribute);

// "stage = $stage, status = any".
std::string bindings_text(const std::vector<model::Binding>& bindings);

// What a pattern does: its description, or a sentence made of its parts.
std::string pattern_text(const model::Pattern& pattern);

// "count(status = 'failed')".
std::string measure_text(const model::Measure& measure);

// "GET /messages/{id}" under the model's root, or empty.
std::string route_text(const model::Model& model, const std::optional<model::HttpRoute>& route);

}  // namespace partita::exports
