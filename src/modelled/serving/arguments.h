#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace partita::serving {

// What a caller gives for the parameters of a pattern: texts, as they come from a URL or a command
// line. The bounds of a range are `from` and `to`.
class Arguments {
 public:
  // Of two values of one name the later counts.
  void set(std::string name, std::string value);
  // The value of that name, or null.
  const std::string* find(std::string_view name) const;
  const std::vector<std::pair<std::string, std::string>>& all() const { return values_; }

 private:
  std::vector<std::pair<std::string, std::string>> values_;  // Sorted by name.
};

}  // namespace partita::serving
