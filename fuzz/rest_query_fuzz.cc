// Any text as the target of a REST call: its path finds the templates that fit it, its parameters
// become values of the types of a model, or there is a refusal that tells the caller why.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "model/definition/read_model.h"
#include "modelled/serving/argument_values.h"
#include "modelled/serving/failure.h"
#include "partita/base/check.h"
#include "partita/base/utf8.h"
#include "wire/rest/path.h"
#include "wire/rest/query.h"

namespace {

using namespace partita;

constexpr std::string_view kModel = R"(
format: 1
model: fuzzed
version: 1
tables: {t: {name: t, key: {partition: id}}}
entities:
  Thing:
    match: all
    key: {id: "{id}"}
    attributes:
      id: {type: string}
      count: {type: int}
      price: {type: number}
      active: {type: bool}
      blob: {type: binary}
      size: {type: enum, values: [small, large]}
      at: {type: timestamp, encode: rfc3339ms}
      seen: {type: timestamp, encode: epoch_s}
      day: {type: date}
      tags: {type: list, of: {type: int}}
)";

struct World {
  World() {
    for (const auto path : {"/things", "/things/{id}", "/things/stuck", "/{any}/{id}/status"}) {
      tree.add(path);
    }
  }

  std::shared_ptr<const model::Model> model = model::load_model(kModel, "fuzz").value();
  const model::Entity& thing = model->entities.front();
  rest::PathTree tree;
};

// A refusal is the caller's fault, and says so in a text that can be shown.
void check_refusal(const Error& error) {
  const auto* const why = serving::failure_of(error);
  PARTITA_CHECK(why != nullptr && why->kind == serving::FailureKind::BadArgument);
  PARTITA_CHECK(!error.message().empty() && is_valid_utf8(error.message()));
}

void try_path(const World& world, std::string_view path) {
  const auto segments = rest::path_segments(path);
  if (!segments.ok()) return check_refusal(segments.error());
  world.tree.find(*segments, [&](std::size_t number, const rest::PathTree::Values& values) {
    PARTITA_CHECK(number < world.tree.size() && values.size() <= segments->size());
    return false;
  });
}

// As every type there is, whatever the parameter's name.
void try_value(const World& world, std::string_view name, std::string_view text) {
  for (const model::Attribute& attribute : world.thing.attributes) {
    const auto* const type = serving::asked_type(world.thing, attribute.name);
    const auto value = serving::argument_value(name, text, type);
    if (!value.ok()) check_refusal(value.error());
  }
}

void try_query(const World& world, std::string_view query) {
  auto parsed = rest::RestQuery::parse(query);
  if (!parsed.ok()) return check_refusal(parsed.error());
  const auto parameters = parsed->all();
  PARTITA_CHECK(std::ranges::is_sorted(parameters));
  for (const auto& [name, value] : parameters) try_value(world, name, value);
  if (const auto limit = parsed->take_count("limit"); !limit.ok()) check_refusal(limit.error());
  if (const auto flag = parsed->take_flag("count"); !flag.ok()) check_refusal(flag.error());
  for (const auto& [name, value] : parsed->all()) PARTITA_CHECK(name != "limit" && name != "count");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const World world;
  const std::string_view target(reinterpret_cast<const char*>(data), size);
  const auto question = std::min(target.find('?'), target.size());
  try_path(world, target.substr(0, question));
  try_query(world, target.substr(std::min(question + 1, target.size())));
  return 0;
}
