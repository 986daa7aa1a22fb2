#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "model/formula/formula.h"
#include "model/formula/formula_lexer.h"
#include "model/formula/formula_program.h"
#include "model/formula/formula_types.h"
#include "model/formula/suggestion.h"
#include "partita/base/utf8.h"

namespace partita::model {
namespace {

using TokenKind = FormulaToken::Kind;
using NodeIndex = std::uint16_t;

struct Operator {
  std::string_view text;
  FormulaOp op;
};

constexpr Operator kComparisons[] = {
    {"=", FormulaOp::Equal},        {"!=", FormulaOp::NotEqual}, {"<", FormulaOp::Less},
    {"<=", FormulaOp::LessOrEqual}, {">", FormulaOp::Greater},   {">=", FormulaOp::GreaterOrEqual},
};
constexpr Operator kSums[] = {{"+", FormulaOp::Add}, {"-", FormulaOp::Subtract}};
constexpr Operator kProducts[] = {{"*", FormulaOp::Multiply}, {"/", FormulaOp::Divide}};

// From tokens to a program, by the grammar of formula.h. Types are checked on the way, so that a
// program that was compiled cannot go wrong, only give absent.
class FormulaCompiler {
 public:
  FormulaCompiler(std::string_view text, std::vector<FormulaToken> tokens,
                  const FormulaScope& scope)
      : scope_(scope), tokens_(std::move(tokens)), program_(std::make_shared<FormulaProgram>()) {
    program_->text = text;
  }

  Result<std::shared_ptr<const FormulaProgram>> compile() {
    TRY(disjunction());
    if (now().kind != TokenKind::End) return unexpected("an operator or the end");
    return std::shared_ptr<const FormulaProgram>(std::move(program_));
  }

 private:
  const FormulaToken& now() const { return tokens_[at_]; }
  const FormulaToken& take() { return tokens_[at_++]; }
  bool is_symbol(std::string_view text) const {
    return now().kind == TokenKind::Symbol && now().text == text;
  }
  bool take_symbol(std::string_view text) {
    const bool is_there = is_symbol(text);
    if (is_there) ++at_;
    return is_there;
  }
  bool take_word(std::string_view word) {
    const bool is_there = now().kind == TokenKind::Name && now().text == word;
    if (is_there) ++at_;
    return is_there;
  }

  static Error wrong(const FormulaToken& token, std::string_view what) {
    return Error::invalid_argument(fmt::format("at character {}: {}", token.position + 1, what));
  }
  Error unexpected(std::string_view wanted) const {
    const std::string there =
        now().kind == TokenKind::End ? std::string("the end") : fmt::format("`{}`", now().text);
    return wrong(now(), fmt::format("{} is expected, not {}", wanted, there));
  }

  NodeIndex add(FormulaNode node) {
    program_->nodes.push_back(node);
    return static_cast<NodeIndex>(program_->nodes.size() - 1);
  }

  NodeIndex add_constant(FormulaType type, FormulaValue value) {
    program_->constants.push_back(std::move(value));
    return add({.type = type, .first = static_cast<NodeIndex>(program_->constants.size() - 1)});
  }

  std::string_view keep(std::string_view text) { return program_->strings.emplace_back(text); }

  Result<NodeIndex> add_operation(const FormulaToken& at, FormulaOp op,
                                  const std::vector<NodeIndex>& arguments) {
    std::vector<FormulaType> types;
    for (const NodeIndex argument : arguments) types.push_back(program_->nodes[argument].type);
    const auto type = result_type(op, types);
    if (!type) return misfit(at, types);
    auto& all = program_->arguments;
    const auto first = static_cast<NodeIndex>(all.size());
    all.insert(all.end(), arguments.begin(), arguments.end());
    return add({op, *type, first, static_cast<NodeIndex>(arguments.size())});
  }

  static Error misfit(const FormulaToken& at, const std::vector<FormulaType>& types) {
    std::string given;
    for (const FormulaType type : types) {
      given.append(given.empty() ? "" : " and ").append(describe(type));
    }
    return wrong(at, fmt::format("`{}` cannot be applied to {}", at.text, given));
  }

  Result<NodeIndex> disjunction() {
    if (++depth_ > Formula::kDepthMax) return wrong(now(), "the formula is nested too deep");
    NodeIndex left = TRY(conjunction());
    while (now().kind == TokenKind::Name && now().text == "or") {
      const FormulaToken& at = take();
      const NodeIndex right = TRY(conjunction());
      left = TRY(add_operation(at, FormulaOp::Or, {left, right}));
    }
    --depth_;
    return left;
  }

  Result<NodeIndex> conjunction() {
    NodeIndex left = TRY(negation());
    while (now().kind == TokenKind::Name && now().text == "and") {
      const FormulaToken& at = take();
      const NodeIndex right = TRY(negation());
      left = TRY(add_operation(at, FormulaOp::And, {left, right}));
    }
    return left;
  }

  Result<NodeIndex> negation() {
    const FormulaToken& at = now();
    bool is_not = false;
    while (take_word("not")) is_not = !is_not;
    const NodeIndex inside = TRY(comparison());
    return is_not ? add_operation(at, FormulaOp::Not, {inside}) : inside;
  }

  Result<NodeIndex> comparison() {
    const NodeIndex left = TRY(sum());
    const FormulaToken& at = now();
    if (take_word("in")) return membership(at, left);
    for (const Operator& known : kComparisons) {
      if (!take_symbol(known.text)) continue;
      const NodeIndex right = TRY(sum());
      return add_operation(at, known.op, {left, right});
    }
    return left;
  }

  Result<NodeIndex> membership(const FormulaToken& at, NodeIndex left) {
    std::vector<NodeIndex> arguments = {left};
    if (!take_symbol("(")) return unexpected("`(`");
    do {
      arguments.push_back(TRY(sum()));
    } while (take_symbol(","));
    if (!take_symbol(")")) return unexpected("`)`");
    return add_operation(at, FormulaOp::In, arguments);
  }

  Result<NodeIndex> sum() {
    return chain(kSums, [this] { return product(); });
  }
  Result<NodeIndex> product() {
    return chain(kProducts, [this] { return unary(); });
  }

  // operand (operator operand)*, from left to right.
  template <typename Operand>
  Result<NodeIndex> chain(std::span<const Operator> operators, Operand operand) {
    NodeIndex left = TRY(operand());
    while (true) {
      const auto known = std::find_if(operators.begin(), operators.end(),
                                      [this](const Operator& o) { return is_symbol(o.text); });
      if (known == operators.end()) return left;
      const FormulaToken& at = take();
      const NodeIndex right = TRY(operand());
      left = TRY(add_operation(at, known->op, {left, right}));
    }
  }

  Result<NodeIndex> unary() {
    const FormulaToken& at = now();
    bool is_negative = false;
    while (take_symbol("-")) is_negative = !is_negative;
    const NodeIndex inside = TRY(primary());
    return is_negative ? add_operation(at, FormulaOp::Negate, {inside}) : inside;
  }

  Result<NodeIndex> primary() {
    switch (now().kind) {
      case TokenKind::Number:
        return number();
      case TokenKind::Span:
        return duration();
      case TokenKind::Text:
        return add_constant(FormulaType::Text, FormulaValue(keep(take().text)));
      case TokenKind::Parameter:
        return parameter();
      case TokenKind::Name:
        return word();
      default:
        break;
    }
    if (!take_symbol("(")) return unexpected("a name, a number or a 'text'");
    const NodeIndex inside = TRY(disjunction());
    if (!take_symbol(")")) return unexpected("`)`");
    return inside;
  }

  Result<NodeIndex> number() {
    const FormulaToken& token = take();
    auto value = Number::parse(token.text);
    if (!value.ok()) return wrong(token, value.error().message());
    return add_constant(FormulaType::Number, FormulaValue(*value));
  }

  Result<NodeIndex> duration() {
    const FormulaToken& token = take();
    const auto value = parse_duration(token.text);
    if (!value) return wrong(token, fmt::format("`{}` is no duration like 15m or 90d", token.text));
    return add_constant(FormulaType::Span, FormulaValue(*value));
  }

  Result<NodeIndex> parameter() {
    const FormulaToken& token = take();
    const std::string_view path[] = {token.text};
    const auto name = scope_.find(FormulaSource::Parameter, path);
    if (!name) return wrong(token, "parameters like $name are only known in filters");
    return add_path(FormulaSource::Parameter, path, *name);
  }

  Result<NodeIndex> word() {
    const FormulaToken& token = take();
    if (token.text == "true" || token.text == "false") {
      return add_constant(FormulaType::Bool, FormulaValue(token.text == "true"));
    }
    if (is_symbol("(")) return call(token);
    if (token.text == "now") {
      program_->uses_now = true;
      return add({.op = FormulaOp::Now, .type = FormulaType::Time});
    }
    return path(token);
  }

  Result<NodeIndex> call(const FormulaToken& token) {
    const auto functions = formula_functions();
    const auto known = std::find_if(functions.begin(), functions.end(),
                                    [&](const FormulaFunction& f) { return f.name == token.text; });
    if (known == functions.end()) return unknown_function(token);
    std::vector<NodeIndex> arguments;
    take();
    do {
      arguments.push_back(TRY(disjunction()));
    } while (take_symbol(","));
    if (!take_symbol(")")) return unexpected("`)`");
    if (arguments.size() < known->arguments_min || arguments.size() > known->arguments_max) {
      return wrong(token, fmt::format("the function is used as {}", known->usage));
    }
    return add_operation(token, known->op, arguments);
  }

  static Error unknown_function(const FormulaToken& token) {
    std::vector<std::string_view> names;
    for (const FormulaFunction& function : formula_functions()) names.push_back(function.name);
    return wrong(token, fmt::format("there is no function `{}`; the functions are {}", token.text,
                                    listed(names)));
  }

  Result<NodeIndex> path(const FormulaToken& first) {
    std::vector<std::string_view> steps = {first.text};
    while (take_symbol(".")) {
      if (now().kind != TokenKind::Name) return unexpected("a name");
      steps.push_back(take().text);
    }
    if (steps.front() == "param" && steps.size() == 2) return model_param(first, steps[1]);
    FormulaSource source = FormulaSource::New;
    if (steps.front() == "old" && steps.size() > 1) {
      source = FormulaSource::Old;
      steps.erase(steps.begin());
    }
    const auto name = scope_.find(source, steps);
    if (!name) return unknown_name(first, source, steps);
    return add_path(source, steps, *name);
  }

  Result<NodeIndex> model_param(const FormulaToken& token, std::string_view name) {
    const std::string* value = scope_.find_model_param(name);
    if (value == nullptr) return wrong(token, fmt::format("there is no param `{}`", name));
    return add_constant(FormulaType::Text, FormulaValue(keep(*value)));
  }

  Error unknown_name(const FormulaToken& token, FormulaSource source,
                     const std::vector<std::string_view>& steps) const {
    if (source == FormulaSource::Old && scope_.find(FormulaSource::New, steps)) {
      return wrong(token, "the item before the write (`old.`) is not known here");
    }
    const std::string joined = fmt::format("{}", fmt::join(steps, "."));
    const std::string suggestion = did_you_mean(joined, scope_.names());
    return wrong(token,
                 fmt::format("nothing is called `{}`{}", joined,
                             suggestion.empty() ? "; texts are written in 'quotes'" : suggestion));
  }

  NodeIndex add_path(FormulaSource source, std::span<const std::string_view> steps,
                     const FormulaName& name) {
    FormulaPath path{source, name.encoding, {}};
    for (const std::string_view step : steps) path.steps.emplace_back(keep(step));
    program_->paths.push_back(std::move(path));
    auto& names = program_->names[static_cast<std::size_t>(source)];
    if (std::find(names.begin(), names.end(), steps.front()) == names.end()) {
      names.emplace_back(steps.front());
    }
    return add({FormulaOp::Path, name.type, static_cast<NodeIndex>(program_->paths.size() - 1)});
  }

  const FormulaScope& scope_;
  std::vector<FormulaToken> tokens_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::shared_ptr<FormulaProgram> program_;
};

}  // namespace

Result<Formula> Formula::compile(std::string_view text, const FormulaScope& scope) {
  if (text.size() > kTextBytesMax) {
    return Error::invalid_argument(fmt::format("a formula has at most {} bytes", kTextBytesMax));
  }
  if (!is_valid_utf8(text)) return Error::invalid_argument("a formula is valid UTF-8");
  auto tokens = TRY(formula_tokens(text));
  return Formula(TRY(FormulaCompiler(text, std::move(tokens), scope).compile()));
}

Formula Formula::constant(const Value& value) {
  auto program = std::make_shared<FormulaProgram>();
  FormulaNode node;
  if (value.type() == ValueType::N) {
    node.type = FormulaType::Number;
    program->text = value.number().to_string();
    program->constants.emplace_back(value.number());
  } else if (value.type() == ValueType::S) {
    node.type = FormulaType::Text;
    program->text = fmt::format("'{}'", value.string());
    program->constants.emplace_back(
        std::string_view(program->strings.emplace_back(value.string())));
  } else {
    node.type = FormulaType::Bool;
    const bool is_true = value.type() == ValueType::Bool && value.boolean();
    program->text = is_true ? "true" : "false";
    program->constants.emplace_back(is_true);
  }
  program->nodes.push_back(node);
  return Formula(std::move(program));
}

}  // namespace partita::model
