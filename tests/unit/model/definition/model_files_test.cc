#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "model/definition/read_model.h"
#include "model/definition/shape.h"
#include "unit/model/definition/all_shapes.h"

// The models that come with the program, the documents they were made from, and the examples of the
// reference: all of them load.

namespace partita::model {
namespace {

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

std::vector<std::filesystem::path> files_in(const std::string& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(PARTITA_SOURCE_TREE "/" + folder)) {
    if (entry.path().extension() == ".yaml") paths.push_back(entry.path());
  }
  return paths;
}

void expect_to_load(const std::filesystem::path& path) {
  const auto model = load_model(content_of(path), path.filename().string());
  EXPECT_TRUE(model.ok()) << model.error().message();
}

TEST(ModelFiles, AllModelsLoad) {
  const auto paths = files_in("models");
  EXPECT_GE(paths.size(), 5U);
  for (const auto& path : paths) expect_to_load(path);
}

TEST(ModelFiles, DocumentsAsWrittenLoad) {
  const auto paths = files_in("tests/model/as_written");
  EXPECT_GE(paths.size(), 5U);
  for (const auto& path : paths) expect_to_load(path);
}

// The blocks of a Markdown text between ```yaml and ```, in order.
std::vector<std::string> yaml_blocks(const std::string& markdown) {
  constexpr std::string_view kOpen = "\n```yaml\n";
  std::vector<std::string> blocks;
  for (std::size_t at = markdown.find(kOpen); at != markdown.npos; at = markdown.find(kOpen, at)) {
    at += kOpen.size();
    const std::size_t end = markdown.find("\n```\n", at);
    EXPECT_NE(end, markdown.npos);
    blocks.push_back(markdown.substr(at, end + 1 - at));
    at = end;
  }
  return blocks;
}

// The first example is a whole model, as are those that begin as it does; the others are sections
// that can be added to it.
TEST(ModelFiles, ExamplesOfTheReferenceLoad) {
  const auto blocks = yaml_blocks(content_of(PARTITA_SOURCE_TREE "/docs/MODEL_FORMAT.md"));
  ASSERT_GE(blocks.size(), 5U);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const bool is_whole = blocks[i].starts_with("format:");
    const auto model = load_model(is_whole ? blocks[i] : blocks[0] + blocks[i], "MODEL_FORMAT.md");
    EXPECT_TRUE(model.ok()) << "example " << i + 1 << ": " << model.error().message();
  }
}

TEST(ModelFiles, TheReferenceNamesEveryKey) {
  const std::string reference = content_of(PARTITA_SOURCE_TREE "/docs/MODEL_FORMAT.md");
  std::set<const Shape*> shapes;
  collect(kModelShape, shapes);
  for (const Shape* shape : shapes) {
    for (const Key& key : shape->keys) {
      EXPECT_NE(reference.find(key.name), reference.npos) << shape->name << "." << key.name;
    }
  }
}

// Whether the word stands there as a whole, with this behind it.
bool has_word(const std::string& text, std::string_view word, std::string_view behind) {
  const auto is_part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const bool begins = at == 0 || (!is_part(text[at - 1]) && text[at - 1] != '.');
    const std::size_t end = at + word.size();
    const bool ends = end >= text.size() || !is_part(text[end]);
    if (begins && ends && std::string_view(text).substr(end).starts_with(behind)) return true;
  }
  return false;
}

TEST(ModelFiles, TheReferenceShowsEveryKeyInUseAndNamesEveryChoice) {
  const std::string page = content_of(PARTITA_SOURCE_TREE "/docs/MODEL_FORMAT.md");
  std::string examples;
  for (const auto& block : yaml_blocks(page)) examples += block;
  std::set<const Shape*> shapes;
  collect(kModelShape, shapes);
  for (const Shape* shape : shapes) {
    for (const Key& key : shape->keys) {
      EXPECT_TRUE(has_word(examples, key.name, ":")) << shape->what << ": " << key.name;
      for (const auto choice : key.choices) {
        EXPECT_TRUE(has_word(page, choice, "")) << key.name << ": " << choice;
      }
    }
  }
  EXPECT_FALSE(has_word(examples, "no_such_key", ":"));
}

}  // namespace
}  // namespace partita::model
