#pragma once

#include <string>

#include "model/definition/place.h"

namespace partita::model {

// What most elements of a model have beside their own content.
struct Notes {
  Place place;              // Of the element's name.
  std::string description;  // What it is; exporters print both.
  std::string note;         // What else a reader should know, such as why it is so.
  int phase = 0;            // From which delivery phase on it is there; 0: from the first.
  bool is_live = true;      // Phase not above the model's live_phase: created and served.
};

// How strictly rules are held. Nothing is checked; broken rules are counted; they are refused.
enum class Enforcement { Off, Observe, Enforce };  // From the weakest.

}  // namespace partita::model
