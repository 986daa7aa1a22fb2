#include "model/formula/text_pattern.h"

#include <fmt/format.h>

#include <array>
#include <bitset>
#include <utility>

#include "model/formula/code_points.h"
#include "model/formula/pattern_parser.h"

namespace partita::model {

// Turns a tree into steps, back to front: each node is emitted with the step that follows it.
class PatternEmitter {
 public:
  explicit PatternEmitter(const PatternTree& tree) : tree_(tree) {}

  Result<TextPattern> emit(std::string_view text) {
    pattern_.text_ = text;
    const StepIndex match = TRY(add({.op = TextPattern::Op::Match}));
    const StepIndex first = TRY(emit(tree_.root, match));
    // The machine starts at the last step.
    pattern_.steps_.push_back({.op = TextPattern::Op::Split, .next = first, .other = first});
    return std::move(pattern_);
  }

 private:
  using StepIndex = std::uint16_t;
  using Kind = PatternNode::Kind;

  Result<StepIndex> add(TextPattern::Step step) {
    // Nodes without a step of their own can be repeated too, so the work is counted, not the steps.
    if (++work_ > TextPattern::kStepsMax) {
      return Error::too_large(fmt::format("the pattern has more than {} steps; use smaller counts",
                                          TextPattern::kStepsMax));
    }
    pattern_.steps_.push_back(step);
    return static_cast<StepIndex>(pattern_.steps_.size() - 1);
  }

  Result<StepIndex> emit(std::uint32_t node_index, StepIndex next) {
    if (++work_ > TextPattern::kStepsMax) return add({});
    const PatternNode& node = tree_.nodes[node_index];
    switch (node.kind) {
      case Kind::Take:
        return emit_take(node, next);
      case Kind::Begin:
        return add({.op = TextPattern::Op::Begin, .next = next});
      case Kind::End:
        return add({.op = TextPattern::Op::End, .next = next});
      case Kind::Sequence:
        return emit_sequence(node, next);
      case Kind::Choice:
        return emit_choice(node, next);
      case Kind::Repeat:
        return emit_repeat(node, next);
    }
    return next;
  }

  Result<StepIndex> emit_take(const PatternNode& node, StepIndex next) {
    auto& ranges = pattern_.ranges_;
    const auto begin = static_cast<std::uint32_t>(ranges.size());
    ranges.insert(ranges.end(), node.ranges.begin(), node.ranges.end());
    return add({.op = TextPattern::Op::Take,
                .is_negated = node.is_negated,
                .next = next,
                .ranges_begin = begin,
                .ranges_end = static_cast<std::uint32_t>(ranges.size())});
  }

  Result<StepIndex> emit_sequence(const PatternNode& node, StepIndex next) {
    for (auto child = node.children.rbegin(); child != node.children.rend(); ++child) {
      next = TRY(emit(*child, next));
    }
    return next;
  }

  Result<StepIndex> emit_choice(const PatternNode& node, StepIndex next) {
    StepIndex chosen = TRY(emit(node.children.back(), next));
    for (std::size_t i = node.children.size() - 1; i-- > 0;) {
      const StepIndex other = TRY(emit(node.children[i], next));
      chosen = TRY(add({.op = TextPattern::Op::Split, .next = other, .other = chosen}));
    }
    return chosen;
  }

  Result<StepIndex> emit_repeat(const PatternNode& node, StepIndex next) {
    const std::uint32_t child = node.children.front();
    StepIndex first = next;
    if (node.max == PatternNode::kUnbounded) {
      first = TRY(add({.op = TextPattern::Op::Split, .next = next, .other = next}));
      const StepIndex again = TRY(emit(child, first));
      pattern_.steps_[first].other = again;
    }
    for (int i = node.min; i < node.max; ++i) {
      const StepIndex once = TRY(emit(child, first));
      first = TRY(add({.op = TextPattern::Op::Split, .next = once, .other = next}));
    }
    for (int i = 0; i < node.min; ++i) first = TRY(emit(child, first));
    return first;
  }

  const PatternTree& tree_;
  TextPattern pattern_;
  std::size_t work_ = 0;
};

namespace {

// The steps the machine is in, each once.
class StepSet {
 public:
  void add(std::uint16_t step) {
    if (has_[step]) return;
    has_[step] = true;
    steps_[size_++] = step;
  }
  void clear() {
    for (std::size_t i = 0; i < size_; ++i) has_[steps_[i]] = false;
    size_ = 0;
  }
  std::size_t size() const { return size_; }
  std::uint16_t operator[](std::size_t index) const { return steps_[index]; }

 private:
  static constexpr std::size_t kCapacity = TextPattern::kStepsMax + 2;

  std::array<std::uint16_t, kCapacity> steps_;  // Only the first size_ are set.
  std::bitset<kCapacity> has_;
  std::size_t size_ = 0;
};

}  // namespace

Result<TextPattern> TextPattern::parse(std::string_view text) {
  const auto tree = TRY(parse_pattern(text));
  return PatternEmitter(tree).emit(text);
}

bool TextPattern::takes(const Step& step, char32_t character) const {
  for (std::uint32_t i = step.ranges_begin; i < step.ranges_end; ++i) {
    if (ranges_[i].first <= character && character <= ranges_[i].last) return !step.is_negated;
  }
  return step.is_negated;
}

bool TextPattern::is_found_in(std::string_view valid_utf8) const {
  StepSet sets[2];
  std::string_view rest = valid_utf8;
  for (std::size_t turn = 0;; turn = 1 - turn) {
    StepSet& current = sets[turn];
    StepSet& next = sets[1 - turn];
    current.add(static_cast<std::uint16_t>(steps_.size() - 1));
    const bool is_begin = rest.size() == valid_utf8.size();
    const bool is_end = rest.empty();
    const char32_t character = is_end ? 0 : take_code_point(rest);
    for (std::size_t i = 0; i < current.size(); ++i) {
      const Step& step = steps_[current[i]];
      if (step.op == Op::Match) return true;
      if (step.op == Op::Take && !is_end && takes(step, character)) next.add(step.next);
      if (step.op == Op::Begin && is_begin) current.add(step.next);
      if (step.op == Op::End && is_end) current.add(step.next);
      if (step.op == Op::Split) {
        current.add(step.next);
        current.add(step.other);
      }
    }
    if (is_end) return false;
    current.clear();
  }
}

}  // namespace partita::model
