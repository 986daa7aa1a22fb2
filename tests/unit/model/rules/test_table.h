#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/definition/read_model.h"
#include "model/rules/table_rules.h"
#include "partita/base/random.h"

namespace partita::rules {

// 2025-10-21T14:30:00.000Z, the time of all writes unless a test says otherwise.
model::Instant test_now();
// REQUIRES: the text is RFC 3339.
model::Instant instant(std::string_view text);

// What became of a write.
struct Answer {
  bool is_allowed = false;
  std::string text;                // Of the refusal, else empty.
  std::optional<Refusal> refusal;  // Of an enforced rule.
  Item item;                       // As it is to be stored; empty if refused or deleted.
  RuleOutcome outcome;             // If it is allowed.
};

// A table of a model, to write to.
class TestTable {
 public:
  // The first table of models/<name>.yaml.
  static TestTable of_file(const std::string& name, const model::ParamValues& params = {});
  // The same with all its rules only observed.
  static TestTable observing_file(const std::string& name);
  // The first table of a model.
  static TestTable of_text(const std::string& text);
  // A table `things` with the key `id`, and in it the entity Thing: `attributes` and `rules` are
  // lines of its attributes and of its own, `settings` of the table.
  static TestTable of_things(const std::string& attributes, const std::string& rules = "",
                             const std::string& settings = "");

  Answer put(const Item& item, const std::optional<Item>& before = std::nullopt) const;
  // The item as the update makes it, key included.
  Answer update(const std::optional<Item>& before, const Item& after,
                std::vector<std::string_view> targets = {}) const;
  Answer remove(const Item& before, WriteKind kind = WriteKind::Delete) const;
  Answer judge(JudgedWrite change) const;
  std::optional<Item> complete_keys(const Item& item, const char* entity = nullptr) const;

  const TableRules& rules() const { return *rules_; }
  const model::Entity& entity(std::string_view name) const;

  model::Instant now = test_now();
  std::string role;
  std::string correlation;
  std::optional<Number> expected;
  bool is_server = false;

 private:
  explicit TestTable(std::shared_ptr<const model::Model> model);

  std::shared_ptr<const TableRules> rules_;
  std::shared_ptr<SeededRandom> random_ = std::make_shared<SeededRandom>(1);
};

// The item with one attribute more, or another value of it.
Item with(Item item, std::string_view name, Value value);
Item without(Item item, std::string_view name);

}  // namespace partita::rules
