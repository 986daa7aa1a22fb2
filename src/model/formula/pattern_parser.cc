#include "model/formula/pattern_parser.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "model/formula/code_points.h"
#include "partita/base/utf8.h"

namespace partita::model {
namespace {

using Range = TextPattern::Range;
using NodeKind = PatternNode::Kind;

struct CharacterSet {
  std::vector<Range> ranges;
  bool is_negated = false;
};

constexpr int kRepeatMax = 1000;

// The set that \d, \w and their like mean, or nullopt for other letters.
std::optional<CharacterSet> named_set(char32_t letter) {
  switch (letter) {
    case 'd':
    case 'D':
      return CharacterSet{{{'0', '9'}}, letter == 'D'};
    case 'w':
    case 'W':
      return CharacterSet{{{'a', 'z'}, {'A', 'Z'}, {'0', '9'}, {'_', '_'}}, letter == 'W'};
    case 's':
    case 'S':
      return CharacterSet{{{' ', ' '}, {'\t', '\r'}}, letter == 'S'};
    default:
      return std::nullopt;
  }
}

std::optional<char32_t> escaped_character(char32_t letter) {
  if (letter == 'n') return U'\n';
  if (letter == 'r') return U'\r';
  if (letter == 't') return U'\t';
  const bool is_punctuation = letter > ' ' && letter < 127 && !(letter >= '0' && letter <= '9') &&
                              !(letter >= 'a' && letter <= 'z') &&
                              !(letter >= 'A' && letter <= 'Z');
  return is_punctuation ? std::optional(letter) : std::nullopt;
}

class PatternParser {
 public:
  explicit PatternParser(std::string_view text) : text_(text), rest_(text) {}

  Result<PatternTree> parse() {
    tree_.root = TRY(alternation(0));
    if (!rest_.empty()) return wrong("a `)` closes no group");
    return std::move(tree_);
  }

 private:
  using NodeIndex = std::uint32_t;

  Error wrong(std::string_view what) const {
    return Error::invalid_argument(
        fmt::format("at character {}: {}", text_.size() - rest_.size() + 1, what));
  }

  bool take(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }

  NodeIndex add(PatternNode node) {
    tree_.nodes.push_back(std::move(node));
    return static_cast<NodeIndex>(tree_.nodes.size() - 1);
  }

  NodeIndex add_take(CharacterSet set) {
    return add(
        {.kind = NodeKind::Take, .ranges = std::move(set.ranges), .is_negated = set.is_negated});
  }

  Result<NodeIndex> alternation(int depth) {
    if (depth > TextPattern::kDepthMax) return wrong("groups are nested too deep");
    PatternNode choice{.kind = NodeKind::Choice};
    do {
      choice.children.push_back(TRY(sequence(depth)));
    } while (take('|'));
    return choice.children.size() == 1 ? choice.children.front() : add(std::move(choice));
  }

  Result<NodeIndex> sequence(int depth) {
    PatternNode sequence{.kind = NodeKind::Sequence};
    while (!rest_.empty() && rest_.front() != '|' && rest_.front() != ')') {
      const NodeIndex atom_node = TRY(atom(depth));
      sequence.children.push_back(TRY(repeated(atom_node)));
    }
    return add(std::move(sequence));
  }

  Result<NodeIndex> atom(int depth) {
    if (take('(')) return group(depth);
    if (take('[')) return add_take(TRY(character_class()));
    if (take('.')) return add_take({{{'\n', '\n'}, {'\r', '\r'}}, true});
    if (take('^')) return add({.kind = NodeKind::Begin});
    if (take('$')) return add({.kind = NodeKind::End});
    if (take('\\')) return add_take(TRY(escape()));
    if (std::string_view("*+?{}").find(rest_.front()) != std::string_view::npos) {
      return wrong(fmt::format("`{0}` repeats nothing; write `\\{0}` for the character itself",
                               rest_.front()));
    }
    const char32_t character = take_code_point(rest_);
    return add_take({{{character, character}}});
  }

  Result<NodeIndex> group(int depth) {
    if (take('?') && !take(':')) return wrong("only (...) and (?:...) are groups here");
    const NodeIndex inside = TRY(alternation(depth + 1));
    if (!take(')')) return wrong("a group is not closed by `)`");
    return inside;
  }

  Result<CharacterSet> escape() {
    if (rest_.empty()) return wrong("nothing follows the backslash");
    const std::string_view before = rest_;
    const char32_t letter = take_code_point(rest_);
    if (auto set = named_set(letter)) return *std::move(set);
    if (const auto character = escaped_character(letter)) {
      return CharacterSet{{{*character, *character}}};
    }
    rest_ = before;
    return wrong("unknown escape; allowed are \\d \\D \\w \\W \\s \\S \\n \\r \\t and punctuation");
  }

  Result<CharacterSet> character_class() {
    CharacterSet set;
    set.is_negated = take('^');
    while (!take(']')) {
      if (rest_.empty()) return wrong("a class is not closed by `]`");
      const CharacterSet first = TRY(class_member());
      if (first.is_negated) return wrong("\\D, \\W and \\S cannot stand in a class");
      const bool is_single =
          first.ranges.size() == 1 && first.ranges.front().first == first.ranges.front().last;
      if (is_single && rest_.size() > 1 && rest_[0] == '-' && rest_[1] != ']') {
        take('-');
        set.ranges.push_back(TRY(range_from(first.ranges.front().first)));
      } else {
        set.ranges.insert(set.ranges.end(), first.ranges.begin(), first.ranges.end());
      }
    }
    if (set.ranges.empty()) return wrong("a class must have a character");
    return set;
  }

  Result<CharacterSet> class_member() {
    if (take('\\')) return escape();
    const char32_t character = take_code_point(rest_);
    return CharacterSet{{{character, character}}};
  }

  Result<Range> range_from(char32_t first) {
    const CharacterSet last = TRY(class_member());
    const bool is_single = last.ranges.size() == 1 && !last.is_negated &&
                           last.ranges.front().first == last.ranges.front().last;
    if (!is_single || last.ranges.front().last < first) return wrong("the range is upside down");
    return Range{first, last.ranges.front().last};
  }

  Result<NodeIndex> repeated(NodeIndex atom_node) {
    PatternNode repeat{.kind = NodeKind::Repeat, .children = {atom_node}, .min = 0, .max = 1};
    if (take('*')) {
      repeat.max = PatternNode::kUnbounded;
    } else if (take('+')) {
      repeat.min = 1;
      repeat.max = PatternNode::kUnbounded;
    } else if (take('{')) {
      auto counts = TRY(repeat_counts());
      repeat.min = counts.first;
      repeat.max = counts.second;
    } else if (!take('?')) {
      return atom_node;
    }
    if (!rest_.empty() && std::string_view("*+?{").find(rest_.front()) != std::string_view::npos) {
      return wrong("a repetition is repeated; lazy and possessive forms are not known here");
    }
    return add(std::move(repeat));
  }

  Result<std::pair<int, int>> repeat_counts() {
    const int min = TRY(count());
    int max = min;
    if (take(',')) {
      max = PatternNode::kUnbounded;
      if (!rest_.empty() && rest_.front() != '}') max = TRY(count());
    }
    if (!take('}')) return wrong("a count is not closed by `}`");
    if (max != PatternNode::kUnbounded && max < min) return wrong("the counts are upside down");
    return std::pair(min, max);
  }

  Result<int> count() {
    int value = 0;
    const std::size_t before = rest_.size();
    while (!rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9') {
      value = value * 10 + (rest_.front() - '0');
      if (value > kRepeatMax) return wrong(fmt::format("at most {} repetitions", kRepeatMax));
      rest_.remove_prefix(1);
    }
    if (rest_.size() == before) return wrong("a count like {2} or {1,3} is expected");
    return value;
  }

  std::string_view text_;
  std::string_view rest_;
  PatternTree tree_;
};

}  // namespace

Result<PatternTree> parse_pattern(std::string_view text) {
  if (!is_valid_utf8(text)) return Error::invalid_argument("the pattern is not valid UTF-8");
  return PatternParser(text).parse();
}

}  // namespace partita::model
