// Any text as a model file: it is refused with findings that have a place in it, or it is a model
// whose formulas, templates and patterns can be asked anything.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "model/definition/read_model.h"
#include "partita/base/check.h"
#include "partita/value/encoded_item.h"

namespace {

using namespace partita;
using namespace partita::model;

struct World {
  EncodedItem before{Item{{"a", 1}, {"id", "x"}, {"status", "open"}}};
  EncodedItem after{Item{{"a", 2}, {"id", "y"}, {"status", "done"}, {"at", 1761057000000}}};
  ItemImages images{before.view(), after.view(), Instant(Duration(1761057000000))};
};

void try_formula(const World& world, const std::optional<Formula>& formula) {
  if (formula) (void)formula->evaluate(world.images).to_value();
}

void try_attributes(const World& world, const std::vector<Attribute>& attributes) {
  for (const Attribute& attribute : attributes) {
    PARTITA_CHECK(attribute.type != nullptr);
    try_formula(world, attribute.default_from);
    try_formula(world, attribute.derived);
    try_formula(world, attribute.computed);
    if (attribute.type->pattern) (void)attribute.type->pattern->is_found_in("user:a@b");
  }
}

// What is rendered can be read back.
void try_template(const World& world, const KeyTemplate& key) {
  std::string text;
  const auto lookup = [&](std::string_view name) { return world.after.view().find(name); };
  const auto rendered = key.render(text, lookup);
  if (rendered.ok() && *rendered && !text.empty() && key.ambiguity().empty()) {
    (void)key.matches(text);
  }
}

void try_model(const World& world, const Model& model) {
  for (const Entity& entity : model.entities) {
    try_attributes(world, entity.attributes);
    for (const DerivedKey& key : entity.row.keys) try_template(world, key.key);
    for (const IndexKey& key : entity.row.index_keys) try_template(world, key.key);
  }
  for (const Pattern& pattern : model.patterns) {
    try_formula(world, pattern.filter);
    (void)pattern.parameters();
  }
  for (const Rollup& rollup : model.rollups) {
    PARTITA_CHECK(rollup.of != nullptr);
    for (const Measure& measure : rollup.measures) try_formula(world, measure.value);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const World world;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Reading reading = read_model(text);
  PARTITA_CHECK((reading.model == nullptr) == !reading.findings.empty());
  for (const Finding& finding : reading.findings) (void)to_text(finding, "fuzz");
  if (reading.model != nullptr) try_model(world, *reading.model);
  return 0;
}
