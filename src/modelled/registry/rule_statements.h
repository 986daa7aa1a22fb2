#pragma once

#include <map>
#include <optional>
#include <string>

#include "model/definition/model.h"
#include "partita/value/number.h"

namespace partita::registry {

// One thing that a model says about an entity or an attribute.
struct Statement {
  enum class Effect {
    Restricts,  // Without it, more would be allowed.
    Permits,    // Without it, less would be allowed.
    Makes,      // The server does something; nothing is refused for it.
  };

  Effect effect = Effect::Restricts;
  std::string text;              // "2000"; may be empty if the name says it all.
  std::optional<Number> number;  // Of a bound.
};

// By name: "max", "required", "value queued", "created -> queued".
using Statements = std::map<std::string, Statement>;

// All statements of a model's live entities, by what they are about: "Message",
// "Message.payload.text", "Message.payload.tags[]".
std::map<std::string, Statements> statements_of(const model::Model& model);

}  // namespace partita::registry
