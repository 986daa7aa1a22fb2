#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/definition/notes.h"
#include "model/formula/formula.h"
#include "model/formula/timestamp.h"

namespace partita::model {

// What may become of an item's status.
struct Transition {
  Notes notes;
  std::string name;  // May be empty.
  std::vector<std::string> from;
  std::vector<std::string> to;
  std::vector<std::string> stamps;    // Timestamps set to now on entering.
  std::vector<std::string> required;  // Attributes the new item must have.
  std::vector<std::string> clears;    // Attributes removed on the way.
  std::optional<Formula> when;        // Must hold; may read `old.`.
  std::string role;                   // Of the caller; empty: any.
  bool by_server = false;             // Made by the server as soon as `when` holds.
  bool by_worker = false;             // Made by who has the item's lease, or by the server.

  bool leads(std::string_view from_state, std::string_view to_state) const;
};

// A state that should not last.
struct Lease {
  enum class Then { Report, Count, Move };

  Place place;
  std::string state;
  std::string from;  // The timestamp it began at.
  Duration timeout{};
  Then then = Then::Report;
  std::string to;  // Of Then::Move.
};

// How workers take items for themselves: for a while, and for as long as they say that they are
// alive. A worker has an item while the item is in one of the states and has its token.
struct WorkLease {
  Place place;
  std::vector<std::string> states;  // In which a worker can have it.
  Duration time{};                  // How long without a sign of life.
  std::string token;                // The attributes that it is kept in. A text.
  std::string until;                // A timestamp.
  std::string worker;               // A text for people; may be empty.
  std::string attempts;             // An int: how often it was taken; may be empty.
  int attempts_max = 0;             // 0: any number.
  std::string back_to;              // The state of an item whose lease is over.
  std::string dead;                 // The same after the last attempt; empty: no other.
  std::vector<std::pair<std::string, Value>> dead_values;  // What it is given then.

  bool holds_in(std::string_view state) const;
};

struct Lifecycle {
  Notes notes;
  std::optional<Enforcement> level;
  std::string attribute;
  std::vector<std::string> states;  // All of them: the values of the attribute.
  std::vector<std::string> initial;
  std::vector<std::string> final;
  std::vector<Transition> transitions;
  bool allows_same_state = true;
  std::vector<std::pair<std::string, std::string>> count_in;  // State, attribute: +1 a repetition.
  std::vector<Lease> leases;
  std::optional<WorkLease> work;
  bool ignores_late = false;  // A write that would go back changes nothing, and is no error.
  bool only_final_are_deleted = false;

  bool is_initial(std::string_view state) const;
  bool is_final(std::string_view state) const;
  // The first transition between the two, or null.
  const Transition* find(std::string_view from, std::string_view to) const;
  // The states that can follow, each once, in the order of the file.
  std::vector<std::string_view> next_states(std::string_view from) const;
};

}  // namespace partita::model
