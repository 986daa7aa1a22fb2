#include "unit/model/rules/test_table.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <utility>

namespace partita::rules {
namespace {

std::string content_of(const std::string& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file.good()) << path;
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

std::string path_of(const std::string& model_name) {
  return std::string(PARTITA_SOURCE_TREE) + "/models/" + model_name + ".yaml";
}

std::shared_ptr<const model::Model> load(const std::string& text, const std::string& name,
                                         const model::ParamValues& params) {
  auto model = model::load_model(text, name, params);
  if (model.ok()) return *model;
  ADD_FAILURE() << model.error().message();
  return *model::load_model("format: 1\nmodel: none\nversion: 1\n", "none.yaml");
}

}  // namespace

model::Instant instant(std::string_view text) { return model::parse_rfc3339(text).value(); }

model::Instant test_now() { return instant("2025-10-21T14:30:00Z"); }

TestTable::TestTable(std::shared_ptr<const model::Model> model) {
  const model::Table& table = model->tables.front();
  auto rules = TableRules::compile(std::move(model), table);
  EXPECT_TRUE(rules.ok()) << rules.error().message();
  rules_ = std::make_shared<const TableRules>(*std::move(rules));
}

TestTable TestTable::of_file(const std::string& name, const model::ParamValues& params) {
  return TestTable(load(content_of(path_of(name)), name, params));
}

TestTable TestTable::observing_file(const std::string& name) {
  constexpr std::string_view kEnforced = "enforcement: enforce";
  std::string text = content_of(path_of(name));
  const std::size_t at = text.find(kEnforced);
  EXPECT_NE(at, std::string::npos) << name;
  text.replace(at, kEnforced.size(), "enforcement: observe");
  return TestTable(load(text, name, {}));
}

TestTable TestTable::of_text(const std::string& text) {
  return TestTable(load(text, "test.yaml", {}));
}

TestTable TestTable::of_things(const std::string& attributes, const std::string& rules,
                               const std::string& settings) {
  const auto lines = [](const std::string& text, const std::string& indent) {
    std::string indented;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) indented += indent + line + "\n";
    return indented;
  };
  return of_text(
      "format: 1\nmodel: shop\nversion: 1\n"
      "tables:\n  things:\n    name: things\n    key: {partition: id}\n" +
      lines(settings.empty() ? "enforcement: enforce" : settings, "    ") +
      "entities:\n  Thing:\n    match: all\n    key: {id: \"{id}\"}\n" + lines(rules, "    ") +
      "    attributes:\n      id: {type: string}\n" + lines(attributes, "      "));
}

Answer TestTable::judge(JudgedWrite change) const {
  change.now = now;
  change.role = role;
  change.correlation = correlation;
  change.expected = expected;
  change.is_server = is_server;
  auto outcome = rules_->judge(change, *random_);
  Answer answer;
  answer.is_allowed = outcome.ok();
  if (!outcome.ok()) {
    answer.text = outcome.error().message();
    const Refusal* refusal = refusal_of(outcome.error());
    if (refusal != nullptr) answer.refusal = *refusal;
    return answer;
  }
  answer.outcome = *std::move(outcome);
  if (change.after) answer.item = change.after->to_item();
  if (answer.outcome.filled) answer.item = answer.outcome.filled->view().to_item();
  return answer;
}

Answer TestTable::put(const Item& item, const std::optional<Item>& before) const {
  const EncodedItem after(item);
  const EncodedItem old(before.value_or(Item()));
  JudgedWrite change;
  change.after = after.view();
  if (before) change.before = old.view();
  return judge(change);
}

Answer TestTable::update(const std::optional<Item>& before, const Item& item,
                         std::vector<std::string_view> targets) const {
  const EncodedItem after(item);
  const EncodedItem old(before.value_or(Item()));
  JudgedWrite change;
  change.kind = WriteKind::Update;
  change.after = after.view();
  if (before) change.before = old.view();
  change.targets = targets;
  return judge(change);
}

Answer TestTable::remove(const Item& before, WriteKind kind) const {
  const EncodedItem old(before);
  JudgedWrite change;
  change.kind = kind;
  change.before = old.view();
  return judge(change);
}

std::optional<Item> TestTable::complete_keys(const Item& item, const char* name) const {
  const EncodedItem encoded(item);
  const model::Entity* chosen = name == nullptr ? nullptr : &entity(name);
  auto completed = rules_->complete_keys(encoded.view(), now, *random_, chosen);
  EXPECT_TRUE(completed.ok());
  if (!completed.ok() || !*completed) return std::nullopt;
  return (*completed)->view().to_item();
}

const model::Entity& TestTable::entity(std::string_view name) const {
  return *rules_->model().find_entity(name);
}

Item with(Item item, std::string_view name, Value value) {
  item.set(name, std::move(value));
  return item;
}

Item without(Item item, std::string_view name) {
  item.erase(name);
  return item;
}

}  // namespace partita::rules
