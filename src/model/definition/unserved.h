#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/definition/model.h"

namespace partita::model {

// Something that a model declares and this program does not do yet.
struct Unserved {
  std::string_view section;  // "billing"
  std::string subject;       // "table rez-agent-messages-prod", "search artists"
  std::string_view effect;   // What is not done: "none are made"
  Place place;
};

// All of it that is live, in the order of the table in unserved.cc: who serves a section deletes
// its row there.
std::vector<Unserved> unserved(const Model& model);

// "billing, table orders: capacity is not scaled, nor is it limited"
std::string to_text(const Unserved& declared);

}  // namespace partita::model
