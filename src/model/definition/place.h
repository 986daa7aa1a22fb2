#pragma once

namespace partita::model {

// Where something stands in the model file. Both count from 1; a line of 0 is "nowhere": what the
// reader added itself.
struct Place {
  int line = 0;
  int column = 0;

  friend bool operator==(const Place&, const Place&) = default;
};

}  // namespace partita::model
