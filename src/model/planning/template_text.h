#pragma once

#include <span>
#include <string>

#include "model/definition/key_template.h"

namespace partita::planning {

// Pieces of a template as a template again. With a shard number, shard(..) becomes that number.
std::string template_text(std::span<const model::TemplatePart> parts, int shard = -1);
model::KeyTemplate make_template(std::span<const model::TemplatePart> parts, int shard = -1);

}  // namespace partita::planning
