#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "model/lint/rule_groups.h"
#include "model/planning/key_space.h"

namespace partita::lint {
namespace {

constexpr char kSeparator = '#';

// "ARTIST" of "ARTIST#{id}", "#METADATA" of itself; empty if the text does not begin with a prefix.
std::string prefix_of(std::string_view text, bool is_whole) {
  const std::size_t end = text.find(kSeparator, 1);
  if (end != std::string_view::npos) return std::string(text.substr(0, end));
  const bool is_marker = is_whole && !text.empty() && text.front() == kSeparator;
  return is_marker ? std::string(text) : std::string();
}

std::string without_separator(std::string text) {
  if (text.size() > 1 && text.back() == kSeparator) text.pop_back();
  return text;
}

// Where each prefix is used first.
class Registry {
 public:
  void add(const model::KeyTemplate& key, model::Place place) {
    add(prefix_of(key.literal_prefix(), key.is_constant()), place);
  }
  void add(std::string prefix, model::Place place) {
    if (!prefix.empty()) uses_.try_emplace(std::move(prefix), place);
  }
  void add(const planning::KeySpace& space) {
    for (const auto& key : space.row->keys) add(key.key, key.place);
    for (const auto& key : space.row->index_keys) {
      if (key.tuple.empty()) add(key.key, key.place);
    }
  }
  const std::map<std::string, model::Place>& uses() const { return uses_; }

 private:
  std::map<std::string, model::Place> uses_;
};

// The rows that `sync` keeps: {PK: "SYNC#artist", SK: "ID#{artistId}"}.
void add_tracks(const model::Model& model, Registry& registry) {
  for (const auto& sync : model.syncs) {
    const model::Node* track = sync.content.find("track");
    if (track == nullptr) continue;
    for (const auto& member : track->members) {
      auto key = model::KeyTemplate::parse(member.value.text);
      if (key.ok()) registry.add(*key, member.place);
    }
  }
}

void check_prefixes_of(LintContext& context, const model::Table& table) {
  Registry registry;
  for (const auto& space : planning::key_spaces(context.model().entities, table)) {
    registry.add(space);
  }
  add_tracks(context.model(), registry);
  std::vector<std::string> declared;
  for (const auto& prefix : table.prefixes) declared.push_back(without_separator(prefix));
  for (const auto& [prefix, place] : registry.uses()) {
    if (std::find(declared.begin(), declared.end(), prefix) != declared.end()) continue;
    context.report("L228",
                   {place, prefix, fmt::format("the key prefix {} is not in `prefixes`", prefix),
                    "declare it, so that nobody takes it for something else"});
  }
  for (std::size_t i = 0; i < declared.size(); ++i) {
    if (registry.uses().contains(declared[i])) continue;
    context.report("L228",
                   {table.notes.place, table.prefixes[i],
                    fmt::format("no key begins with the declared prefix {}", table.prefixes[i]),
                    "model what it is for, or remove it"});
  }
}

}  // namespace

void check_prefixes(LintContext& context) {
  for (const auto& table : context.model().tables) {
    if (!table.prefixes.empty()) check_prefixes_of(context, table);
  }
}

}  // namespace partita::lint
