#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/definition/place.h"

namespace partita::model {

// A piece of a model file as it was written: a scalar, a list or a map, each with its place.
//
// Plain scalars have the types of YAML 1.2's core schema (so `no` and `on` are texts); quoted ones
// are always texts.
struct Node {
  enum class Kind { Null, Bool, Number, Text, List, Map };
  struct Member;

  Kind kind = Kind::Null;
  Place place;
  std::string text;             // A scalar as written, without its quotes.
  std::vector<Node> elements;   // Of a list.
  std::vector<Member> members;  // Of a map, in the order of the file, each name once.

  bool is_scalar() const { return kind != Kind::List && kind != Kind::Map; }
  // REQUIRES: kind is Bool.
  bool boolean() const { return text == "true" || text == "True" || text == "TRUE"; }
  // The member's value, or null if this is no map or has no such member.
  const Node* find(std::string_view name) const;
};

struct Node::Member {
  std::string name;
  Place place;  // Of the name.
  Node value;
};

// "a list", "the number 7", "the text `abc`": what is there instead of what should be.
std::string describe(const Node& node);

}  // namespace partita::model
