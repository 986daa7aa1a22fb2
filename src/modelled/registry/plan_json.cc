#include "modelled/registry/plan_json.h"

#include <array>
#include <charconv>
#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

#include "language/value/json_text.h"
#include "modelled/registry/environments.h"

namespace partita::registry {
namespace {

constexpr std::array<std::string_view, 3> kMarkWords{"add", "change", "remove"};  // By Mark.

// A T that is written, or one that is read into.
template <typename Candidate, typename T>
concept Either = std::same_as<std::remove_const_t<Candidate>, T>;

// The members of each part, in their order: the one description that writing and reading go by.
template <typename Shape>
void describe(Shape& shape, Either<Step> auto& step) {
  shape.member("mark", step.mark);
  shape.member("table", step.table);
  shape.member("what", step.what);
  shape.member("detail", step.detail);
  shape.member("removes", step.removes);
}

template <typename Shape>
void describe(Shape& shape, Either<RuleChange> auto& change) {
  shape.member("mark", change.mark);
  shape.member("subject", change.subject);
  shape.member("detail", change.detail);
  shape.member("tightens", change.tightens);
}

template <typename Shape>
void describe(Shape& shape, Either<BrokenRule> auto& rule) {
  shape.member("code", rule.code);
  shape.member("subject", rule.subject);
  shape.member("rule", rule.rule);
  shape.member("items", rule.items);
  shape.member("example", rule.example);
}

template <typename Shape>
void describe(Shape& shape, Either<StaleKeys> auto& keys) {
  shape.member("subject", keys.subject);
  shape.member("table_key", keys.is_table_key);
  shape.member("items", keys.items);
  shape.member("stored", keys.stored);
  shape.member("derived", keys.derived);
}

template <typename Shape>
void describe(Shape& shape, Either<Impact> auto& impact) {
  shape.member("table", impact.table);
  shape.member("items", impact.items);
  shape.member("violating", impact.violating);
  shape.member("complete", impact.is_complete);
  shape.members("rules", impact.rules);
  shape.members("duplicates", impact.duplicates);
  shape.members("stale_keys", impact.stale);
}

// `is_empty` stands for is_applied, which programs need not know of.
template <typename Shape>
void describe(Shape& shape, Either<ApplyPlan> auto& plan, Either<bool> auto& is_empty) {
  shape.member("model", plan.model);
  shape.member_if_any("environment", plan.environment);
  shape.member("version", plan.version);
  shape.member_if_any("former_version", plan.former_version);
  shape.member("nothing_to_do", is_empty);
  shape.texts("obstacles", plan.obstacles);
  shape.member_if_any("needs_force", plan.needs_force);
  shape.texts("unruled", plan.unruled);
  shape.texts("unserved", plan.unserved);
  shape.members("steps", plan.steps);
  shape.members("rules", plan.rule_changes);
  shape.members("stored_items", plan.impacts);
  shape.texts("observed", plan.observed);
}

class PlanWriter {
 public:
  PlanWriter() { json_.open_object(); }

  void member(std::string_view name, const std::string& text) { json_.member(name, text); }
  void member(std::string_view name, bool truth) {
    json_.name(name);
    json_.boolean(truth);
  }
  void member(std::string_view name, Mark mark) {
    json_.member(name, kMarkWords[static_cast<std::size_t>(mark)]);
  }
  void member(std::string_view name, int number) { json_.member(name, Number(number)); }
  void member(std::string_view name, std::uint64_t count) {
    json_.member(name, Number(static_cast<std::int64_t>(count)));
  }
  void member_if_any(std::string_view name, const std::string& text) {
    if (!text.empty()) member(name, text);
  }
  void member_if_any(std::string_view name, const std::optional<int>& number) {
    if (number) member(name, *number);
  }
  void texts(std::string_view name, const std::vector<std::string>& texts) {
    json_.strings(name, texts);
  }
  template <typename Part>
  void members(std::string_view name, const std::vector<Part>& parts) {
    json_.array(name);
    for (const Part& part : parts) {
      json_.open_object();
      describe(*this, part);
      json_.close_object();
    }
    json_.close_array();
  }

  std::string take() {
    json_.close_object();
    return std::move(json_).take();
  }

 private:
  JsonText json_;
};

// What is absent or of another type stays as it is.
class PlanReader {
 public:
  explicit PlanReader(const Item& object) : object_(object) {}

  void member(std::string_view name, std::string& text) {
    if (const Value* found = find(name, ValueType::S)) text = found->string();
  }
  void member(std::string_view name, bool& truth) {
    if (const Value* found = find(name, ValueType::Bool)) truth = found->boolean();
  }
  void member(std::string_view name, Mark& mark) {
    std::string word;
    member(name, word);
    for (std::size_t i = 0; i < kMarkWords.size(); ++i) {
      if (kMarkWords[i] == word) mark = static_cast<Mark>(i);
    }
  }
  void member(std::string_view name, int& number) {
    if (const auto found = whole(name)) number = static_cast<int>(*found);
  }
  void member(std::string_view name, std::uint64_t& count) {
    if (const auto found = whole(name)) count = static_cast<std::uint64_t>(*found);
  }
  void member_if_any(std::string_view name, std::string& text) { member(name, text); }
  void member_if_any(std::string_view name, std::optional<int>& number) {
    if (const auto found = whole(name)) number = static_cast<int>(*found);
  }
  void texts(std::string_view name, std::vector<std::string>& texts) {
    for (const Value& each : list(name)) {
      if (each.type() == ValueType::S) texts.emplace_back(each.string());
    }
  }
  template <typename Part>
  void members(std::string_view name, std::vector<Part>& parts) {
    for (const Value& each : list(name)) {
      if (each.type() != ValueType::M) continue;
      PlanReader reader(each.map());
      describe(reader, parts.emplace_back());
    }
  }

 private:
  const Value* find(std::string_view name, ValueType type) const {
    const Value* found = object_.find(name);
    return found != nullptr && found->type() == type ? found : nullptr;
  }
  std::optional<std::int64_t> whole(std::string_view name) const {
    const Value* found = find(name, ValueType::N);
    if (found == nullptr) return std::nullopt;
    const std::string text = found->number().to_string();
    std::int64_t number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool is_whole = read.ec == std::errc() && read.ptr == text.data() + text.size();
    return is_whole ? std::optional(number) : std::nullopt;
  }
  const List& list(std::string_view name) const {
    static const List kNone;
    const Value* found = find(name, ValueType::L);
    return found == nullptr ? kNone : found->list();
  }

  const Item& object_;
};

}  // namespace

std::string to_json(const ApplyPlan& plan) {
  PlanWriter writer;
  const bool is_empty = plan.is_empty();
  describe(writer, plan, is_empty);
  return writer.take();
}

std::string to_json(const Applied& applied) {
  PlanWriter writer;
  const bool is_empty = applied.plan.is_empty();
  describe(writer, applied.plan, is_empty);
  writer.members("kept", applied.kept);
  writer.texts("left", applied.left);
  writer.member("ends_observation", applied.ends_observation);
  writer.member("incarnation", applied.held->record.incarnation);
  return writer.take();
}

std::string to_json(const Impact& impact) {
  PlanWriter writer;
  describe(writer, impact);
  return writer.take();
}

Result<ApplyPlan> plan_in(const Item& object) {
  ApplyPlan plan;
  PlanReader reader(object);
  describe(reader, plan, plan.is_applied);
  if (plan.model.empty() || object.find("version") == nullptr) {
    return Error::invalid_argument("the server's answer is no plan of a model");
  }
  return plan;
}

Result<Applied> applied_in(const Item& object) {
  Applied applied;
  applied.plan = TRY(plan_in(object));
  PlanReader reader(object);
  reader.members("kept", applied.kept);
  reader.texts("left", applied.left);
  reader.member("ends_observation", applied.ends_observation);
  auto held = std::make_shared<HeldModel>();
  held->record.name = held_name(applied.plan.model, applied.plan.environment);
  held->record.version = applied.plan.version;
  reader.member("incarnation", held->record.incarnation);
  applied.held = std::move(held);
  return applied;
}

}  // namespace partita::registry
