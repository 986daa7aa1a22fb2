#include "model/formula/formula.h"

#include <gtest/gtest.h>

#include "partita/value/encoded_item.h"

namespace partita::model {
namespace {

// Names by their first letter: n.. are numbers, t.. texts, b.. truth values, e.. timestamps in
// milliseconds, i.. in RFC 3339; m is a map with such names; x.. are of any type.
class LetterScope final : public FormulaScope {
 public:
  std::optional<FormulaName> find(FormulaSource source,
                                  std::span<const std::string_view> path) const override {
    if (source == FormulaSource::Parameter) return FormulaName{};
    switch (path.back().front()) {
      case 'n':
        return FormulaName{FormulaType::Number};
      case 't':
        return FormulaName{FormulaType::Text};
      case 'b':
        return FormulaName{FormulaType::Bool};
      case 'e':
        return FormulaName{FormulaType::Time, TimestampEncoding::EpochMs};
      case 'i':
        return FormulaName{FormulaType::Time, TimestampEncoding::Rfc3339Ms};
      case 'x':
        return FormulaName{};
      default:
        return std::nullopt;
    }
  }
  const std::string* find_model_param(std::string_view name) const override {
    return name == "stage" ? &stage_ : nullptr;
  }
  std::vector<std::string_view> names() const override { return {"number", "text"}; }

 private:
  std::string stage_ = "dev";
};

constexpr std::int64_t kNowMs = 1'761'057'000'000;  // 2025-10-21T14:30:00Z

std::string shown(const FormulaValue& value) {
  if (value.is_absent()) return "absent";
  const auto stored = value.to_value();
  if (!stored) return "unstorable";
  switch (stored->type()) {
    case ValueType::S:
      return stored->string();
    case ValueType::N:
      return stored->number().to_string();
    case ValueType::Bool:
      return stored->boolean() ? "true" : "false";
    default:
      return "other";
  }
}

std::string evaluated(std::string_view text, const Item& item = {}, const Item& before = {}) {
  const auto formula = Formula::compile(text, LetterScope());
  if (!formula.ok()) return formula.error().message();
  const EncodedItem after_item(item);
  const EncodedItem before_item(before);
  const ItemImages input(before_item.view(), after_item.view(), Instant(Duration(kNowMs)));
  return shown(formula->evaluate(input));
}

TEST(Formula, CountsInExactDecimals) {
  EXPECT_EQ(evaluated("1 + 2 * 3 - 4 / 8"), "6.5");
  EXPECT_EQ(evaluated("(1 + 2) * -3"), "-9");
  EXPECT_EQ(evaluated("0.1 + 0.2"), "0.3");
  EXPECT_EQ(evaluated("n1 / (n1 + n2)", {{"n1", 1}, {"n2", 3}}), "0.25");
}

TEST(Formula, IsAbsentWhereAnInputIs) {
  EXPECT_EQ(evaluated("n1 + 1"), "absent");
  EXPECT_EQ(evaluated("n1 + 1", {{"n1", nullptr}}), "absent");
  EXPECT_EQ(evaluated("n1 + 1", {{"n1", "text"}}), "absent");
  EXPECT_EQ(evaluated("1 / 0"), "absent");
  EXPECT_EQ(evaluated("n1 * n1", {{"n1", *Number::parse("1e100")}}), "absent");
  EXPECT_EQ(evaluated("n1 < 3"), "absent");
  EXPECT_EQ(evaluated("not (n1 < 3)"), "absent");
}

TEST(Formula, DecidesByOneSideWhereThatIsEnough) {
  EXPECT_EQ(evaluated("n1 < 3 or true"), "true");
  EXPECT_EQ(evaluated("n1 < 3 and false"), "false");
  EXPECT_EQ(evaluated("n1 < 3 and true"), "absent");
  EXPECT_EQ(evaluated("exists(n1)"), "false");
  EXPECT_EQ(evaluated("coalesce(n1, n2, 7)", {{"n2", 5}}), "5");
}

TEST(Formula, ComparesNumbersTextsAndTimes) {
  EXPECT_EQ(evaluated("n1 >= 2 and n1 != 3", {{"n1", 2}}), "true");
  EXPECT_EQ(evaluated("t1 = 'completed'", {{"t1", "completed"}}), "true");
  EXPECT_EQ(evaluated("t1 in ('a', 'b')", {{"t1", "b"}}), "true");
  EXPECT_EQ(evaluated("t1 in ('a', 'b')", {{"t1", "c"}}), "false");
  EXPECT_EQ(evaluated("e1 < now - 15m", {{"e1", kNowMs - 900'001}}), "true");
  EXPECT_EQ(evaluated("e1 < now - 15m", {{"e1", kNowMs - 900'000}}), "false");
  EXPECT_EQ(evaluated("x1 = x2", {{"x1", List{1}}, {"x2", List{1}}}), "true");
  EXPECT_EQ(evaluated("x1 < i1",
                      {{"x1", "2025-10-21T14:30:00+02:00"}, {"i1", "2025-10-21T14:30:00.000Z"}}),
            "true");
}

TEST(Formula, MeasuresTime) {
  const Item item{{"e1", kNowMs}, {"e2", kNowMs + 1500}, {"i1", "2025-10-21T16:30:00+02:00"}};
  EXPECT_EQ(evaluated("ms(e2 - e1)", item), "1500");
  EXPECT_EQ(evaluated("s(e2 - e1)", item), "1.5");
  EXPECT_EQ(evaluated("e2 - e1", item), "1.5");
  EXPECT_EQ(evaluated("i1 + 1h", item), "2025-10-21T15:30:00.000Z");
  EXPECT_EQ(evaluated("day(now - 1d)", item), "2025-10-20");
  EXPECT_EQ(evaluated("e1 = i1", item), "true");
  EXPECT_EQ(evaluated("(e2 - e1) * 2 / 3s", item), "1");
  EXPECT_EQ(evaluated("e1 + 1000d * 1000000", item), "absent");
}

TEST(Formula, CutsTextsApart) {
  const Item item{{"t1", "arn:aws:states:us-east-1:1:execution:my-agent-prod:abc"}};
  EXPECT_EQ(evaluated("part(t1, ':', -1)", item), "abc");
  EXPECT_EQ(evaluated("part(t1, ':', 2)", item), "states");
  EXPECT_EQ(evaluated("part(t1, ':', 8)", item), "absent");
  EXPECT_EQ(evaluated("part(t1, ':', -9)", item), "absent");
  EXPECT_EQ(evaluated("before_last(part(t1, ':', -2), '-')", item), "my-agent");
  EXPECT_EQ(evaluated("number('-12.50') + 1", item), "-11.5");
  EXPECT_EQ(evaluated("exists(number('a lot'))", item), "false");
  EXPECT_EQ(evaluated("slug('  Ravi  Shankar! ')"), "ravi_shankar");
  EXPECT_EQ(evaluated("lower('ABC')"), "abc");
  EXPECT_EQ(evaluated("lower('ÄNNE')"), "änne");
  EXPECT_EQ(evaluated("slug('Änne ØRE')"), "änne_øre");
}

TEST(Formula, KnowsSizes) {
  EXPECT_EQ(evaluated("size(t1)", {{"t1", "\xC3\xA9t\xC3\xA9"}}), "3");
  EXPECT_EQ(evaluated("size(x1)", {{"x1", List{1, 2}}}), "2");
  EXPECT_EQ(evaluated("size(x1)", {{"x1", Map{{"a", 1}}}}), "1");
  EXPECT_EQ(evaluated("size(x1)", {{"x1", 5}}), "absent");
}

TEST(Formula, ReadsNestedNamesOldImageAndParams) {
  EXPECT_EQ(evaluated("m.n1 + 1", {{"m", Map{{"n1", 4}}}}), "5");
  EXPECT_EQ(evaluated("n1 > old.n1", {{"n1", 2}}, {{"n1", 1}}), "true");
  EXPECT_EQ(evaluated("param.stage = 'dev'"), "true");
  EXPECT_EQ(evaluated("t1 = $wanted", {{"t1", "a"}}), "absent");
}

TEST(Formula, TellsWhatItReads) {
  const auto formula = Formula::compile("n1 + old.n2 + m.n3 + n1 < $p and e1 < now", LetterScope());
  ASSERT_TRUE(formula.ok()) << formula.error().message();
  EXPECT_EQ(formula->names(), (std::vector<std::string>{"n1", "m", "e1"}));
  EXPECT_EQ(formula->names(FormulaSource::Old), std::vector<std::string>{"n2"});
  EXPECT_EQ(formula->names(FormulaSource::Parameter), std::vector<std::string>{"p"});
  EXPECT_TRUE(formula->uses_now());
  EXPECT_EQ(formula->type(), FormulaType::Bool);
}

TEST(Formula, RefusesTypesThatDoNotFit) {
  EXPECT_EQ(evaluated("t1 + 1"), "at character 4: `+` cannot be applied to a text and a number");
  EXPECT_EQ(evaluated("e1 + e2"),
            "at character 4: `+` cannot be applied to a timestamp and a timestamp");
  EXPECT_EQ(evaluated("n1 = 'a'"), "at character 4: `=` cannot be applied to a number and a text");
  EXPECT_EQ(evaluated("not n1"), "at character 1: `not` cannot be applied to a number");
  EXPECT_EQ(evaluated("day(n1)"), "at character 1: `day` cannot be applied to a number");
}

TEST(Formula, RefusesWhatIsNoFormula) {
  EXPECT_EQ(evaluated(""), "at character 1: a name, a number or a 'text' is expected, not the end");
  EXPECT_EQ(evaluated("1 +"),
            "at character 4: a name, a number or a 'text' is expected, not the end");
  EXPECT_EQ(evaluated("(1"), "at character 3: `)` is expected, not the end");
  EXPECT_EQ(evaluated("1 2"), "at character 3: an operator or the end is expected, not `2`");
  EXPECT_EQ(evaluated("'abc"), "at character 1: the text is not closed by a `'`");
  EXPECT_EQ(evaluated("n1 % 2"), "at character 4: `%` has no meaning in a formula");
  EXPECT_EQ(evaluated("15x"), "at character 1: `15x` is no duration like 15m or 90d");
  EXPECT_EQ(evaluated("part('a', 'b')"),
            "at character 1: the function is used as part(text, separator, n)");
}

TEST(Formula, RefusesUnknownNamesWithASuggestion) {
  EXPECT_EQ(evaluated("zzz"),
            "at character 1: nothing is called `zzz`; texts are written in 'quotes'");
  EXPECT_EQ(evaluated("param.age"), "at character 1: there is no param `age`");
  EXPECT_EQ(evaluated("upper(t1)"),
            "at character 1: there is no function `upper`; the functions are `before_last`, "
            "`coalesce`, `day`, `exists`, `lower`, `ms`, `number`, `part`, `s`, `size` and "
            "`slug`");
}

TEST(Formula, IsBoundedInLengthAndDepth) {
  EXPECT_EQ(evaluated(std::string(2001, '1')), "a formula has at most 2000 bytes");
  EXPECT_EQ(evaluated(std::string(40, '(') + "1" + std::string(40, ')')),
            "at character 33: the formula is nested too deep");
  EXPECT_EQ(evaluated(std::string(501, '-') + "1"), "-1");
}

TEST(Formula, CanBeAConstant) {
  const ItemImages nothing({}, {}, Instant());
  EXPECT_EQ(shown(Formula::constant(Value(0)).evaluate(nothing)), "0");
  EXPECT_EQ(shown(Formula::constant(Value("a")).evaluate(nothing)), "a");
  EXPECT_EQ(shown(Formula::constant(Value(true)).evaluate(nothing)), "true");
}

}  // namespace
}  // namespace partita::model
