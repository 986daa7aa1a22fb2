#pragma once

#include <string>

#include "cli/data_commands.h"
#include "wire/client/tailed_page.h"

namespace partita::cli {

struct StreamLook {
  bool has_colours = false;
};

// A change for people: when, what and of which item, then a line for each attribute that differs.
//
//   10:05:07  MODIFY  artist=Nina Simone title=Pastel Blues
//       year: 1964 -> 1965
//       + label: Philips
//
// Where the stream has no images, its first line alone.
std::string change_text(const client::TailedChange& record, const StreamLook& look);

// The same as one line of JSON: {"event":..,"at":seconds,"key":..,"before":..,"after":..}.
// REQUIRES: the output is no table.
std::string change_line(const client::TailedChange& record, ItemOutput output);

}  // namespace partita::cli
