#include "modelled/serving/argument_values.h"

#include <gtest/gtest.h>

#include "modelled/serving/failure.h"
#include "support/model_file.h"

namespace partita::serving {
namespace {

constexpr const char* kTypes = R"(
format: 1
model: types
version: 1
tables: {t: {name: t, key: {partition: id}}}
entities:
  Thing:
    match: all
    key: {id: "{id}"}
    attributes:
      id: {type: string}
      count: {type: int}
      price: {type: number}
      active: {type: bool}
      blob: {type: binary}
      size: {type: enum, values: [small, large]}
      colour: {type: enum, values: [red], open: true}
      kind: {type: const, value: thing}
      at: {type: timestamp, encode: rfc3339ms}
      seen: {type: timestamp, encode: epoch_s}
      day: {type: date}
      tags: {type: list, of: {type: int}}
      shape: {type: map, fields: {x: {type: int}}}
)";

class ArgumentValues : public ::testing::Test {
 protected:
  Result<Value> value(std::string_view attribute, std::string_view text) {
    return argument_value(attribute, text, asked_type(model_->entities.front(), attribute));
  }
  std::string refusal(std::string_view attribute, std::string_view text) {
    const auto given = value(attribute, text);
    if (given.ok()) return "";
    const Failure* why = failure_of(given.error());
    return why != nullptr && why->kind == FailureKind::BadArgument ? given.error().message()
                                                                   : "another error";
  }

  std::shared_ptr<const model::Model> model_ = model_of(kTypes);
};

TEST_F(ArgumentValues, HaveTheTypesOfTheirAttributes) {
  EXPECT_EQ(value("id", "7").value(), Value("7"));
  EXPECT_EQ(value("count", "-7").value(), Value(-7));
  EXPECT_EQ(value("count", "70e1").value(), Value(700));
  EXPECT_EQ(value("price", "0.5").value(), Value(Number::parse("0.5").value()));
  EXPECT_EQ(value("active", "true").value(), Value(true));
  EXPECT_EQ(value("blob", "AAE=").value(), Value(Binary{Bytes("\0\1", 2)}));
  EXPECT_EQ(value("size", "small").value(), Value("small"));
  EXPECT_EQ(value("colour", "blue").value(), Value("blue"));
  EXPECT_EQ(value("kind", "thing").value(), Value("thing"));
  EXPECT_EQ(value("day", "2024-02-29").value(), Value("2024-02-29"));
  EXPECT_EQ(value("tags", "3").value(), Value(3));
  EXPECT_EQ(value("unknown", "3").value(), Value("3"));
}

TEST_F(ArgumentValues, TakeTimesInRfc3339AndInTheirOwnEncoding) {
  EXPECT_EQ(value("at", "2025-10-21T16:30:00+02:00").value(), Value("2025-10-21T14:30:00.000Z"));
  EXPECT_EQ(value("at", "2025-10-21T14:30:00.000Z").value(), Value("2025-10-21T14:30:00.000Z"));
  EXPECT_EQ(value("seen", "2025-10-21T14:30:00Z").value(), Value(1'761'057'000));
  EXPECT_EQ(value("seen", "1761057000").value(), Value(1'761'057'000));
}

TEST_F(ArgumentValues, SayWhatIsExpected) {
  EXPECT_EQ(refusal("count", "7.5"), "count: `7.5` is not a whole number");
  EXPECT_EQ(refusal("price", "much"), "price: `much` is not a number");
  EXPECT_EQ(refusal("active", "1"), "active: `1` is not `true` or `false`");
  EXPECT_EQ(refusal("blob", "?"), "blob: `?` is not base64");
  EXPECT_EQ(refusal("size", "medium"), "size: `medium` is not one of `small` and `large`");
  EXPECT_EQ(refusal("kind", "other"), "kind: `other` is not `thing`, the only value there is");
  EXPECT_EQ(refusal("at", "2025-10-21"),
            "at: `2025-10-21` is not an instant such as 2025-10-21T14:30:00.000Z");
  EXPECT_EQ(refusal("at", "1761057000"),
            "at: `1761057000` is not an instant such as 2025-10-21T14:30:00.000Z");
  EXPECT_EQ(refusal("day", "2025-02-29"), "day: `2025-02-29` is not a day such as 2025-10-31");
  EXPECT_EQ(refusal("shape", "{}"), "shape: a map cannot be given as text");
  EXPECT_EQ(refusal("id", "\xff"), "id: it is not UTF-8");
}

TEST_F(ArgumentValues, ShowOnlyTheBeginningOfALongText) {
  const std::string text = std::string(99, 'x') + "\xC3\xA9" + std::string(1000, 'y');
  EXPECT_EQ(refusal("count", text), "count: `" + std::string(99, 'x') + "` is not a whole number");
}

TEST(CheckArguments, NamesWhatIsMissingAndWhatIsNotKnown) {
  const ParameterNames names{
      .taker = "list", .required = {"stage", "status"}, .optional = {"from", "to"}};
  const auto refusal = [&](std::initializer_list<std::string> given) {
    Arguments arguments;
    for (const auto& name : given) arguments.set(name, "1");
    const Status status = check_arguments(arguments, names);
    return status.ok() ? "" : status.error().message();
  };
  EXPECT_EQ(refusal({"stage", "status", "to"}), "");
  EXPECT_EQ(refusal({}), "list needs `stage` and `status`");
  EXPECT_EQ(refusal({"stage"}), "list needs `status`");
  EXPECT_EQ(refusal({"stage", "statsu"}),
            "`statsu` is no parameter of list; did you mean `status`?");
  EXPECT_EQ(refusal({"zebra"}),
            "`zebra` is no parameter of list; it takes `stage`, `status`, `from` and `to`");
}

}  // namespace
}  // namespace partita::serving
