#include "cli/query_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "model/formula/suggestion.h"
#include "partita/value/measure.h"

namespace partita::cli {
namespace {

using Words = std::vector<TypedWord>;

bool is_equality(const TypedWord& word) { return word.operation == "=" || word.operation == ":="; }

bool is_key_operation(const TypedWord& word) {
  return word.operation != "!=" && word.operation != "~=";
}

std::vector<std::size_t> words_about(const Words& words, std::string_view name) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].name == name) found.push_back(i);
  }
  return found;
}

// Which words are conditions on a key; nullopt: they do not give its whole partition part.
std::optional<std::vector<std::size_t>> key_words(const Words& words, const KeyFacts& key) {
  std::vector<std::size_t> used;
  for (const auto& name : key.partition) {
    const auto about = words_about(words, name);
    if (about.size() != 1 || !is_equality(words[about.front()])) return std::nullopt;
    used.push_back(about.front());
  }
  for (const auto& name : key.sort) {
    const auto about = words_about(words, name);
    const bool fits = !about.empty() && about.size() <= 2 &&
                      std::all_of(about.begin(), about.end(),
                                  [&](std::size_t i) { return is_key_operation(words[i]); });
    if (!fits) break;
    used.insert(used.end(), about.begin(), about.end());
    if (about.size() > 1 || !is_equality(words[about.front()])) break;
  }
  return used;
}

// Writes expressions, with placeholders for all names and values: no name is a reserved word then.
class PlanWriter {
 public:
  explicit PlanWriter(const TableFacts& facts) : facts_(facts) {}

  Status add_key_conditions(const Words& words, const std::vector<std::size_t>& used) {
    for (std::size_t at = 0; at < used.size(); ++at) {
      const TypedWord& word = words[used[at]];
      const bool is_pair = at + 1 < used.size() && words[used[at + 1]].name == word.name;
      if (is_pair) {
        TRY(add_between(word, words[used[++at]]));
      } else {
        TRY(add_key_condition(word));
      }
    }
    return {};
  }

  Status add_filter(const TypedWord& word) {
    const std::vector<Value> values = TRY(filter_values(word));
    const bool is_negative = word.operation == "!=";
    std::string text;
    for (const Value& value : values) {
      text += fmt::format("{}{}",
                          text.empty()  ? ""
                          : is_negative ? " AND "
                                        : " OR ",
                          comparison(word, value));
    }
    join(plan_.filter, values.size() > 1 ? fmt::format("({})", text) : text);
    return {};
  }

  Result<QueryPlan> take(std::string index) && {
    plan_.index = std::move(index);
    TRY(check_item(plan_.values));
    return std::move(plan_);
  }

 private:
  static void join(std::string& expression, std::string_view condition) {
    if (!expression.empty()) expression += " AND ";
    expression += condition;
  }

  std::string name_of_attribute(const std::string& attribute) {
    for (const auto& [placeholder, name] : plan_.names) {
      if (name == Value(attribute)) return placeholder;
    }
    std::string placeholder = fmt::format("#{}", plan_.names.size());
    plan_.names.set(placeholder, attribute);
    return placeholder;
  }

  std::string placeholder_of(const Value& value) {
    std::string placeholder = fmt::format(":{}", plan_.values.size());
    plan_.values.set(placeholder, value);
    return placeholder;
  }

  std::string comparison(const TypedWord& word, const Value& value) {
    const std::string name = name_of_attribute(word.name);
    const std::string operand = placeholder_of(value);
    if (word.operation == "^=") return fmt::format("begins_with({}, {})", name, operand);
    if (word.operation == "~=") return fmt::format("contains({}, {})", name, operand);
    const std::string_view sign = is_equality(word)        ? "="
                                  : word.operation == "!=" ? "<>"
                                                           : std::string_view(word.operation);
    return fmt::format("{} {} {}", name, sign, operand);
  }

  Result<Value> value_of_key(const TypedWord& word) const {
    const auto type = facts_.types.find(word.name);
    return typed_value(word.name, word.text, type == facts_.types.end() ? 'S' : type->second);
  }

  Status add_key_condition(const TypedWord& word) {
    const Value value = TRY(value_of_key(word));
    join(plan_.key_condition, comparison(word, value));
    return {};
  }

  Status add_between(const TypedWord& one, const TypedWord& other) {
    const bool is_upwards = one.operation == ">=" && other.operation == "<=";
    const bool is_downwards = one.operation == "<=" && other.operation == ">=";
    if (!is_upwards && !is_downwards) {
      return Error::invalid_argument(
          fmt::format("two bounds of {} are {}>=A and {}<=B", one.name, one.name, one.name));
    }
    const Value low = TRY(value_of_key(is_upwards ? one : other));
    const Value high = TRY(value_of_key(is_upwards ? other : one));
    const std::string low_operand = placeholder_of(low);
    const std::string high_operand = placeholder_of(high);
    join(plan_.key_condition, fmt::format("{} BETWEEN {} AND {}", name_of_attribute(one.name),
                                          low_operand, high_operand));
    return {};
  }

  Result<std::vector<Value>> filter_values(const TypedWord& word) const {
    std::vector<Value> values;
    if (word.operation == ":=") {
      values.push_back(TRY(json_value(word.name, word.text)));
      return values;
    }
    if (facts_.types.contains(word.name)) {
      values.push_back(TRY(value_of_key(word)));
      return values;
    }
    values.emplace_back(word.text);
    auto as_json = json_value(word.name, word.text);
    const bool is_scalar = as_json.ok() && as_json->type() != ValueType::S &&
                           as_json->type() != ValueType::L && as_json->type() != ValueType::M;
    const bool is_ordered = is_scalar && as_json->type() == ValueType::N;
    const bool compares = word.operation.front() == '<' || word.operation.front() == '>';
    if (word.operation != "^=" && (compares ? is_ordered : is_scalar)) {
      values.push_back(*std::move(as_json));
    }
    return values;
  }

  const TableFacts& facts_;
  QueryPlan plan_;
};

Result<Words> parse_words(const std::vector<std::string>& words) {
  Words parsed;
  for (const auto& word : words) parsed.push_back(TRY(parse_typed_word(word)));
  return parsed;
}

Result<const IndexFacts*> find_index(const TableFacts& facts, std::string_view name) {
  std::vector<std::string_view> names;
  for (const auto& index : facts.indexes) {
    if (index.name == name) return &index;
    names.push_back(index.name);
  }
  return Error::not_found(fmt::format("{} has no index {}{}; there is {}", facts.name, name,
                                      model::did_you_mean(name, names),
                                      names.empty() ? "none" : model::listed(names)));
}

Error no_key(const TableFacts& facts, std::string_view index) {
  std::string keys;
  const auto add = [&](std::string_view what, const KeyFacts& key) {
    keys += fmt::format("{}{}", keys.empty() ? "" : "; ", what);
    for (const auto& name : key.partition) keys += fmt::format(" {}=...", name);
  };
  if (index.empty()) add("the table", facts.key);
  for (const auto& each : facts.indexes) {
    if (index.empty() ? !each.is_local : each.name == index) add("index " + each.name, each.key);
  }
  return Error::invalid_argument(fmt::format(
      "a query needs a whole partition key: {} (partita scan looks at every item)", keys));
}

struct KeyChoice {
  std::string index;
  std::vector<std::size_t> used;
};

Result<KeyChoice> choose_key(const TableFacts& facts, const Words& words, std::string_view index) {
  std::optional<KeyChoice> best;
  const auto consider = [&](const std::string& name, const KeyFacts& key) {
    auto used = key_words(words, key);
    if (used && (!best || used->size() > best->used.size())) best = {name, *std::move(used)};
  };
  if (index.empty()) consider("", facts.key);
  for (const auto& each : facts.indexes) {
    if (index.empty() || each.name == index) consider(each.name, each.key);
  }
  if (!best) return no_key(facts, index);
  return *std::move(best);
}

}  // namespace

Result<QueryPlan> plan_query(const TableFacts& facts, const std::vector<std::string>& words,
                             std::string_view index) {
  if (!index.empty()) TRY(find_index(facts, index));
  const Words parsed = TRY(parse_words(words));
  KeyChoice choice = TRY(choose_key(facts, parsed, index));
  PlanWriter writer(facts);
  TRY(writer.add_key_conditions(parsed, choice.used));
  for (std::size_t i = 0; i < parsed.size(); ++i) {
    const bool is_used = std::find(choice.used.begin(), choice.used.end(), i) != choice.used.end();
    if (!is_used) TRY(writer.add_filter(parsed[i]));
  }
  return std::move(writer).take(std::move(choice.index));
}

Result<QueryPlan> plan_scan(const TableFacts& facts, const std::vector<std::string>& words,
                            std::string_view index) {
  if (!index.empty()) TRY(find_index(facts, index));
  const Words parsed = TRY(parse_words(words));
  PlanWriter writer(facts);
  for (const auto& word : parsed) TRY(writer.add_filter(word));
  return std::move(writer).take(std::string(index));
}

}  // namespace partita::cli
