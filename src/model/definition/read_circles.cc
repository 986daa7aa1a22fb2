#include <deque>
#include <map>
#include <set>

#include "model/definition/read_types.h"

namespace partita::model {
namespace {

// Which attributes are made of which, by the formulas that are told beside each other.
class FormulaGraph {
 public:
  explicit FormulaGraph(const std::vector<Attribute>& attributes) : attributes_(attributes) {
    for (std::size_t i = 0; i < attributes.size(); ++i) places_.emplace(attributes[i].name, i);
    inputs_.resize(attributes.size());
    users_.resize(attributes.size());
    for (std::size_t i = 0; i < attributes.size(); ++i) add_inputs(i);
  }

  // The names of one circle, its first again at the end; empty if there is none.
  std::vector<std::string> find_circle() {
    drop_what_ends();
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      if (!inputs_[i].empty()) return walk_from(i);
    }
    return {};
  }

 private:
  void add_inputs(std::size_t at) {
    const Attribute& attribute = attributes_[at];
    for (const auto* formula : {&attribute.derived, &attribute.computed, &attribute.default_from}) {
      if (!*formula) continue;
      for (const std::string& name : (*formula)->names()) {
        const auto input = places_.find(name);
        if (input == places_.end()) continue;
        inputs_[at].insert(input->second);
        users_[input->second].push_back(at);
      }
    }
  }

  // What is made of nothing is in no circle, and neither is what is only made of such.
  void drop_what_ends() {
    std::deque<std::size_t> ended;
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      if (inputs_[i].empty()) ended.push_back(i);
    }
    while (!ended.empty()) {
      const std::size_t at = ended.front();
      ended.pop_front();
      for (const std::size_t user : users_[at]) {
        if (inputs_[user].erase(at) > 0 && inputs_[user].empty()) ended.push_back(user);
      }
    }
  }

  // REQUIRES: everything that is left has an input that is left.
  std::vector<std::string> walk_from(std::size_t at) const {
    std::vector<std::size_t> path;
    std::set<std::size_t> seen;
    while (seen.insert(at).second) {
      path.push_back(at);
      at = *inputs_[at].begin();
    }
    std::vector<std::string> names;
    bool is_inside = false;
    for (const std::size_t step : path) {
      is_inside = is_inside || step == at;
      if (is_inside) names.push_back(attributes_[step].name);
    }
    names.push_back(attributes_[at].name);
    return names;
  }

  const std::vector<Attribute>& attributes_;
  std::map<std::string, std::size_t, std::less<>> places_;
  std::vector<std::set<std::size_t>> inputs_;
  std::vector<std::vector<std::size_t>> users_;
};

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text.append(text.empty() ? "" : " <- ").append(name);
  return text;
}

}  // namespace

void refuse_circles(const std::vector<Attribute>& attributes, SectionContext& context) {
  const auto circle = FormulaGraph(attributes).find_circle();
  if (circle.empty()) return;
  context.refuse(kBadFormula, find_attribute(attributes, circle.front())->notes.place,
                 fmt::format("formulas need each other: {}", joined(circle)));
}

}  // namespace partita::model
