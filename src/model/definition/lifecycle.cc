#include "model/definition/lifecycle.h"

#include <algorithm>

namespace partita::model {
namespace {

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

bool Transition::leads(std::string_view from_state, std::string_view to_state) const {
  return contains(from, from_state) && contains(to, to_state);
}

bool WorkLease::holds_in(std::string_view state) const { return contains(states, state); }

bool Lifecycle::is_initial(std::string_view state) const { return contains(initial, state); }
bool Lifecycle::is_final(std::string_view state) const { return contains(final, state); }

const Transition* Lifecycle::find(std::string_view from, std::string_view to) const {
  const auto found = std::find_if(transitions.begin(), transitions.end(),
                                  [&](const Transition& t) { return t.leads(from, to); });
  return found == transitions.end() ? nullptr : &*found;
}

std::vector<std::string_view> Lifecycle::next_states(std::string_view from) const {
  std::vector<std::string_view> following;
  for (const Transition& transition : transitions) {
    if (!contains(transition.from, from)) continue;
    for (const std::string& state : transition.to) {
      if (std::find(following.begin(), following.end(), state) == following.end())
        following.push_back(state);
    }
  }
  return following;
}

}  // namespace partita::model
