#pragma once

#include <optional>
#include <string_view>

#include "model/rules/judgement.h"
#include "model/rules/value_check.h"
#include "partita/base/result.h"

// Keys of the table and of its indexes, and the attributes that they are made of.

namespace partita::rules {

// A value that was part of a key, as its attribute stores it. Nullopt if it cannot be one.
std::optional<Value> value_in_key(const model::Attribute* attribute, std::string_view text);

// The value of a key: the attribute itself if the template is only that, else text. Nullopt if an
// attribute is missing.
// ERRORS: InvalidArgument, as KeyTemplate::render.
Result<std::optional<Value>> render_key(const model::KeyTemplate& key, Siblings attributes);

// Gives attributes that the request lacks the values which the item's key stands for.
void read_keys(Judgement& judgement);

// Gives the key attributes that are missing the values of their templates.
// REPORTS: M106.
void render_keys(Judgement& judgement);

// Whether the item's key is the one that its attributes make.
// REPORTS: M105, M106.
void check_keys(Judgement& judgement);

// Makes the keys of indexes anew from the whole image; one that lacks an input goes.
// REPORTS: M104, M106; M101 for a list with too many entries.
void derive_index_keys(Judgement& judgement);

}  // namespace partita::rules
