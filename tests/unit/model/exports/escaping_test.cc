#include <gtest/gtest.h>

#include "model/exports/hcl_text.h"
#include "model/exports/markdown_text.h"
#include "model/exports/mermaid_text.h"

// Names and texts come from users: none may end a cell, a string or a label.

namespace partita::exports {
namespace {

TEST(Escaping, KeepsACellOfAMarkdownTableInOneCell) {
  EXPECT_EQ(markdown_text("a | b\nc"), "a \\| b c");
  EXPECT_EQ(markdown_code("a|b"), "`a\\|b`");
}

TEST(Escaping, ShowsMarkupAsText) {
  EXPECT_EQ(markdown_text("*a* _b_ <i> & `c` [d](e)"),
            "\\*a\\* \\_b\\_ &lt;i> &amp; \\`c\\` \\[d\\](e)");
  EXPECT_EQ(markdown_text("# title"), "\\# title");
}

TEST(Escaping, FencesCodeThatHasBackticks) {
  EXPECT_EQ(markdown_code("a`b"), "``a`b``");
  EXPECT_EQ(markdown_code("`"), "`` ` ``");
  std::string block;
  append_block(block, "json", "```\n");
  EXPECT_EQ(block, "````json\n```\n````\n\n");
}

TEST(Escaping, LeavesEmptyCodeEmpty) { EXPECT_EQ(markdown_code(""), ""); }

TEST(Escaping, KeepsHclStringsFromBeingTemplates) {
  EXPECT_EQ(hcl_string("a\"b\\c\n${x} %{y} $z"), "\"a\\\"b\\\\c\\n$${x} %%{y} $z\"");
}

TEST(Escaping, KeepsHclCommentsInOneLine) {
  HclText hcl;
  hcl.comment("one\nresource {");
  EXPECT_EQ(std::move(hcl).take(), "# one resource {\n");
}

TEST(Escaping, AlignsArgumentsOfABlock) {
  HclText hcl;
  hcl.open("ttl");
  hcl.text("attribute_name", "a");
  hcl.flag("enabled", true);
  hcl.close();
  EXPECT_EQ(std::move(hcl).take(), "ttl {\n  attribute_name = \"a\"\n  enabled        = true\n}\n");
}

TEST(Escaping, WritesMermaidSignsAsEntityCodes) {
  EXPECT_EQ(mermaid_label("say \"a:b\"; #1\n<x>"), "say #quot;a#58;b#quot;#59; #35;1 #lt;x#gt;");
}

TEST(Escaping, MakesLegalMermaidNames) {
  EXPECT_EQ(mermaid_name("a.b c"), "a_b_c");
  EXPECT_EQ(mermaid_name("1st"), "x1st");
  EXPECT_EQ(mermaid_name(""), "x");
}

TEST(Escaping, TakesNoWordOfMermaidForAName) {
  EXPECT_TRUE(is_mermaid_name("running"));
  EXPECT_TRUE(is_mermaid_name("TIMED_OUT"));
  EXPECT_FALSE(is_mermaid_name("end"));
  EXPECT_FALSE(is_mermaid_name("End"));
  EXPECT_FALSE(is_mermaid_name("a--b"));
  EXPECT_FALSE(is_mermaid_name("written off"));
  EXPECT_FALSE(is_mermaid_name(""));
}

}  // namespace
}  // namespace partita::exports
