#include "model/definition/yaml_reader.h"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "model/definition/plain_scalar.h"
#include "model/definition/read_model.h"
#include "model/definition/yaml_fault.h"
#include "partita/base/utf8.h"

namespace partita::model {
namespace {

// How the handler stops the parser. Caught below, like yaml-cpp's own exceptions.
struct Refusal {
  Place place;
  std::string message;
};

Place place_of(const YAML::Mark& mark) { return {mark.line + 1, mark.column + 1}; }

// Builds the tree from the parser's events. The parser reports a collection before it goes into it,
// so refusing one here also bounds its recursion.
class TreeBuilder final : public YAML::EventHandler {
 public:
  explicit TreeBuilder(FindingList& findings) : findings_(findings) {}

  Node take() && { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark& /*mark*/) override {}
  void OnDocumentEnd() override {}
  void OnAnchor(const YAML::Mark& mark, const std::string& name) override {
    throw Refusal{place_of(mark), fmt::format("anchors (`&{}`) are not allowed", name)};
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) override {
    throw Refusal{place_of(mark), "aliases (`*name`) are not allowed; write the value out"};
  }

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    check(mark, anchor, "?");
    if (expects_key()) throw Refusal{place_of(mark), "a key must be a name"};
    add({.kind = Node::Kind::Null, .place = place_of(mark)});
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    check(mark, anchor, tag == "!" ? "?" : tag);
    if (expects_key()) {
      open_.back().key = value;
      open_.back().key_place = place_of(mark);
      open_.back().has_key = true;
      return;
    }
    const bool is_plain = tag != "!";
    Node node{.place = place_of(mark), .text = value};
    node.kind = is_plain ? kind_of_plain(value) : Node::Kind::Text;
    if (is_plain && is_odd_number(value)) {
      findings_.add(kNotYaml, node.place,
                    fmt::format("`{}` is a number in another form; write it in decimal digits, or "
                                "in quotes if it is a text",
                                value));
    }
    add(std::move(node));
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    open(Node::Kind::List, mark, tag, anchor);
  }
  void OnSequenceEnd() override { close(); }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    open(Node::Kind::Map, mark, tag, anchor);
  }
  void OnMapEnd() override {
    refuse_same_names(open_.back().node);
    close();
  }

 private:
  // A collection that is being read, and the key whose value comes next.
  struct Open {
    Node node;
    std::string key;
    Place key_place;
    bool has_key = false;
  };

  bool expects_key() const {
    return !open_.empty() && open_.back().node.kind == Node::Kind::Map && !open_.back().has_key;
  }

  void check(const YAML::Mark& mark, YAML::anchor_t anchor, const std::string& tag) {
    if (++nodes_ > kModelNodesMax) {
      throw Refusal{place_of(mark), fmt::format("more than {} values", kModelNodesMax)};
    }
    if (anchor != YAML::NullAnchor) throw Refusal{place_of(mark), "anchors are not allowed"};
    if (!tag.empty() && tag != "?") {
      throw Refusal{place_of(mark), fmt::format("tags (`{}`) are not allowed", tag)};
    }
  }

  void open(Node::Kind kind, const YAML::Mark& mark, const std::string& tag,
            YAML::anchor_t anchor) {
    check(mark, anchor, tag);
    if (expects_key()) throw Refusal{place_of(mark), "a key must be a name, not a collection"};
    if (open_.size() >= static_cast<std::size_t>(kModelDepthMax)) {
      throw Refusal{place_of(mark), fmt::format("nested deeper than {} levels", kModelDepthMax)};
    }
    open_.push_back({.node = {.kind = kind, .place = place_of(mark)}});
  }

  void close() {
    Node node = std::move(open_.back().node);
    open_.pop_back();
    add(std::move(node));
  }

  void add(Node node) {
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    Open& parent = open_.back();
    if (parent.node.elements.size() + parent.node.members.size() >= kModelEntriesMax) {
      throw Refusal{node.place,
                    fmt::format("more than {} entries in one map or list", kModelEntriesMax)};
    }
    if (parent.node.kind == Node::Kind::List) {
      parent.node.elements.push_back(std::move(node));
      return;
    }
    parent.node.members.push_back({std::move(parent.key), parent.key_place, std::move(node)});
    parent.has_key = false;
  }

  // Of members with one name the first stays.
  void refuse_same_names(Node& map) {
    std::vector<const Node::Member*> sorted;
    for (const Node::Member& member : map.members) sorted.push_back(&member);
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto* a, const auto* b) { return a->name < b->name; });
    for (std::size_t i = 1; i < sorted.size(); ++i) {
      if (sorted[i]->name != sorted[i - 1]->name) continue;
      findings_.add(kSameName, sorted[i]->place,
                    fmt::format("the key `{}` is there twice, first on line {}", sorted[i]->name,
                                sorted[i - 1]->place.line));
    }
  }

  FindingList& findings_;
  Node root_;
  std::vector<Open> open_;
  std::size_t nodes_ = 0;
};

bool is_readable(std::string_view text, FindingList& findings) {
  if (text.size() > kModelBytesMax) {
    findings.add(kNotYaml, {}, fmt::format("a model has at most {} bytes", kModelBytesMax));
  } else if (!is_valid_utf8(text)) {
    findings.add(kNotYaml, {}, "the file is not valid UTF-8");
  } else if (text.find('\0') != std::string_view::npos) {
    findings.add(kNotYaml, {}, "the file holds a zero byte");
  }
  return findings.is_empty();
}

}  // namespace

std::optional<Node> read_yaml(std::string_view text, FindingList& findings) {
  if (!is_readable(text, findings)) return std::nullopt;
  try {
    std::istringstream stream{std::string(text)};
    YAML::Parser parser(stream);
    TreeBuilder builder(findings);
    if (!parser.HandleNextDocument(builder)) {
      findings.add(kNotYaml, {1, 1}, "the file is empty");
      return std::nullopt;
    }
    TreeBuilder second(findings);
    if (parser.HandleNextDocument(second)) {
      findings.add(kNotYaml, {1, 1}, "a model file is one document; this one has several (`---`)");
      return std::nullopt;
    }
    return std::move(builder).take();
  } catch (const Refusal& refusal) {
    findings.add(kNotYaml, refusal.place, refusal.message);
  } catch (const YAML::Exception& exception) {
    const auto fault = explain_yaml_fault(text, {place_of(exception.mark), exception.msg});
    findings.add(kNotYaml, fault.place, fault.message);
  }
  return std::nullopt;
}

}  // namespace partita::model
