#pragma once

#include <string>
#include <vector>

#include "cli/table_sketch.h"

namespace partita::cli {

struct AttributeGuess {
  std::string name;
  std::string type;  // As in a model file: "string", "set, of: {type: number}"
  bool is_required = false;
  bool is_nullable = false;
};

struct EntityGuess {
  std::string name;
  std::string match;                   // "{kind: order}", "all", or empty: by its key.
  std::string partition_template;      // "USER#{userId}"
  std::string sort_template;           // Empty if the table has no sort key.
  std::vector<std::string> variables;  // Attributes in the templates, each once.
  std::vector<AttributeGuess> attributes;
  std::size_t items = 0;  // That it was guessed from.
};

// By an attribute that all items have and that names few kinds (`type`, `entityType`, ..); empty if
// there is none.
std::vector<EntityGuess> guess_by_discriminator(const TableSketch& sketch);
// By the text that keys begin with, up to the first `#`; empty if keys are not made so.
std::vector<EntityGuess> guess_by_prefix(const TableSketch& sketch);
// One entity for all items.
EntityGuess guess_one(const TableSketch& sketch);

}  // namespace partita::cli
