#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "partita/value/item_view.h"

namespace partita::rules {

// What is wrong with a value, before it is known whose value it is. Made only when something is
// wrong, so that a check that passes costs no more than a null pointer.
struct Fault {
  std::string_view code;
  std::string_view rule;
  std::string detail;  // "1873 is below min 1900"
  std::string path;    // Below the attribute: ".text", "[2].year"; empty: the attribute itself.
  std::string value;
  std::string current;
  std::vector<std::string> allowed;
};

using FaultPointer = std::unique_ptr<Fault>;  // Null: nothing is wrong.

// A value as texts show it: strings in quotes and cut where they are long, numbers as they are,
// containers by their kind.
std::string shown(const ValueView& value);
std::string shown(std::string_view text);

// "a, b, c"
std::string joined(const std::vector<std::string>& names);

}  // namespace partita::rules
