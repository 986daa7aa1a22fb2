#include "request_fuzz/request_maker.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>

#include "request_fuzz/samples.h"

namespace partita::request_fuzz {
namespace {

using protocol::FieldKind;
using protocol::FieldType;
using protocol::MemberType;
using protocol::StructureType;

// Parameters of the days before expressions, which no request may mix with expressions.
constexpr std::array<std::string_view, 7> kLegacy = {
    "AttributeUpdates", "AttributesToGet", "ConditionalOperator", "Expected",
    "KeyConditions",    "QueryFilter",     "ScanFilter"};
// Optional by their shape, but no request gets far without them.
constexpr std::array<std::string_view, 11> kAlmostRequired = {
    "AttributeDefinitions",
    "BillingMode",
    "GlobalSecondaryIndexes",
    "KeyConditionExpression",
    "KeyConditions",
    "KeySchema",
    "LocalSecondaryIndexes",
    "MaxCapacity",
    "MinCapacity",
    "PolicyType",
    "TargetTrackingScalingPolicyConfiguration"};
// What a member is called in answers, and in the requests that want it.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kOtherNames = {
    std::pair{"LatestStreamArn", "StreamArn"},
    std::pair{"TableArn", "ResourceArn"},
    std::pair{"NextShardIterator", "ShardIterator"},
    std::pair{"ShardId", "ExclusiveStartShardId"},
    std::pair{"StreamArn", "ExclusiveStartStreamArn"},
    std::pair{"ScalableTargetARN", "ResourceARN"}};

template <typename Names>
bool is_among(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// A structure of which exactly one member is given, such as an action of a transaction.
bool is_choice(const StructureType& type) {
  return !type.members.empty() && std::ranges::all_of(type.members, [](const MemberType& member) {
    return !member.is_required && member.type.kind == FieldKind::Structure;
  }) && type.members.size() > 1;
}

bool is_placeholder_character(char character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
}

// The placeholders with this first character in the text of an expression.
void add_used(std::set<std::string>& used, std::string_view text, char first) {
  for (std::size_t at = text.find(first); at != text.npos; at = text.find(first, at + 1)) {
    std::size_t end = at + 1;
    while (end < text.size() && is_placeholder_character(text[end])) ++end;
    used.emplace(text.substr(at, end - at));
  }
}

std::set<std::string> used_in_expressions(const JsonNode& structure, char first) {
  std::set<std::string> used;
  for (const JsonNode& child : structure.children) {
    if (child.name.ends_with("Expression")) add_used(used, child.text, first);
  }
  return used;
}

JsonNode placeholders(const MemberType& type, const std::set<std::string>& used) {
  JsonNode node{JsonNode::Kind::Object, std::string(type.name)};
  for (const auto& placeholder : used) {
    node.children.push_back(JsonNode::parse(placeholder_sample(placeholder)));
    node.children.back().name = placeholder;
  }
  annotate(node, type.type);
  return node;
}

void annotate_structure(JsonNode& node, const StructureType& type) {
  for (const MemberType& member : type.members) {
    JsonNode* const child = node.find(member.name);
    if (child == nullptr) continue;
    child->bounds = member.bounds;
    annotate(*child, member.type);
    for (JsonNode& element : child->children) {
      if (member.type.element != nullptr) element.bounds = member.element_bounds;
    }
  }
}

using Texts = std::map<std::string, std::string, std::less<>>;

// What requests want that a client cannot make up.
bool is_wanted_text(std::string_view member) {
  return member.ends_with("Arn") || member.starts_with("Shard") || member == "SequenceNumber" ||
         member == "ExclusiveStartShardId";
}

void learn_text(Texts& texts, const std::string& name, const std::string& text) {
  if (is_wanted_text(name)) texts.insert_or_assign(name, text);
  for (const auto& [in_answers, in_requests] : kOtherNames) {
    if (in_answers == name) texts.insert_or_assign(std::string(in_requests), text);
  }
}

void learn_from(Texts& texts, const nlohmann::json& json, const std::string& name) {
  if (json.is_string()) learn_text(texts, name, json);
  if (!json.is_structured()) return;
  for (const auto& [child, value] : json.items()) {
    // Not what is in items: their names are not those of members.
    if (child == "Item" || child == "Items" || child == "Attributes") continue;
    learn_from(texts, value, json.is_object() ? child : name);
  }
}

}  // namespace

void LearnedTexts::learn(std::string_view answer) {
  constexpr std::size_t kAnswersKept = 12;
  const auto json = nlohmann::json::parse(answer, nullptr, false);
  Texts texts;
  if (!json.is_discarded()) learn_from(texts, json, "");
  if (texts.empty()) return;
  for (const auto& [name, text] : texts) newest_.insert_or_assign(name, text);
  answers_.push_front(std::move(texts));
  if (answers_.size() > kAnswersKept) answers_.pop_back();
}

const std::string* LearnedTexts::find(std::string_view member) const {
  for (std::size_t i = 0; i < answers_.size(); ++i) {
    const Texts& texts = answers_[(preferred_ + i) % answers_.size()];
    const auto found = texts.find(member);
    if (found != texts.end()) return &found->second;
  }
  const auto found = newest_.find(member);
  return found == newest_.end() ? nullptr : &found->second;
}

void annotate(JsonNode& node, const FieldType& type) {
  node.type = &type;
  if (type.kind == FieldKind::Structure) annotate_structure(node, *type.structure);
  if (type.element == nullptr) return;
  for (JsonNode& child : node.children) annotate(child, *type.element);
}

JsonNode RequestMaker::make(const StructureType& request, Members members) {
  members_ = members;
  creates_table_ = std::ranges::any_of(
      request.members, [](const MemberType& member) { return member.name == "KeySchema"; });
  if (learned_.answers() > 0) learned_.prefer(random_.below(learned_.answers()));
  return structure(request);
}

bool RequestMaker::is_wanted(const MemberType& member, const Style& style) {
  if (member.name.starts_with("ExpressionAttribute")) return false;
  if (members_ == Members::All || member.is_required) return true;
  if (is_among(kLegacy, member.name) && !style.is_legacy) return false;
  if (member.name.ends_with("Expression") && style.is_legacy) return false;
  if (is_among(kAlmostRequired, member.name)) return !one_in(16);
  return !style.is_sparse && one_in(is_among(kLegacy, member.name) ? 2 : 6);
}

JsonNode RequestMaker::structure(const StructureType& type) {
  JsonNode node{JsonNode::Kind::Object};
  if (members_ == Members::Some && is_choice(type)) {
    node.children.push_back(member(any_of(type.members)));
    return node;
  }
  const Style style{.is_legacy = one_in(5), .is_sparse = one_in(2)};
  for (const MemberType& each : type.members) {
    if (is_wanted(each, style)) node.children.push_back(member(each));
  }
  add_placeholders(type, node);
  return node;
}

void RequestMaker::add_placeholders(const StructureType& type, JsonNode& structure) {
  for (const MemberType& each : type.members) {
    if (!each.name.starts_with("ExpressionAttribute")) continue;
    const bool is_names = each.name.ends_with("Names");
    const auto used = used_in_expressions(structure, is_names ? '#' : ':');
    if (!used.empty()) structure.children.push_back(placeholders(each, used));
  }
}

JsonNode RequestMaker::member(const MemberType& type) {
  const auto samples = samples_of(type.name);
  JsonNode node;
  if (!samples.empty()) {
    node = JsonNode::parse(any_of(samples));
    annotate(node, type.type);
  } else {
    node = field(type.type, type);
  }
  node.name = type.name;
  node.type = &type.type;
  node.bounds = type.bounds;
  return node;
}

JsonNode RequestMaker::field(const FieldType& type, const MemberType& member) {
  switch (type.kind) {
    case FieldKind::Text:
      return text(member);
    case FieldKind::Number:
      return number(member);
    case FieldKind::Boolean:
      return JsonNode::token(one_in(2) ? "true" : "false");
    case FieldKind::Enum:
      return JsonNode::string(any_of(type.words));
    case FieldKind::Structure:
      return structure(*type.structure);
    case FieldKind::List:
      return list(type, member);
    case FieldKind::Map:
      return map(type, member);
    case FieldKind::Item:
      return JsonNode::parse(any_of(samples_of("Key")));
    case FieldKind::Value:
      return JsonNode::parse(placeholder_sample(":n"));
  }
  return JsonNode::token("null");
}

JsonNode RequestMaker::list(const FieldType& type, const MemberType& member) {
  JsonNode node{JsonNode::Kind::List};
  const auto least = std::max<std::int64_t>(member.bounds.min, 1);
  const auto size = static_cast<std::uint64_t>(least) + (one_in(4) ? 1 : 0);
  for (std::uint64_t i = 0; i < size; ++i) {
    node.children.push_back(field(*type.element, member));
    node.children.back().type = type.element;
    node.children.back().bounds = member.element_bounds;
  }
  return node;
}

JsonNode RequestMaker::map(const FieldType& type, const MemberType& member) {
  JsonNode node{JsonNode::Kind::Object};
  node.children.push_back(field(*type.element, member));
  node.children.back().name =
      member.name == "RequestItems" ? table_name() : std::string(any_of(attribute_names()));
  node.children.back().type = type.element;
  node.children.back().bounds = member.element_bounds;
  return node;
}

std::string RequestMaker::table_name() {
  if (!one_in(creates_table_ ? 2 : 6)) return std::string(any_of(table_names()));
  return std::string(kAbsentTable) + std::to_string(random_.below(10));
}

JsonNode RequestMaker::text(const MemberType& member) {
  if (member.name.ends_with("TableName")) return JsonNode::string(table_name());
  const auto* learned = learned_.find(member.name);
  if (learned != nullptr && !one_in(8)) return JsonNode::string(*learned);
  const auto least = std::max<std::int64_t>(member.bounds.min, 3);
  return JsonNode::string(std::string(static_cast<std::size_t>(least), 'x'));
}

JsonNode RequestMaker::number(const MemberType& member) {
  const auto least = std::max<std::int64_t>(member.bounds.min, 0);
  const auto room = std::min<std::int64_t>(member.bounds.max - least, 9) + 1;
  const auto more = random_.below(static_cast<std::uint64_t>(room));
  return JsonNode::token(std::to_string(least + static_cast<std::int64_t>(more)));
}

}  // namespace partita::request_fuzz
