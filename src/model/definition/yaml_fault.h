#pragma once

#include <string>
#include <string_view>

#include "model/definition/place.h"

namespace partita::model {

struct YamlFault {
  Place place;
  std::string message;
};

// What a person did who wrote this text, of which the parser only says that it is not YAML: a tab,
// a line that is indented like none above it, a second colon, a missing one.
YamlFault explain_yaml_fault(std::string_view text, const YamlFault& told);

}  // namespace partita::model
