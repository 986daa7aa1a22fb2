#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "conformance/runner/json.h"

namespace partita::faults {

using conformance::Json;

// An item in the JSON of the protocol, and all items by what their keys say.
using Items = std::map<std::string, Json>;

// What becomes of one item: its new content, or nothing if it is deleted.
struct Change {
  std::string key;
  std::optional<Json> after;
};

// Changes that are made together or not at all: one of them, or those of a transaction.
using Step = std::vector<Change>;

// What one client was told about the items that it alone writes.
class Ledger {
 public:
  const Json* find(const std::string& key) const;
  const Items& items() const { return items_; }

  // The server said that these were made.
  void acknowledge(const std::vector<Step>& steps);
  // The server said nothing, or that it does not know.
  void leave_open(std::vector<Step> steps);

  // What cannot have come of all this: an acknowledged change that is missing, one that nobody
  // asked for or that was refused, half of a step. `found` are the client's items and no others.
  std::vector<std::string> violations(const Items& found) const;
  // Takes what was found for what there is: open steps are decided.
  // REQUIRES: there are no violations.
  void settle(const Items& found);

 private:
  bool is_open(const std::string& key) const;
  bool shows(const Items& found, const Change& change) const;

  Items items_;
  std::vector<Step> open_;
};

}  // namespace partita::faults
