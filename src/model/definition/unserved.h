#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/definition/model.h"

namespace partita::model {

// Something that a model declares and this program does not do yet.
struct Unserved {
  std::string_view section;  // "sync"
  std::string subject;       // "sync to_queue"
  std::string_view effect;   // What is not done: "nothing is copied elsewhere"
  Place place;
};

// All of it that is live, in the order of the table in unserved.cc: who serves a section deletes
// its row there.
std::vector<Unserved> unserved(const Model& model);

// "sync, sync to_queue: nothing is told"
std::string to_text(const Unserved& declared);

}  // namespace partita::model
