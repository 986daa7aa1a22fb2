#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "model/formula/timestamp.h"
#include "partita/base/result.h"
#include "partita/value/item_view.h"
#include "partita/value/number.h"

// The small total language of `computed`, `derived`, `filter`, `when` and measures:
//
//   formula    := and ("or" and)*
//   and        := not ("and" not)*
//   not        := "not"* comparison
//   comparison := sum (("=" | "!=" | "<" | "<=" | ">" | ">=") sum | "in" "(" sum ("," sum)* ")")?
//   sum        := product (("+" | "-") product)*
//   product    := unary (("*" | "/") unary)*
//   unary      := "-"* primary
//   primary    := number | duration | 'text' | "true" | "false" | "now" | path | "$" name
//               | "(" formula ")" | function "(" formula ("," formula)* ")"
//   path       := ("old" ".")? name ("." name)* | "param" "." name
//   function   := exists | coalesce | ms | s | day | lower | slug | size | part | before_last
//               | number
//
// Total: a missing input, a division by zero and a number beyond DynamoDB's range give "absent",
// never an error. Absent is passed on by every operator but `exists`, `coalesce`, `and`, `or`: a
// condition that is absent does not hold.

namespace partita::model {

enum class FormulaType { Bool, Number, Text, Time, Span, Other };

// "a number", "an instant": for messages.
std::string_view describe(FormulaType type);

// What a formula may name.
struct FormulaName {
  FormulaType type = FormulaType::Other;
  TimestampEncoding encoding = TimestampEncoding::Rfc3339Ms;  // Of a Time.
};

// Where a name is looked up: the item after or before the write, or what a caller gave (`$name`).
enum class FormulaSource { New, Old, Parameter };

// The names a formula can use, while it is compiled.
class FormulaScope {
 public:
  virtual ~FormulaScope() = default;
  // What the path is, or nullopt if there is nothing of that name. Paths have one step at least.
  virtual std::optional<FormulaName> find(FormulaSource source,
                                          std::span<const std::string_view> path) const = 0;
  // The value of the model's parameter, or null: `param.stage` is a constant text.
  virtual const std::string* find_model_param(std::string_view name) const = 0;
  // Names to suggest for one that is not there.
  virtual std::vector<std::string_view> names() const = 0;
};

// What a formula is evaluated with.
class FormulaInput {
 public:
  virtual ~FormulaInput() = default;
  // What the path leads to, or nullopt. The bytes live as long as the formula's answer is used.
  virtual std::optional<ValueView> find(FormulaSource source,
                                        std::span<const PathStep> path) const = 0;
  virtual Instant now() const = 0;
};

// An item before and after a write; no parameters.
class ItemImages final : public FormulaInput {
 public:
  ItemImages(std::optional<ItemView> before, std::optional<ItemView> after, Instant now)
      : before_(before), after_(after), now_(now) {}
  std::optional<ValueView> find(FormulaSource source,
                                std::span<const PathStep> path) const override;
  Instant now() const override { return now_; }

 private:
  std::optional<ItemView> before_;
  std::optional<ItemView> after_;
  Instant now_;
};

// What a formula gives. A text may view the input or own what a function made.
class FormulaValue {
 public:
  using Absent = std::monostate;
  using Content = std::variant<Absent, bool, Number, std::string_view, std::string, Instant,
                               Duration, ValueView>;

  FormulaValue() = default;
  FormulaValue(Content content) : content_(std::move(content)) {}  // NOLINT: implicit

  bool is_absent() const { return content_.index() == 0; }
  // Whether it is a bool and true.
  bool holds() const;
  const Content& content() const { return content_; }
  // The text, if it is one.
  std::optional<std::string_view> text() const;
  // As a number: durations in seconds, instants in milliseconds since 1970; nullopt for all else.
  std::optional<Number> number() const;

  // As it is stored in an attribute; instants in `encoding`, durations in seconds. Nullopt if it is
  // absent, or an instant outside the years that can be written.
  std::optional<Value> to_value(TimestampEncoding encoding = TimestampEncoding::Rfc3339Ms) const;

 private:
  Content content_;
};

struct FormulaProgram;

// A compiled formula: immutable, cheap to copy.
// THREADS: safe for concurrent calls.
class Formula {
 public:
  static constexpr std::size_t kTextBytesMax = 2000;
  static constexpr int kDepthMax = 32;

  // ERRORS: InvalidArgument with "at character N", what is there, and what is allowed.
  static Result<Formula> compile(std::string_view text, const FormulaScope& scope);
  // The formula that always gives this number or text.
  static Formula constant(const Value& value);

  // Never fails. Allocates only for texts that a function changes (lower, slug).
  FormulaValue evaluate(const FormulaInput& input) const;
  // Whether it gives true.
  bool holds(const FormulaInput& input) const { return evaluate(input).holds(); }

  FormulaType type() const;
  const std::string& text() const;
  // The names it reads there, first steps only, each once, in the order of the text.
  const std::vector<std::string>& names(FormulaSource source = FormulaSource::New) const;
  // Whether it reads the clock.
  bool uses_now() const;

 private:
  explicit Formula(std::shared_ptr<const FormulaProgram> program) : program_(std::move(program)) {}

  std::shared_ptr<const FormulaProgram> program_;
};

}  // namespace partita::model
