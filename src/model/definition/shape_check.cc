#include "model/definition/shape_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "model/formula/byte_size.h"
#include "model/formula/decimal.h"
#include "model/formula/suggestion.h"
#include "model/formula/timestamp.h"
#include "partita/value/number.h"

namespace partita::model {
namespace {

using Kind = Node::Kind;

bool is_count(const Node& node) {
  if (node.kind != Kind::Number) return false;
  const auto number = Number::parse(node.text);
  return number.ok() && !number->is_negative() && to_integer(*number).has_value() &&
         *to_integer(*number) <= 1'000'000'000;
}

bool is_choice(const Node& node, const Key& key) {
  return node.kind == Kind::Text &&
         std::find(key.choices.begin(), key.choices.end(), node.text) != key.choices.end();
}

bool all_elements(const Node& node, bool (*holds)(const Node&)) {
  return node.kind == Kind::List && std::all_of(node.elements.begin(), node.elements.end(), holds);
}

bool all_members(const Node& node, bool (*holds)(const Node&)) {
  return node.kind == Kind::Map &&
         std::all_of(node.members.begin(), node.members.end(),
                     [holds](const Node::Member& member) { return holds(member.value); });
}

bool is_text(const Node& node) { return node.kind == Kind::Text; }
bool is_scalar(const Node& node) { return node.is_scalar(); }
bool is_span(const Node& node) { return is_text(node) && parse_duration(node.text).has_value(); }
bool is_text_map(const Node& node) { return all_members(node, is_text); }
bool is_plain_value(const Node& node) { return is_scalar(node) || all_elements(node, is_scalar); }

// Whether the node has the form itself; what is inside maps of a shape is looked at afterwards.
bool has_form(const Node& node, Form form, const Key& key) {
  switch (form) {
    case Form::None:
      return false;
    case Form::Text:
      return is_text(node);
    case Form::Flag:
      return node.kind == Kind::Bool;
    case Form::Count:
      return is_count(node);
    case Form::Decimal:
      return node.kind == Kind::Number && Number::parse(node.text).ok();
    case Form::Scalar:
      return is_scalar(node);
    case Form::Span:
      return is_span(node);
    case Form::Bytes:
      return is_text(node) && parse_byte_size(node.text).has_value();
    case Form::Formula:
      return is_text(node) || node.kind == Kind::Number || node.kind == Kind::Bool;
    case Form::Choice:
      return is_choice(node, key);
    case Form::Texts:
      return all_elements(node, is_text);
    case Form::TextOrTexts:
      return is_text(node) || all_elements(node, is_text);
    case Form::Spans:
      return all_elements(node, is_span);
    case Form::Scalars:
      return all_elements(node, is_scalar);
    case Form::TextMap:
      return is_text_map(node);
    case Form::TextMaps:
      return all_elements(node, is_text_map);
    case Form::Values:
      return all_members(node, is_plain_value);
    case Form::Tree:
      return true;
    case Form::Map:
    case Form::MapOf:
    case Form::MapOfMaps:
      return node.kind == Kind::Map;
    case Form::ListOf:
    case Form::Rows:
      return node.kind == Kind::List;
  }
  return false;
}

std::string wanted(Form form, const Key& key) {
  switch (form) {
    case Form::Flag:
      return "true or false";
    case Form::Count:
      return "a whole number from 0 to 1000000000";
    case Form::Decimal:
      return "a number";
    case Form::Scalar:
      return "a text, a number, true or false";
    case Form::Span:
      return "a duration like 15m or 90d";
    case Form::Bytes:
      return "a size like 512B or 2KB";
    case Form::Formula:
      return "a formula";
    case Form::Choice: {
      return "one of " + listed({key.choices.begin(), key.choices.end()});
    }
    case Form::Texts:
      return "a list of texts";
    case Form::TextOrTexts:
      return "a text or a list of texts";
    case Form::Spans:
      return "a list of durations like 24h";
    case Form::Scalars:
      return "a list of values";
    case Form::TextMap:
      return "a map of texts";
    case Form::TextMaps:
      return "a list of maps of texts";
    case Form::Values:
      return "a map of values or lists of values";
    case Form::Map:
    case Form::MapOf:
    case Form::MapOfMaps:
      return "a map";
    case Form::ListOf:
      return "a list of maps";
    case Form::Rows:
      return "a list of lists of maps";
    default:
      return "a text";
  }
}

bool takes_spans(const Key& key) {
  const auto is_span_form = [](Form form) { return form == Form::Span || form == Form::Spans; };
  return is_span_form(key.form) || is_span_form(key.other);
}

// The first text in the node that is meant as a duration but written otherwise.
std::string span_hint(const Node& node) {
  const std::string meant = is_text(node) ? meant_duration(node.text) : "";
  if (!meant.empty() && meant != node.text)
    return fmt::format("; `{}` is written `{}`", node.text, meant);
  for (const Node& element : node.elements) {
    if (auto hint = span_hint(element); !hint.empty()) return hint;
  }
  return {};
}

void refuse_form(const Node& node, const Key& key, FindingList& findings) {
  std::string message = fmt::format("`{}` must be {}", key.name, wanted(key.form, key));
  if (key.other != Form::None) message.append(" or ").append(wanted(key.other, key));
  message.append(", not ").append(describe(node));
  const bool is_number_as_text =
      key.form == Form::Text && (node.kind == Kind::Number || node.kind == Kind::Bool);
  if (is_number_as_text) message.append("; write it in quotes");
  if (key.form == Form::Choice && node.kind == Kind::Text) {
    message.append(did_you_mean(node.text, {key.choices.begin(), key.choices.end()}));
  }
  if (takes_spans(key)) message.append(span_hint(node));
  findings.add(kWrongForm, node.place, std::move(message));
}

void check_members(const Node& node, const Shape& shape, FindingList& findings) {
  for (const Node::Member& member : node.members) check_shape(member.value, shape, findings);
}

void check_elements(const Node& node, const Shape& shape, FindingList& findings) {
  for (const Node& element : node.elements) check_shape(element, shape, findings);
}

// Goes into the value: REQUIRES that it has the form.
void check_inside(const Node& node, Form form, const Shape& shape, FindingList& findings) {
  switch (form) {
    case Form::Map:
      return check_shape(node, shape, findings);
    case Form::MapOf:
      return check_members(node, shape, findings);
    case Form::ListOf:
      return check_elements(node, shape, findings);
    case Form::MapOfMaps:
      for (const Node::Member& member : node.members) {
        if (member.value.kind == Kind::Map) {
          check_members(member.value, shape, findings);
        } else {
          check_shape(member.value, shape, findings);
        }
      }
      return;
    case Form::Rows:
      for (const Node& row : node.elements) {
        if (row.kind == Kind::List) {
          check_elements(row, shape, findings);
        } else {
          findings.add(kWrongForm, row.place, "a row must be a list, not " + describe(row));
        }
      }
      return;
    default:
      return;
  }
}

}  // namespace

const Key* Shape::find(std::string_view key_name) const {
  const auto found =
      std::find_if(keys.begin(), keys.end(), [&](const Key& key) { return key.name == key_name; });
  return found == keys.end() ? nullptr : &*found;
}

void check_value(const Node& node, const Key& key, FindingList& findings) {
  for (const Form form : {key.form, key.other}) {
    if (!has_form(node, form, key)) continue;
    if (key.shape != nullptr) check_inside(node, form, *key.shape, findings);
    return;
  }
  refuse_form(node, key, findings);
}

void check_shape(const Node& node, const Shape& shape, FindingList& findings) {
  if (node.kind != Kind::Map) {
    findings.add(kWrongForm, node.place,
                 fmt::format("{} must be a map, not {}", shape.what, describe(node)));
    return;
  }
  for (const Node::Member& member : node.members) {
    if (findings.is_full()) return;
    if (const Key* key = shape.find(member.name)) {
      check_value(member.value, *key, findings);
      continue;
    }
    std::vector<std::string_view> names;
    for (const Key& key : shape.keys) names.push_back(key.name);
    const std::string meant = did_you_mean(member.name, names);
    findings.add(kUnknownKey, member.place,
                 fmt::format("{} has no key `{}`{}", shape.what, member.name,
                             meant.empty() ? "; it has " + listed(names, names.size()) : meant));
  }
  for (const Key& key : shape.keys) {
    if (!key.is_required || node.find(key.name) != nullptr) continue;
    findings.add(kMissing, node.place,
                 fmt::format("{} must have the key `{}`: {}", shape.what, key.name, key.help));
  }
}

}  // namespace partita::model
