#include "model/definition/key_template.h"

#include <gtest/gtest.h>

#include <map>

#include "partita/value/encoded_item.h"

namespace partita::model {
namespace {

KeyTemplate parsed(std::string_view text) {
  auto result = KeyTemplate::parse(text);
  EXPECT_TRUE(result.ok()) << result.error().message();
  return result.ok() ? *result : KeyTemplate();
}

// The key, "absent", or the refusal.
std::string rendered(std::string_view text, const Item& item) {
  const EncodedItem encoded(item);
  std::string key;
  const auto lookup = [&](std::string_view name) { return encoded.view().find(name); };
  const auto result = parsed(text).render(key, lookup);
  if (!result.ok()) return result.error().message();
  return *result ? key : "absent" + key;
}

using Variables = std::map<std::string, std::string>;

Variables read_back(std::string_view text, std::string_view key) {
  Variables variables;
  const bool is_read =
      parsed(text).read_back(key, [&](const TemplateVariable& variable, std::string_view value) {
        variables[variable.name] = value;
      });
  return is_read ? variables : Variables{{"no", ""}};
}

std::string template_refusal(std::string_view text) {
  const auto result = KeyTemplate::parse(text);
  return result.ok() ? "none" : result.error().message();
}

const Variables kNot{{"no", ""}};

TEST(KeyTemplate, RendersTextNumbersPaddingAndFilters) {
  const Item item{{"id", "Ravi Shankar"}, {"n", 7}, {"at", "2025"}};
  EXPECT_EQ(rendered("VERSION#v{n:04}#{at}", item), "VERSION#v0007#2025");
  EXPECT_EQ(rendered("NAME#{id|slug}", item), "NAME#ravi_shankar");
  EXPECT_EQ(rendered("{id|lower}", item), "ravi shankar");
  EXPECT_EQ(rendered("album-{n}", item), "album-7");
  EXPECT_EQ(rendered("metadata", item), "metadata");
  EXPECT_EQ(rendered("{{{n}}}", item), "{7}");
}

TEST(KeyTemplate, IsAbsentIfAnAttributeIs) {
  EXPECT_EQ(rendered("A#{x}#{y}", {{"x", "1"}}), "absent");
  EXPECT_EQ(rendered("A#{x}", {{"x", nullptr}}), "absent");
  EXPECT_EQ(rendered("A#{x}", {{"x", List{}}}), "absent");
}

TEST(KeyTemplate, RefusesValuesThatContainWhatFollows) {
  EXPECT_EQ(rendered("{a}#{b}", {{"a", "x#y"}, {"b", "z"}}),
            "a is \"x#y\", which contains \"#\", the text that follows it in the key");
  EXPECT_EQ(rendered("{a}#{b}", {{"a", "x"}, {"b", "y#z"}}), "x#y#z");
}

TEST(KeyTemplate, RefusesNumbersThatDoNotFitTheirPadding) {
  const std::string_view text = "{n:02}";
  EXPECT_EQ(rendered(text, {{"n", 100}}),
            "n is 100, which is no whole number of at most 2 digits as {n:02} needs");
  EXPECT_EQ(rendered(text, {{"n", -1}}),
            "n is -1, which is no whole number of at most 2 digits as {n:02} needs");
}

TEST(KeyTemplate, ReadsKeysBack) {
  EXPECT_EQ(read_back("VERSION#v{n:04}#{at}", "VERSION#v0012#2025-01-01"),
            (Variables{{"n", "12"}, {"at", "2025-01-01"}}));
  EXPECT_EQ(read_back("{n:02}", "00"), (Variables{{"n", "0"}}));
  EXPECT_EQ(read_back("A#{x}", "B#1"), kNot);
  EXPECT_EQ(read_back("A#{x}", "A#"), kNot);
  EXPECT_EQ(read_back("v{n:04}", "v12"), kNot);
  EXPECT_EQ(read_back("{x}#end", "1#end!"), kNot);
  EXPECT_TRUE(parsed("#METADATA").matches("#METADATA"));
}

TEST(KeyTemplate, IsAmbiguousIfVariablesTouch) {
  EXPECT_EQ(parsed("{a}{b}").ambiguity(), "{a} and {b} touch: nothing tells where one ends");
  EXPECT_EQ(parsed("{a}#{b}").ambiguity(), "");
  EXPECT_EQ(read_back("{a}{b}", "xy"), kNot);
}

TEST(KeyTemplate, KnowsItsPrefixAndShape) {
  EXPECT_EQ(parsed("metrics-{w}").literal_prefix(), "metrics-");
  EXPECT_EQ(parsed("{w}-x").literal_prefix(), "");
  EXPECT_TRUE(parsed("metadata").is_constant());
  EXPECT_TRUE(parsed("{id}").is_bare_variable());
  EXPECT_FALSE(parsed("{id|lower}").is_bare_variable());
  EXPECT_TRUE(parsed("A#{x}#{y}").uses("y"));
}

TEST(KeyTemplate, RendersAsFarAsItCanForPrefixes) {
  const EncodedItem item(Item{{"a", "1"}});
  const auto lookup = [&](std::string_view name) { return item.view().find(name); };
  EXPECT_EQ(*parsed("X#{a}#{b}").render_prefix(lookup), "X#1#");
}

TEST(KeyTemplate, SpreadsByAFixedHash) {
  EXPECT_EQ(shard_of("", 8), 14695981039346656037U % 8);
  EXPECT_EQ(shard_of("a", 1000), 0xAF63DC4C8601EC8CU % 1000);
  EXPECT_EQ(rendered("ARTIST#{shard(id, 8)}", {{"id", "a"}}), "ARTIST#4");
}

TEST(KeyTemplate, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(template_refusal(""), "a key template must not be empty");
  EXPECT_EQ(template_refusal("a{b"), "at character 2: the `{` is not closed");
  EXPECT_EQ(template_refusal("a}b"),
            "at character 2: a `}` closes nothing; `}}` is the character itself");
  EXPECT_EQ(template_refusal("{a|upper}"), "{a|upper}: the filters are |lower and |slug");
  EXPECT_EQ(template_refusal("{a:4}"), "{a:4}: padding is written {name:04}, without a filter");
  EXPECT_EQ(template_refusal("{a b}"), "{a b}: a variable is the name of an attribute: {name}");
  EXPECT_EQ(template_refusal("{shard(a)}"),
            "{shard(a)}: shards are written {shard(name, n)}, n from 1 to 1000");
}

}  // namespace
}  // namespace partita::model
