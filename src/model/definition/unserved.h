#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/definition/model.h"

namespace partita::model {

// Something that a model declares and this program does not do yet.
struct Unserved {
  std::string_view section;  // "pitr"
  std::string subject;       // "table rez-agent-messages-prod", "search artists"
  std::string_view effect;   // What is not done: "no moment of the past can be restored"
  Place place;
};

// All of it that is live, in the order of the table in unserved.cc: who serves a section deletes
// its row there.
std::vector<Unserved> unserved(const Model& model);

// "pitr of table orders: no moment of the past can be restored"
std::string to_text(const Unserved& declared);

}  // namespace partita::model
