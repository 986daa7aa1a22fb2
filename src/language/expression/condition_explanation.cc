// explanation := tests (" (" facts ")")?
// tests       := test | test (", " test)* " and " (test | count " more")
// test        := text " is " ("false" | "true")
// facts       := fact (", " fact)* (", ...")? | "..."
// fact        := name " is " value | name " is absent" | "the item does not exist"

#include "language/expression/condition_explanation.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "partita/base/utf8.h"

namespace partita::expression {

namespace {

using Kind = ConditionNode::Kind;

constexpr std::size_t kTestsMax = 3;
constexpr std::size_t kTestCharactersMax = 240;  // Of all tests together.
constexpr std::size_t kInOperandsShownMax = 8;
constexpr std::size_t kNameCharactersMax = 80;
constexpr std::size_t kStringCharactersMax = 40;

bool begins_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }

std::size_t count_characters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins_character));
}

// The beginning of a text that is longer, with "..." in place of the rest. Looks no further, since
// a text can be as large as an item.
std::string cut(std::string_view text, std::size_t characters_max) {
  std::size_t characters = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!begins_character(text[i]) || ++characters <= characters_max) continue;
    return fmt::format("{}...", text.substr(0, i));
  }
  return std::string(text);
}

void append_step(std::string& text, std::string_view name) {
  if (!text.empty()) text += '.';
  text += name;
}
void append_step(std::string& text, const AttributeName& name) { append_step(text, name.text); }
void append_step(std::string& text, std::size_t index) { text += fmt::format("[{}]", index); }

// "a.b[1]", of the parts of a tree or of what they mean.
template <typename Steps>
std::string path_text(const Steps& steps) {
  std::string text;
  for (const auto& step : steps) {
    std::visit([&](const auto& part) { append_step(text, part); }, step);
  }
  return text;
}

// What size() tells, or nullopt of a type that has none.
std::optional<std::size_t> size_if_sized(const ValueView& value) {
  switch (value.type()) {
    case ValueType::S:
      return utf16_units(value.string());
    case ValueType::B:
      return value.binary().size();
    case ValueType::L:
      return value.list().size();
    case ValueType::M:
      return value.map().size();
    case ValueType::SS:
      return value.string_set().size();
    case ValueType::NS:
      return value.number_set().size();
    case ValueType::BS:
      return value.binary_set().size();
    default:
      return std::nullopt;
  }
}

// "a list of 2 elements"
std::string measured(std::string_view kind, const ValueView& value, std::string_view unit) {
  const std::size_t size = size_if_sized(value).value_or(0);
  return fmt::format("a {} of {} {}{}", kind, size, unit, size == 1 ? "" : "s");
}

std::string shown(const ValueView& value) {
  switch (value.type()) {
    case ValueType::S:
      return fmt::format("\"{}\"", cut(value.string(), kStringCharactersMax));
    case ValueType::N:
      return value.number().to_string();
    case ValueType::Bool:
      return value.boolean() ? "true" : "false";
    case ValueType::Null:
      return "NULL";
    case ValueType::B:
      return measured("binary", value, "byte");
    case ValueType::L:
      return measured("list", value, "element");
    case ValueType::M:
      return measured("map", value, "member");
    case ValueType::SS:
      return measured("string set", value, "element");
    case ValueType::NS:
      return measured("number set", value, "element");
    case ValueType::BS:
      return measured("binary set", value, "element");
  }
  return {};
}

// A test and how it came out.
struct Outcome {
  NodeIndex test;
  bool holds;
};

// Finds the tests that make a condition what it is on one item.
class Decision {
 public:
  Decision(const Condition& condition, const std::optional<ItemView>& item)
      : condition_(condition), item_(item) {
    trace(condition.tree().root);
  }

  // In the order of the text.
  std::vector<Outcome> take_outcomes() && { return std::move(outcomes_); }

 private:
  bool holds(NodeIndex index) const { return condition_.holds(index, item_); }

  // One child is enough to make an AND false or an OR true: the first that came out so. It takes
  // all of them to make an AND true or an OR false.
  void trace(NodeIndex index) {
    const ConditionNode& node = condition_.tree().nodes[index];
    const bool is_true = holds(index);
    const bool is_junction = node.kind == Kind::And || node.kind == Kind::Or;
    if (!is_junction && node.kind != Kind::Not) {
      outcomes_.push_back({.test = index, .holds = is_true});
      return;
    }
    const bool has_one_reason = is_junction && is_true == (node.kind == Kind::Or);
    for (const NodeIndex child : node.children) {
      if (!has_one_reason) {
        trace(child);
      } else if (holds(child) == is_true) {
        return trace(child);
      }
    }
  }

  const Condition& condition_;
  const std::optional<ItemView>& item_;
  std::vector<Outcome> outcomes_;
};

// Tests as the client wrote them.
class TestText {
 public:
  explicit TestText(const BoundOperands& operands) : operands_(operands) {}

  std::string of(const ConditionNode& test) const {
    const std::string left = written(test.children[0]);
    switch (test.kind) {
      case Kind::Compare:
        return fmt::format("{} {} {}", left, name_of(test.comparator), written(test.children[1]));
      case Kind::Between:
        return fmt::format("{} BETWEEN {} AND {}", left, written(test.children[1]),
                           written(test.children[2]));
      case Kind::In:
        return fmt::format("{} IN ({})", left, listed(std::span(test.children).subspan(1)));
      default:
        return left;
    }
  }

 private:
  std::string written(OperandIndex index) const {
    const Operand& operand = operands_.operand(index);
    if (const auto* path = std::get_if<Path>(&operand)) return path_text(path->parts);
    if (const auto* value = std::get_if<ValueName>(&operand)) return value->text;
    if (const auto* call = std::get_if<Call>(&operand)) {
      return fmt::format("{}({})", name_of(call->function), listed(call->arguments));
    }
    return shown(operands_.value(index));
  }

  std::string listed(std::span<const OperandIndex> operands) const {
    std::string text;
    for (const OperandIndex index :
         operands.first(std::min(operands.size(), kInOperandsShownMax))) {
      if (!text.empty()) text += ", ";
      text += written(index);
    }
    return operands.size() > kInOperandsShownMax ? text + ", ..." : text;
  }

  const BoundOperands& operands_;
};

// What the operands of tests are on one item, each told once.
class Facts {
 public:
  Facts(const BoundOperands& operands, const std::optional<ItemView>& item)
      : operands_(operands), item_(item) {}

  void add(const ConditionNode& test) {
    const auto operands = operands_of(test);
    const auto is_read = [this](OperandIndex index) { return reads_item(index); };
    if (!item_ && std::any_of(operands.begin(), operands.end(), is_read)) {
      return note("the item does not exist");
    }
    for (const OperandIndex index : operands) add_operand(index);
  }

  // Appends as many as there is room for.
  void append_to(std::string& text) const {
    constexpr std::string_view kRest = ", ...)";
    if (facts_.empty()) return;
    std::size_t room = kExplanationCharactersMax - kRest.size() - count_characters(text);
    std::string_view separator = " (";
    for (const std::string& fact : facts_) {
      const std::size_t length = separator.size() + count_characters(fact);
      const bool fits = length <= room;
      text += separator;
      text += fits ? fact : "...";
      if (!fits) break;
      room -= length;
      separator = ", ";
    }
    text += ')';
  }

 private:
  std::span<const OperandIndex> operands_of(const ConditionNode& test) const {
    return test.kind == Kind::Call ? operands_.call(test.children[0])->arguments : test.children;
  }

  bool reads_item(OperandIndex index) const {
    const Call* const call = operands_.call(index);
    return operands_.is_path(call != nullptr ? call->arguments[0] : index);
  }

  void note(std::string fact) {
    if (std::find(facts_.begin(), facts_.end(), fact) == facts_.end()) {
      facts_.push_back(std::move(fact));
    }
  }

  // The only call among operands is size, and of a value that has none the value is told.
  void add_operand(OperandIndex index) {
    const Call* const call = operands_.call(index);
    if (call == nullptr) return add_value(index);
    const OperandIndex inner = call->arguments[0];
    const auto value = value_of(inner);
    const auto size = value ? size_if_sized(*value) : std::nullopt;
    if (!size) return add_value(inner);
    note(fmt::format("{}({}) is {}", name_of(call->function), name_of_operand(inner), *size));
  }

  void add_value(OperandIndex index) {
    if (std::holds_alternative<Constant>(operands_.operand(index))) return;  // The test shows it.
    const auto value = value_of(index);
    note(fmt::format("{} is {}", name_of_operand(index), value ? shown(*value) : "absent"));
  }

  std::optional<ValueView> value_of(OperandIndex index) const {
    if (operands_.is_value(index)) return operands_.value(index);
    return item_ ? item_->follow(operands_.path(index)) : std::nullopt;
  }

  // The client knows its own values by their placeholders, and attributes by their names.
  std::string name_of_operand(OperandIndex index) const {
    if (operands_.is_path(index)) return cut(path_text(operands_.path(index)), kNameCharactersMax);
    const auto* name = std::get_if<ValueName>(&operands_.operand(index));
    return name != nullptr ? cut(name->text, kNameCharactersMax) : shown(operands_.value(index));
  }

  const BoundOperands& operands_;
  const std::optional<ItemView>& item_;
  std::vector<std::string> facts_;
};

// "a", "a and b", "a, b and c"
std::string enumerated(std::span<const std::string> parts) {
  std::string text(parts[0]);
  for (std::size_t i = 1; i < parts.size(); ++i) {
    text += i + 1 == parts.size() ? " and " : ", ";
    text += parts[i];
  }
  return text;
}

}  // namespace

std::string explain_failure(const Condition& condition, const std::optional<ItemView>& item) {
  const auto outcomes = Decision(condition, item).take_outcomes();
  if (outcomes.empty()) return "it never holds";  // An OR of nothing.
  const std::size_t count = std::min(outcomes.size(), kTestsMax);
  std::vector<std::string> tests;
  Facts facts(condition.operands(), item);
  for (const auto& [index, holds] : std::span(outcomes).first(count)) {
    const ConditionNode& test = condition.tree().nodes[index];
    const std::string text = TestText(condition.operands()).of(test);
    tests.push_back(fmt::format("{} is {}", cut(text, kTestCharactersMax / count), holds));
    facts.add(test);
  }
  if (outcomes.size() > count) tests.push_back(fmt::format("{} more", outcomes.size() - count));
  std::string explanation = enumerated(tests);
  facts.append_to(explanation);
  return explanation;
}

}  // namespace partita::expression
