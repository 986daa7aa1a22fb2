#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/definition/model.h"

namespace partita::model {

// Something that a model declares and this program does not do yet.
struct Unserved {
  std::string_view section;  // "search"
  std::string subject;       // "search artists"
  std::string_view effect;   // What is not done: "nothing is copied elsewhere"
  Place place;
};

// All of it that is live, in the order of the table in unserved.cc: who serves a section deletes
// its row there.
std::vector<Unserved> unserved(const Model& model);

// "archive, archive of jobs: what expires is deleted and kept nowhere"
std::string to_text(const Unserved& declared);

}  // namespace partita::model
