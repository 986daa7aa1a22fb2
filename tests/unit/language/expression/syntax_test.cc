#include <gtest/gtest.h>

#include <string>

#include "language/expression/lexer.h"
#include "language/expression/parse.h"
#include "unit/language/expression/parse_error.h"

namespace partita::expression {
namespace {

std::string condition_error(std::string_view text,
                            ExpressionKind kind = ExpressionKind::Condition) {
  const auto tree = parse_condition(kind, text);
  return tree.ok() ? "no error" : tree.error().message();
}
std::string syntax_error(std::string_view token, std::string_view near) {
  return "Syntax error; token: \"" + std::string(token) + "\", near: \"" + std::string(near) + "\"";
}
std::string in_condition(const std::string& problem) {
  return "Invalid ConditionExpression: " + problem;
}
std::string in_update(const std::string& problem) { return "Invalid UpdateExpression: " + problem; }

TEST(Lexer, SeparatesNamesPlaceholdersDigitsAndSymbols) {
  const auto tokens = tokens_of("a_1<>#b.c[10]>=:v");
  std::string joined;
  for (const Token& token : tokens) joined += std::string(token.text) + "|";
  EXPECT_EQ(joined, "a_1|<>|#b|.|c|[|10|]|>=|:v||");
}

TEST(Lexer, TakesTabsAndLineBreaksForSpace) {
  EXPECT_EQ(condition_error("\ta\r\n=\n:v\t"), "no error");
}

TEST(Lexer, NeverCutsACharacterInTwo) {
  EXPECT_EQ(tokens_of("\u00e9")[0].text, "\u00e9");
  EXPECT_EQ(tokens_of("\u00e9")[0].kind, Token::Kind::Unknown);
}

TEST(Syntax, RefusesTheEmptyTextForEachKind) {
  EXPECT_EQ(condition_error(""), in_condition("The expression can not be empty;"));
  EXPECT_EQ(condition_error("", ExpressionKind::Filter),
            "Invalid FilterExpression: The expression can not be empty;");
  EXPECT_EQ(condition_error("", ExpressionKind::KeyCondition),
            "Invalid KeyConditionExpression: The expression can not be empty;");
  EXPECT_EQ(projection_error(""), "Invalid ProjectionExpression: The expression can not be empty;");
  EXPECT_EQ(update_error(""), in_update("The expression can not be empty;"));
}

TEST(Syntax, ShowsTheTokenBetweenItsNeighbours) {
  EXPECT_EQ(condition_error("things are not gonna be ok"),
            in_condition(syntax_error("are", "things are not")));
}

TEST(Syntax, ShowsAFirstTokenWithWhatFollows) {
  EXPECT_EQ(update_error("INVALID SYNTAX HERE"),
            in_update(syntax_error("INVALID", "INVALID SYNTAX")));
}

TEST(Syntax, CallsTheEndEof) {
  EXPECT_EQ(condition_error("a ="), in_condition(syntax_error("<EOF>", "=")));
  EXPECT_EQ(update_error("SET a"), in_update(syntax_error("<EOF>", "a")));
}

TEST(Syntax, RefusesAPathAsACondition) {
  EXPECT_EQ(condition_error("NOT #has_air_conditioner"),
            in_condition(syntax_error("<EOF>", "#has_air_conditioner")));
}

TEST(Syntax, RefusesAValueAsACondition) {
  EXPECT_EQ(condition_error(":v AND a = :v"), in_condition(syntax_error("AND", ":v AND a")));
}

TEST(Syntax, RefusesALiteralNumber) {
  EXPECT_EQ(condition_error("a > 4"), in_condition(syntax_error("4", "> 4")));
}

TEST(Syntax, RefusesAnUnknownOperator) {
  EXPECT_EQ(condition_error("a != :v"), in_condition(syntax_error("!", "a !=")));
}

TEST(Syntax, RefusesANameThatStartsWithAnUnderscore) {
  EXPECT_EQ(update_error("SET _123 = :v"), in_update(syntax_error("_", "SET _123")));
}

TEST(Syntax, RefusesANameThatStartsWithADigit) {
  EXPECT_EQ(update_error("SET 123a = :v"), in_update(syntax_error("123", "SET 123a")));
}

TEST(Syntax, RefusesAHashOrAColonAlone) {
  EXPECT_EQ(update_error("SET # = :v"), in_update(syntax_error("#", "SET # =")));
  EXPECT_EQ(update_error("SET a = :"), in_update(syntax_error(":", "= :")));
}

TEST(Syntax, TakesPlaceholdersOfDigitsAndUnderscores) {
  EXPECT_EQ(update_error("SET #123 = :_"), "no error");
}

TEST(Syntax, RefusesAnEmptyInList) {
  EXPECT_EQ(condition_error("a IN ()"), in_condition(syntax_error(")", "()")));
}

TEST(Syntax, RefusesACallWithoutArguments) {
  EXPECT_EQ(condition_error("size() > :v"), in_condition(syntax_error(")", "() >")));
}

TEST(Syntax, RefusesBetweenWithoutAnd) {
  EXPECT_EQ(condition_error("a BETWEEN :b, :c"), in_condition(syntax_error(",", ":b, :c")));
}

TEST(Syntax, RefusesAPlaceholderAsAnIndex) {
  EXPECT_EQ(update_error("SET a[:i] = :v"), in_update(syntax_error(":i", "[:i]")));
  EXPECT_EQ(update_error("SET a[#i] = :v"), in_update(syntax_error("#i", "[#i]")));
}

TEST(Syntax, RefusesAnUnclosedParenthesis) {
  EXPECT_EQ(condition_error("(a = :v"), in_condition(syntax_error("<EOF>", ":v")));
}

TEST(Syntax, RefusesAnIndexBehindAParenthesis) {
  EXPECT_EQ(condition_error("(size(a))[0] > a"), in_condition(syntax_error("[", ")[0")));
}

TEST(Syntax, RefusesAComparisonOfAComparison) {
  EXPECT_EQ(condition_error("a = b = c"), in_condition(syntax_error("=", "b = c")));
}

TEST(Syntax, RefusesASumOfThree) {
  EXPECT_EQ(update_error("SET a = :a + :b + :c"), in_update(syntax_error("+", ":b + :c")));
}

TEST(Syntax, RefusesASumAsAnArgument) {
  EXPECT_EQ(update_error("SET a = if_not_exists(a, :b+:c)"), in_update(syntax_error("+", ":b+:c")));
}

TEST(Syntax, RefusesAValueOnTheLeftOfSet) {
  EXPECT_EQ(update_error("SET :a = :b"), in_update(syntax_error(":a", "SET :a =")));
}

TEST(Syntax, RefusesAPathAfterAddOrDelete) {
  EXPECT_EQ(update_error("ADD a b"), in_update(syntax_error("b", "a b")));
  EXPECT_EQ(update_error("DELETE a b"), in_update(syntax_error("b", "a b")));
}

TEST(Syntax, RefusesACommaAtTheEnd) {
  EXPECT_EQ(projection_error("a, b,"),
            "Invalid ProjectionExpression: " + syntax_error("<EOF>", ","));
}

TEST(Syntax, RefusesAFunctionInAProjection) {
  EXPECT_EQ(projection_error("size(a)"),
            "Invalid ProjectionExpression: " + syntax_error("(", "size(a"));
}

TEST(Syntax, ReadsKeywordsInAnyCase) {
  EXPECT_EQ(condition_error("nOt a bEtWeEn :a aNd :b oR a iN (:c)"), "no error");
  EXPECT_EQ(update_error("sEt a = :a rEmove b aDd c :c deLete d :d"), "no error");
}

TEST(Syntax, ReadsFunctionNamesInTheirCaseOnly) {
  EXPECT_EQ(update_error("SET a = LIST_APPEND(:a, :b)"),
            in_update("Invalid function name; function: LIST_APPEND"));
}

TEST(Syntax, AllowsSpaceBeforeTheParenthesisOfACall) {
  EXPECT_EQ(condition_error("attribute_exists (a)"), "no error");
}

TEST(Syntax, RefusesASectionThatComesTwice) {
  EXPECT_EQ(update_error("SET a = :a REMOVE b SET c = :c"),
            in_update("The \"SET\" section can only be used once in an update expression;"));
}

TEST(Parentheses, AllowsOnePairAroundAnything) {
  EXPECT_EQ(condition_error("((a = :v) AND (NOT (b = (:v))))"), "no error");
  EXPECT_EQ(update_error("SET a = (:a) + (:b), b = (c - :d)"), "no error");
}

TEST(Parentheses, RefusesTwoPairsAroundOneThing) {
  const std::string problem = "The expression has redundant parentheses;";
  EXPECT_EQ(condition_error("((a = :v))"), in_condition(problem));
  EXPECT_EQ(condition_error("a = ((:v))"), in_condition(problem));
  EXPECT_EQ(condition_error("((a = :v AND b = :v))"), in_condition(problem));
  EXPECT_EQ(update_error("SET a = ((:v))"), in_update(problem));
}

TEST(Parentheses, AllowsTwoThatOpenTogetherAndCloseApart) {
  EXPECT_EQ(condition_error("((a = :v AND b = :v) AND c = :v)"), "no error");
}

TEST(Parentheses, RefusesThousandsWithoutDeepRecursion) {
  EXPECT_EQ(condition_error(std::string(4096, '(')),
            in_condition("The expression has redundant parentheses;"));
}

TEST(OrderOfErrors, TellsSyntaxBeforeAllElse) {
  EXPECT_EQ(condition_error("((abort = :v)) AND f(a) AND"),
            in_condition(syntax_error("<EOF>", "AND")));
}

TEST(OrderOfErrors, TellsParenthesesThenFunctionsThenReservedWordsInConditions) {
  EXPECT_EQ(condition_error("abort = :v AND f(a) AND size(a) AND ((b = :v))"),
            in_condition("The expression has redundant parentheses;"));
  EXPECT_EQ(condition_error("abort = :v AND size(a) AND f(a)"),
            in_condition("Invalid function name; function: f"));
  EXPECT_EQ(condition_error("abort = :v AND size(a)"),
            in_condition("The function is not allowed to be used this way in an expression; "
                         "function: size"));
}

TEST(OrderOfErrors, TellsReservedWordsThenFunctionsThenSectionsInUpdates) {
  EXPECT_EQ(update_error("SET a = f(a) SET abort = :v"),
            in_update("Attribute name is a reserved keyword; reserved keyword: abort"));
  EXPECT_EQ(update_error("SET a = :a SET b = f(a)"),
            in_update("Invalid function name; function: f"));
}

}  // namespace
}  // namespace partita::expression
