#include "model/definition/read_claims.h"

#include <algorithm>
#include <utility>

#include "model/definition/node_access.h"

namespace partita::model {
namespace {

// How many items are looked at to find some that nobody else is just taking.
constexpr PageSize kLook{.default_items = 64, .items_max = 1000};

// The patterns that come with one claim.
class WorkerPatterns {
 public:
  WorkerPatterns(const Node& node, const Pattern& claim, SectionContext& context)
      : node_(node), claim_(claim), context_(context), work_(*claim.entity->lifecycle->work) {}

  std::vector<Pattern> make() {
    add("take", PatternKind::Transition, constant(claim_.to->values.front()), "takes this one");
    made_.back().set.push_back(work_.token);
    if (!work_.worker.empty()) made_.back().set.push_back(work_.worker);
    add("heartbeat", PatternKind::Update, std::nullopt, "keeps it for longer");
    made_.back().set.push_back(work_.token);
    add_end("complete", "is done with it");
    add_end("fail", "has failed");
    add("release", PatternKind::Transition, constant(Value(work_.back_to)), "gives it back");
    made_.back().set.push_back(work_.token);
    return std::move(made_);
  }

 private:
  Binding constant(Value state) const {
    Binding binding;
    binding.attribute = claim_.entity->lifecycle->attribute;
    binding.place = claim_.notes.place;
    binding.values.push_back(std::move(state));
    return binding;
  }

  void add_end(std::string_view key, std::string_view what) {
    const Node* state = node_.find(key);
    if (state == nullptr) return;
    const auto& states = claim_.entity->lifecycle->states;
    if (std::find(states.begin(), states.end(), state->text) == states.end()) {
      context_.refuse_name("state", state->text, state->place, {states.begin(), states.end()});
      return;
    }
    add(key, PatternKind::Transition, constant(Value(state->text)), what);
    made_.back().set = claim_.set;
    made_.back().set.push_back(work_.token);
  }

  void add(std::string_view verb, PatternKind kind, std::optional<Binding> to,
           std::string_view what) {
    Pattern pattern;
    pattern.name = fmt::format("{}_{}", claim_.name, verb);
    pattern.notes = claim_.notes;
    pattern.notes.note.clear();
    pattern.notes.description =
        fmt::format("A worker that has, or wants, a certain {}: {}.", claim_.entity->name, what);
    pattern.kind = kind;
    pattern.entity = claim_.entity;
    pattern.table = claim_.table;
    pattern.to = std::move(to);
    pattern.claim = claim_.name;
    std::string path = claim_.http ? claim_.http->path : "";
    if (path.ends_with(":claim")) path.resize(path.size() - std::string_view(":claim").size());
    for (const DerivedKey& key : claim_.entity->row.keys) bind(key.key, pattern, path);
    if (claim_.http) {
      pattern.http = HttpRoute{.place = claim_.http->place,
                               .method = "POST",
                               .path = fmt::format("{}:{}", path, verb),
                               .parameters = std::move(parameters_)};
    }
    parameters_.clear();
    made_.push_back(std::move(pattern));
  }

  // The variables of the key are parameters of the same names.
  void bind(const KeyTemplate& key, Pattern& pattern, std::string& path) {
    for (const TemplatePart& part : key.parts()) {
      if (!part.variable) continue;
      const std::string& name = part.variable->name;
      const bool is_bound =
          std::any_of(pattern.by.begin(), pattern.by.end(),
                      [&](const Binding& binding) { return binding.attribute == name; });
      if (is_bound) continue;
      Binding binding;
      binding.attribute = binding.parameter = name;
      binding.place = claim_.notes.place;
      binding.kind = Binding::Kind::Parameter;
      pattern.by.push_back(std::move(binding));
      path.append("/{").append(name).append("}");
      parameters_.push_back(name);
    }
  }

  const Node& node_;
  const Pattern& claim_;
  SectionContext& context_;
  const WorkLease& work_;
  std::vector<std::string> parameters_;
  std::vector<Pattern> made_;
};

// Whether workers can take items of the entity by this pattern.
bool check_claim(const Node& node, const Pattern& claim, SectionContext& context) {
  if (claim.entity == nullptr || !claim.to) return false;
  const auto& lifecycle = claim.entity->lifecycle;
  if (!lifecycle || !lifecycle->work) {
    context.refuse(kMissing, place_at(node, "claim"),
                   fmt::format("the lifecycle of {} needs `work`: what the lease of a worker is "
                               "kept in, and how long it lasts",
                               claim.entity->name));
    return false;
  }
  const bool is_state =
      claim.to->kind == Binding::Kind::Constant && claim.to->values.front().type() == ValueType::S;
  if (!is_state || !lifecycle->work->holds_in(claim.to->values.front().string())) {
    context.refuse(
        kWrongForm, place_at(node, "to"),
        fmt::format("a claim leads to a state of `work`, in which a worker has the "
                    "item: {}",
                    listed({lifecycle->work->states.begin(), lifecycle->work->states.end()})));
    return false;
  }
  if (claim.http && (claim.http->method != "POST" || !claim.http->parameters.empty())) {
    context.refuse(kWrongForm, claim.http->place,
                   "a claim is a POST to a path without parameters, like POST /messages:claim");
    return false;
  }
  return true;
}

}  // namespace

void add_worker_patterns(SectionContext& context) {
  std::vector<Pattern> added;
  std::size_t place = 0;
  for (const Node::Member& member : members_at(context.file, "patterns")) {
    Pattern& claim = context.model.patterns[place++];
    if (claim.kind != PatternKind::Claim || member.value.find("claim") == nullptr) continue;
    claim.page = kLook;
    if (!check_claim(member.value, claim, context)) continue;
    for (Pattern& pattern : WorkerPatterns(member.value, claim, context).make()) {
      const auto& known = context.model.patterns;
      const bool is_taken = std::any_of(known.begin(), known.end(), [&](const Pattern& other) {
        return other.name == pattern.name;
      });
      if (is_taken) {
        context.refuse(kWrongForm, member.place,
                       fmt::format("{} comes with {}; the pattern of that name needs another one",
                                   pattern.name, claim.name));
      }
      added.push_back(std::move(pattern));
    }
  }
  for (Pattern& pattern : added) context.model.patterns.push_back(std::move(pattern));
}

}  // namespace partita::model
