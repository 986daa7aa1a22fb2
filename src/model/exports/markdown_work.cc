#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "language/value/json_text.h"
#include "model/exports/markdown_sections.h"
#include "model/exports/markdown_text.h"

// How workers claim items with plain calls of DynamoDB: for programs that know no model.
namespace partita::exports {
namespace {

using model::Binding;
using model::Index;
using model::Pattern;
using model::PatternKind;

constexpr int kLookLimit = 128;

// Requests of DynamoDB in JSON. What a program puts in stands in angle brackets.
class PlainCalls {
 public:
  PlainCalls(const Pattern& claim, const Index& index)
      : claim_(claim),
        index_(index),
        table_(*claim.entity->table),
        status_(claim.entity->lifecycle->attribute),
        work_(*claim.entity->lifecycle->work) {}

  std::string text() {
    json_.open_object();
    write_query();
    std::string claiming = "SET #state = :state, #token = :token";
    if (!work_.worker.empty()) claiming += ", #worker = :worker";
    json_.object("claim");
    write_target();
    json_.member("UpdateExpression", claiming);
    json_.member("ConditionExpression", "#state = :waiting");
    write_names({{"#state", status_}, {"#token", work_.token}, {"#worker", work_.worker}});
    write_values({{":state", claim_.to->values.front().string()},
                  {":token", "<a new UUID>"},
                  {":worker", work_.worker.empty() ? "" : "<the worker>"},
                  {":waiting", waiting()}});
    json_.member("ReturnValues", "ALL_NEW");
    json_.close_object();
    write_change("heartbeat", "");
    for (const Pattern* pattern : others_) {
      write_change(pattern->name.substr(claim_.name.size() + 1),
                   pattern->to->values.front().string());
    }
    json_.close_object();
    return std::move(json_).take();
  }

  // A pattern that the claim's workers call: one that leads to a state.
  void add(const Pattern& pattern) { others_.push_back(&pattern); }

 private:
  using Texts = std::vector<std::pair<std::string, std::string>>;

  std::string waiting() const {
    for (const Binding& binding : claim_.where) {
      if (binding.attribute == status_ && !binding.values.empty()) {
        return binding.values.front().string();
      }
    }
    return {};
  }

  void write_target() {
    json_.member("TableName", table_.name);
    json_.object("Key");
    for (const model::DerivedKey& key : claim_.entity->row.keys) {
      json_.object(key.name);
      json_.member("S", fmt::format("<{}>", key.name));
      json_.close_object();
    }
    json_.close_object();
  }

  void write_names(const Texts& names) {
    json_.object("ExpressionAttributeNames");
    for (const auto& [name, attribute] : names) {
      if (!attribute.empty()) json_.member(name, attribute);
    }
    json_.close_object();
  }

  void write_values(const Texts& values) {
    json_.object("ExpressionAttributeValues");
    for (const auto& [name, text] : values) {
      if (text.empty()) continue;
      json_.object(name);
      json_.member("S", text);
      json_.close_object();
    }
    json_.close_object();
  }

  void write_query() {
    std::string condition;
    std::vector<std::pair<std::string, std::string>> names;
    std::vector<std::pair<std::string, std::string>> values;
    for (const Binding& binding : claim_.where) {
      const std::string number = std::to_string(names.size());
      condition += fmt::format("{}#k{} = :k{}", names.empty() ? "" : " and ", number, number);
      names.emplace_back("#k" + number, binding.attribute);
      values.emplace_back(":k" + number, binding.kind == Binding::Kind::Parameter
                                             ? fmt::format("<{}>", binding.parameter)
                                             : binding.values.front().string());
    }
    const bool is_down =
        claim_.order && claim_.order->direction == model::Order::Direction::Descending;
    json_.object("look");
    json_.member("TableName", table_.name);
    json_.member("IndexName", index_.name);
    json_.member("KeyConditionExpression", condition);
    write_names(names);
    write_values(values);
    json_.name("ScanIndexForward");
    json_.boolean(!is_down);
    json_.member("Limit", kLookLimit);
    json_.close_object();
  }

  void write_change(std::string_view verb, const std::string& state) {
    json_.object(verb);
    write_target();
    json_.member("UpdateExpression",
                 state.empty() ? "SET #token = :token" : "SET #state = :state, #token = :token");
    write_names({{"#state", state.empty() ? std::string() : status_}, {"#token", work_.token}});
    write_values({{":state", state}, {":token", "<the token>"}});
    json_.close_object();
  }

  const Pattern& claim_;
  const Index& index_;
  const model::Table& table_;
  const std::string& status_;
  const model::WorkLease& work_;
  std::vector<const Pattern*> others_;
  JsonText json_;
};

// Whether the whole question is equalities of texts with attributes of the index's partition.
bool can_be_asked_plainly(const Pattern& claim, const Index& index) {
  return claim.where.size() == index.partition.size() &&
         std::all_of(claim.where.begin(), claim.where.end(), [&](const Binding& binding) {
           const auto& partition = index.partition;
           const bool is_constant = binding.kind == Binding::Kind::Constant &&
                                    binding.values.front().type() == ValueType::S;
           return (is_constant || binding.kind == Binding::Kind::Parameter) &&
                  std::find(partition.begin(), partition.end(), binding.attribute) !=
                      partition.end();
         });
}

void append_claim(std::string& text, const model::Model& model, const Pattern& claim,
                  const Index& index) {
  PlainCalls calls(claim, index);
  for (const Pattern& pattern : model.patterns) {
    const bool is_taking = pattern.name == claim.name + "_take";
    if (pattern.claim == claim.name && pattern.to && !is_taking) calls.add(pattern);
  }
  append_heading(text, 3, fmt::format("{} by plain calls of DynamoDB", claim.name));
  append_paragraph(
      text, fmt::format(
                "`look` finds items that wait; one of them, picked at random, is taken by `claim` "
                "under a new token. ConditionalCheckFailedException: another worker was faster. "
                "From then on each write names that token; the same exception says then that the "
                "lease of {} is over. No other condition is needed.",
                model::duration_text(claim.entity->lifecycle->work->time)));
  append_block(text, "json", calls.text());
}

}  // namespace

void append_workers(std::string& text, const model::Model& model, const MarkdownFacts& facts) {
  bool is_first = true;
  for (const Pattern& claim : model.patterns) {
    if (claim.kind != PatternKind::Claim || claim.entity == nullptr || !claim.notes.is_live) {
      continue;
    }
    const PatternPlanText* plan = facts.find_plan(claim.name);
    const Index* index = plan == nullptr ? nullptr : claim.entity->table->find_index(plan->index);
    if (index == nullptr || !can_be_asked_plainly(claim, *index)) continue;
    if (is_first) append_heading(text, 2, "Workers");
    is_first = false;
    append_claim(text, model, claim, *index);
  }
}

}  // namespace partita::exports
