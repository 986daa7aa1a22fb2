#include "model/formula/formula.h"

#include <compare>
#include <utility>

#include "model/formula/code_points.h"
#include "model/formula/decimal.h"
#include "model/formula/formula_program.h"
#include "model/formula/slug.h"

namespace partita::model {
namespace {

constexpr std::int64_t kMsPerSecond = 1000;

// A stored value as formulas see it: NULL is absent.
FormulaValue loaded(const ValueView& value) {
  switch (value.type()) {
    case ValueType::S:
      return FormulaValue(value.string());
    case ValueType::N:
      return FormulaValue(value.number());
    case ValueType::Bool:
      return FormulaValue(value.boolean());
    case ValueType::Null:
      return {};
    default:
      return FormulaValue(value);
  }
}

// An instant that may not be in its canonical form yet.
FormulaValue loaded_instant(const ValueView& value, TimestampEncoding encoding) {
  if (const auto instant = read_timestamp(value, encoding)) return FormulaValue(*instant);
  if (value.type() != ValueType::S || !is_text(encoding)) return {};
  const auto instant = parse_rfc3339(value.string());
  return instant ? FormulaValue(*instant) : FormulaValue();
}

bool is_of(const FormulaValue& value, FormulaType type) {
  switch (type) {
    case FormulaType::Bool:
      return std::holds_alternative<bool>(value.content());
    case FormulaType::Number:
      return std::holds_alternative<Number>(value.content());
    case FormulaType::Text:
      return value.text().has_value();
    default:
      return true;
  }
}

FormulaValue number_or_absent(Result<Number> number) {
  return number.ok() ? FormulaValue(*number) : FormulaValue();
}

FormulaValue number_or_absent(const std::optional<Number>& number) {
  return number ? FormulaValue(*number) : FormulaValue();
}

FormulaValue duration_or_absent(const std::optional<Number>& ms) {
  const auto count = ms ? to_nearest_integer(*ms) : std::nullopt;
  return count ? FormulaValue(Duration(*count)) : FormulaValue();
}

FormulaValue duration_of(const Result<Number>& ms) {
  return ms.ok() ? duration_or_absent(*ms) : FormulaValue();
}

FormulaValue instant_of(const Result<Number>& ms) {
  const auto count = ms.ok() ? to_integer(*ms) : std::nullopt;
  if (!count) return {};
  const Instant instant{Duration(*count)};
  return is_representable(instant) ? FormulaValue(instant) : FormulaValue();
}

// The amount of a number, an instant or a duration (in milliseconds), which decimals can add
// without overflow.
struct Amount {
  enum class Kind { Number, Time, Span };

  Kind kind = Kind::Number;
  Number count;
};

std::optional<Amount> amount_of(const FormulaValue& value) {
  if (const auto* number = std::get_if<Number>(&value.content())) {
    return Amount{Amount::Kind::Number, *number};
  }
  if (const auto* instant = std::get_if<Instant>(&value.content())) {
    return Amount{Amount::Kind::Time, instant->time_since_epoch().count()};
  }
  if (const auto* duration = std::get_if<Duration>(&value.content())) {
    return Amount{Amount::Kind::Span, duration->count()};
  }
  return std::nullopt;
}

FormulaValue added(const Amount& left, const Amount& right) {
  using Kind = Amount::Kind;
  const auto sum = left.count.plus(right.count);
  if (left.kind == right.kind && left.kind == Kind::Number) return number_or_absent(sum);
  if (left.kind == right.kind && left.kind == Kind::Span) return duration_of(sum);
  const bool is_instant = (left.kind == Kind::Time && right.kind == Kind::Span) ||
                          (left.kind == Kind::Span && right.kind == Kind::Time);
  return is_instant ? instant_of(sum) : FormulaValue();
}

FormulaValue subtracted(const Amount& left, const Amount& right) {
  using Kind = Amount::Kind;
  const auto difference = left.count.minus(right.count);
  if (left.kind == right.kind && left.kind == Kind::Number) return number_or_absent(difference);
  if (left.kind == right.kind) return duration_of(difference);
  const bool is_instant = left.kind == Kind::Time && right.kind == Kind::Span;
  return is_instant ? instant_of(difference) : FormulaValue();
}

FormulaValue multiplied(const Amount& left, const Amount& right) {
  using Kind = Amount::Kind;
  if (left.kind == Kind::Time || right.kind == Kind::Time) return {};
  const auto product = multiply(left.count, right.count);
  if (left.kind == Kind::Number && right.kind == Kind::Number) return number_or_absent(product);
  if (left.kind == right.kind) return {};
  return duration_or_absent(product);
}

FormulaValue divided(const Amount& left, const Amount& right) {
  using Kind = Amount::Kind;
  if (left.kind == Kind::Time || right.kind == Kind::Time) return {};
  const auto quotient = divide(left.count, right.count);
  if (left.kind == right.kind) return number_or_absent(quotient);
  return left.kind == Kind::Span ? duration_or_absent(quotient) : FormulaValue();
}

// Texts that callers give for an instant are read as one.
std::optional<Instant> as_instant(const FormulaValue& value) {
  if (const auto* instant = std::get_if<Instant>(&value.content())) return *instant;
  const auto text = value.text();
  return text ? parse_rfc3339(*text) : std::nullopt;
}

bool is_instant(const FormulaValue& value) {
  return std::holds_alternative<Instant>(value.content());
}

std::partial_ordering compared(const FormulaValue& left, const FormulaValue& right) {
  if (is_instant(left) || is_instant(right)) {
    const auto first = as_instant(left);
    const auto second = as_instant(right);
    return first && second ? *first <=> *second : std::partial_ordering::unordered;
  }
  if (left.text() && right.text()) return *left.text() <=> *right.text();
  if (left.content().index() != right.content().index()) return std::partial_ordering::unordered;
  if (const auto* number = std::get_if<Number>(&left.content())) {
    return *number <=> std::get<Number>(right.content());
  }
  if (const auto* duration = std::get_if<Duration>(&left.content())) {
    return *duration <=> std::get<Duration>(right.content());
  }
  if (const auto* boolean = std::get_if<bool>(&left.content())) {
    return *boolean <=> std::get<bool>(right.content());
  }
  if (const auto* view = std::get_if<ValueView>(&left.content())) {
    return *view == std::get<ValueView>(right.content()) ? std::partial_ordering::equivalent
                                                         : std::partial_ordering::unordered;
  }
  return std::partial_ordering::unordered;
}

bool is_fulfilled(FormulaOp op, std::partial_ordering order) {
  switch (op) {
    case FormulaOp::Equal:
      return order == 0;
    case FormulaOp::NotEqual:
      return order != 0;
    case FormulaOp::Less:
      return order < 0;
    case FormulaOp::LessOrEqual:
      return order <= 0;
    case FormulaOp::Greater:
      return order > 0;
    default:
      return order >= 0;
  }
}

// The n-th part of the text between separators, from 0; negative ones count from the end.
FormulaValue part_of(std::string_view text, std::string_view separator, std::int64_t n) {
  if (separator.empty()) return {};
  if (n < 0) {
    while (++n < 0) {
      const std::size_t at = text.rfind(separator);
      if (at == std::string_view::npos) return {};
      text = text.substr(0, at);
    }
    const std::size_t at = text.rfind(separator);
    return FormulaValue(at == std::string_view::npos ? text : text.substr(at + separator.size()));
  }
  for (; n > 0; --n) {
    const std::size_t at = text.find(separator);
    if (at == std::string_view::npos) return {};
    text.remove_prefix(at + separator.size());
  }
  return FormulaValue(text.substr(0, text.find(separator)));
}

FormulaValue before_last(std::string_view text, std::string_view separator) {
  const std::size_t at = separator.empty() ? text.npos : text.rfind(separator);
  return at == std::string_view::npos ? FormulaValue() : FormulaValue(text.substr(0, at));
}

FormulaValue size_of(const FormulaValue& value) {
  if (const auto text = value.text()) {
    return FormulaValue(Number(static_cast<std::int64_t>(count_code_points(*text))));
  }
  const auto* view = std::get_if<ValueView>(&value.content());
  if (view == nullptr) return {};
  std::size_t size = 0;
  switch (view->type()) {
    case ValueType::B:
      size = view->binary().size();
      break;
    case ValueType::L:
      size = view->list().size();
      break;
    case ValueType::M:
      size = view->map().size();
      break;
    case ValueType::SS:
      size = view->string_set().size();
      break;
    case ValueType::NS:
      size = view->number_set().size();
      break;
    default:
      size = view->binary_set().size();
      break;
  }
  return FormulaValue(Number(static_cast<std::int64_t>(size)));
}

class FormulaEvaluator {
 public:
  FormulaEvaluator(const FormulaProgram& program, const FormulaInput& input)
      : program_(program), input_(input) {}

  // The depth of calls is that of the formula, which is bounded.
  FormulaValue value_of(std::uint16_t index) const {
    const FormulaNode& node = program_.nodes[index];
    switch (node.op) {
      case FormulaOp::Constant:
        return program_.constants[node.first];
      case FormulaOp::Path:
        return load(node);
      case FormulaOp::Now:
        return FormulaValue(input_.now());
      case FormulaOp::And:
      case FormulaOp::Or:
        return junction(node);
      case FormulaOp::Exists:
        return FormulaValue(!argument(node, 0).is_absent());
      case FormulaOp::Coalesce:
        return first_present(node);
      case FormulaOp::In:
        return membership(node);
      default:
        return operation(node);
    }
  }

 private:
  FormulaValue argument(const FormulaNode& node, std::size_t index) const {
    return value_of(program_.arguments[node.first + index]);
  }

  FormulaValue load(const FormulaNode& node) const {
    const FormulaPath& path = program_.paths[node.first];
    const auto value = input_.find(path.source, path.steps);
    if (!value) return {};
    if (node.type == FormulaType::Time) return loaded_instant(*value, path.encoding);
    FormulaValue result = loaded(*value);
    return is_of(result, node.type) ? result : FormulaValue();
  }

  // Three-valued: what is decided by one side does not need the other.
  FormulaValue junction(const FormulaNode& node) const {
    const bool decides = node.op == FormulaOp::Or;
    bool is_absent = false;
    for (std::size_t i = 0; i < 2; ++i) {
      const FormulaValue value = argument(node, i);
      const bool* side = std::get_if<bool>(&value.content());
      if (side == nullptr) is_absent = true;
      if (side != nullptr && *side == decides) return FormulaValue(decides);
    }
    return is_absent ? FormulaValue() : FormulaValue(!decides);
  }

  FormulaValue first_present(const FormulaNode& node) const {
    for (std::size_t i = 0; i < node.count; ++i) {
      FormulaValue value = argument(node, i);
      if (!value.is_absent()) return value;
    }
    return {};
  }

  FormulaValue membership(const FormulaNode& node) const {
    const FormulaValue wanted = argument(node, 0);
    if (wanted.is_absent()) return {};
    for (std::size_t i = 1; i < node.count; ++i) {
      if (compared(wanted, argument(node, i)) == 0) return FormulaValue(true);
    }
    return FormulaValue(false);
  }

  FormulaValue operation(const FormulaNode& node) const {
    const FormulaValue first = argument(node, 0);
    if (first.is_absent()) return {};
    if (node.count == 1) return unary(node.op, first);
    const FormulaValue second = argument(node, 1);
    if (second.is_absent()) return {};
    switch (node.op) {
      case FormulaOp::Add:
      case FormulaOp::Subtract:
      case FormulaOp::Multiply:
      case FormulaOp::Divide:
        return arithmetic(node.op, first, second);
      case FormulaOp::Part:
        return part(first, second, argument(node, 2));
      case FormulaOp::BeforeLast:
        if (!first.text() || !second.text()) return {};
        return before_last(*first.text(), *second.text());
      default:
        return FormulaValue(is_fulfilled(node.op, compared(first, second)));
    }
  }

  static FormulaValue arithmetic(FormulaOp op, const FormulaValue& first,
                                 const FormulaValue& second) {
    const auto left = amount_of(first);
    const auto right = amount_of(second);
    if (!left || !right) return {};
    if (op == FormulaOp::Add) return added(*left, *right);
    if (op == FormulaOp::Subtract) return subtracted(*left, *right);
    return op == FormulaOp::Multiply ? multiplied(*left, *right) : divided(*left, *right);
  }

  static FormulaValue part(const FormulaValue& text, const FormulaValue& separator,
                           const FormulaValue& n) {
    const auto number = n.number();
    const auto count = number ? to_integer(*number) : std::nullopt;
    if (!count || !text.text() || !separator.text()) return {};
    return part_of(*text.text(), *separator.text(), *count);
  }

  static FormulaValue unary(FormulaOp op, const FormulaValue& value) {
    switch (op) {
      case FormulaOp::Not:
        if (!std::holds_alternative<bool>(value.content())) return {};
        return FormulaValue(!value.holds());
      case FormulaOp::Negate:
        return negated(value);
      case FormulaOp::Ms:
      case FormulaOp::S:
        return time_count(op, value);
      case FormulaOp::DayOf: {
        const auto instant = as_instant(value);
        return instant ? FormulaValue(day_text(std::chrono::floor<std::chrono::days>(*instant)))
                       : FormulaValue();
      }
      case FormulaOp::Size:
        return size_of(value);
      case FormulaOp::NumberOf:
        return value.text() ? number_or_absent(Number::parse(*value.text())) : FormulaValue();
      default:
        return filtered(op, value);
    }
  }

  static FormulaValue negated(const FormulaValue& value) {
    const auto amount = amount_of(value);
    if (!amount || amount->kind == Amount::Kind::Time) return {};
    const Number count = amount->count.negated();
    return amount->kind == Amount::Kind::Number ? FormulaValue(count) : duration_or_absent(count);
  }

  static FormulaValue time_count(FormulaOp op, const FormulaValue& value) {
    const auto amount = amount_of(value);
    if (!amount || amount->kind == Amount::Kind::Number) return {};
    if (op == FormulaOp::Ms) return FormulaValue(amount->count);
    return number_or_absent(divide(amount->count, kMsPerSecond));
  }

  static FormulaValue filtered(FormulaOp op, const FormulaValue& value) {
    const auto text = value.text();
    if (!text) return {};
    std::string result;
    op == FormulaOp::Lower ? append_lower(result, *text) : append_slug(result, *text);
    return FormulaValue(std::move(result));
  }

  const FormulaProgram& program_;
  const FormulaInput& input_;
};

}  // namespace

FormulaValue Formula::evaluate(const FormulaInput& input) const {
  return FormulaEvaluator(*program_, input)
      .value_of(static_cast<std::uint16_t>(program_->nodes.size() - 1));
}

FormulaType Formula::type() const { return program_->nodes.back().type; }
const std::string& Formula::text() const { return program_->text; }
const std::vector<std::string>& Formula::names(FormulaSource source) const {
  return program_->names[static_cast<std::size_t>(source)];
}
bool Formula::uses_now() const { return program_->uses_now; }

}  // namespace partita::model
