#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "model/definition/entity_attributes.h"
#include "model/exports/jsonschema.h"
#include "model/exports/markdown.h"
#include "model/exports/markdown_text.h"
#include "model/exports/mermaid.h"
#include "model/exports/openapi.h"
#include "model/exports/terraform.h"
#include "support/model_file.h"

// What every document must hold, whatever the model: nothing of it is lost.

namespace partita::exports {
namespace {

class ShippedModels : public testing::TestWithParam<std::string_view> {
 protected:
  std::shared_ptr<const model::Model> model_ = shipped_model(GetParam());
};

INSTANTIATE_TEST_SUITE_P(All, ShippedModels, testing::ValuesIn(kModelNames),
                         [](const auto& name) { return std::string(name.param); });

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// Python's reader of JSON is strict and not ours.
void expect_json(const std::string& text, const std::string& name) {
  const std::string path = testing::TempDir() + name;
  std::ofstream(path, std::ios::binary) << text;
  const std::string command = fmt::format("python3 -m json.tool '{}' > /dev/null", path);
  EXPECT_EQ(std::system(command.c_str()), 0) << name;
  std::remove(path.c_str());
}

// Every "$ref" leads to a member of that name.
void expect_references(const std::string& text, const std::string& place) {
  const std::regex reference("\"\\$ref\": \"" + place + "([^\"]+)\"");
  std::set<std::string> names;
  for (std::sregex_iterator at(text.begin(), text.end(), reference), end; at != end; ++at) {
    names.insert((*at)[1]);
  }
  EXPECT_FALSE(names.empty());
  for (const std::string& name : names) {
    EXPECT_TRUE(holds(text, "\"" + name + "\": {")) << name;
  }
}

TEST_P(ShippedModels, MarkdownNamesEveryAttributeWithItsDescription) {
  const std::string text = markdown(*model_);
  for (const model::Entity& entity : model_->entities) {
    EXPECT_TRUE(holds(text, "### " + markdown_text(entity.name) + "\n")) << entity.name;
    for (const model::Attribute& attribute : entity.attributes) {
      EXPECT_TRUE(holds(text, "| `" + attribute.name + "` | ")) << attribute.name;
      EXPECT_TRUE(holds(text, markdown_text(attribute.notes.description))) << attribute.name;
    }
    for (const model::DerivedKey& key : entity.row.keys) {
      EXPECT_TRUE(holds(text, markdown_code(key.key.text()))) << key.name;
    }
  }
}

TEST_P(ShippedModels, MarkdownNamesEveryIndexPatternAndRollup) {
  const std::string text = markdown(*model_);
  for (const model::Table& table : model_->tables) {
    for (const model::Index& index : table.indexes) {
      EXPECT_TRUE(holds(text, "| `" + index.name + "` | ")) << index.name;
      EXPECT_TRUE(holds(text, markdown_text(index.notes.note))) << index.name;
    }
  }
  for (const model::Pattern& pattern : model_->patterns) {
    EXPECT_TRUE(holds(text, "| `" + pattern.name + "` | ")) << pattern.name;
    EXPECT_TRUE(!pattern.http || holds(text, pattern.http->path)) << pattern.name;
  }
  for (const model::Rollup& rollup : model_->rollups) {
    EXPECT_TRUE(holds(text, "| `" + rollup.name + "` | ")) << rollup.name;
  }
}

TEST_P(ShippedModels, MarkdownShowsEveryTransitionAndSample) {
  const std::string text = markdown(*model_);
  for (const model::Entity& entity : model_->entities) {
    if (!entity.lifecycle) continue;
    EXPECT_TRUE(holds(text, state_diagram(entity))) << entity.name;
    for (const model::Transition& transition : entity.lifecycle->transitions) {
      const std::string row = fmt::format("| {} | {} |", markdown_codes(transition.from),
                                          markdown_codes(transition.to));
      EXPECT_TRUE(holds(text, row)) << row;
    }
  }
  for (const model::Sample& sample : model_->samples) {
    EXPECT_TRUE(holds(text, "### " + markdown_text(sample.name) + "\n")) << sample.name;
  }
}

TEST_P(ShippedModels, MarkdownTablesHaveAsManyCellsInEachRow) {
  const std::regex bar(R"((^|[^\\])\|)");
  std::ptrdiff_t bars = 0;
  for (const std::string& line : lines_of(markdown(*model_))) {
    const bool is_row = line.starts_with('|');
    const auto count = std::distance(std::sregex_iterator(line.begin(), line.end(), bar), {});
    EXPECT_TRUE(!is_row || bars == 0 || count == bars) << line;
    bars = is_row ? count : 0;
  }
}

TEST_P(ShippedModels, MarkdownMasksSensitiveSamples) {
  const std::string text = markdown(*model_);
  for (const model::Sample& sample : model_->samples) {
    for (const model::Attribute& attribute : sample.entity->attributes) {
      const Value* value = sample.item.find(attribute.name);
      if (!attribute.is_sensitive || value == nullptr || value->type() != ValueType::S) continue;
      EXPECT_FALSE(holds(text, value->string())) << attribute.name;
    }
  }
}

TEST_P(ShippedModels, DocumentsAreTheSameEachTime) {
  const auto again = shipped_model(GetParam());
  EXPECT_EQ(markdown(*model_), markdown(*again));
  EXPECT_EQ(openapi(*model_), openapi(*again));
  EXPECT_EQ(terraform(*model_), terraform(*again));
}

TEST_P(ShippedModels, JsonSchemaIsJsonAndKnowsEveryAttribute) {
  const std::string text = jsonschema(*model_);
  expect_json(text, fmt::format("schema_{}.json", GetParam()));
  expect_references(text, "#/\\$defs/");
  for (const model::Entity& entity : model_->entities) {
    EXPECT_TRUE(holds(text, "\"" + entity.name + "\": {")) << entity.name;
    for (const model::Attribute& attribute : entity.attributes) {
      EXPECT_TRUE(holds(text, "\"" + attribute.name + "\": ")) << attribute.name;
    }
    for (const std::string& key : model::made_keys(entity)) {
      EXPECT_TRUE(holds(text, "\"" + key + "\": {")) << key;
    }
  }
}

TEST_P(ShippedModels, OpenApiIsJsonAndKnowsEveryLiveRoute) {
  const std::string text = openapi(*model_);
  expect_json(text, fmt::format("openapi_{}.json", GetParam()));
  expect_references(text, "#/components/schemas/");
  for (const model::Pattern& pattern : model_->patterns) {
    if (!pattern.http) continue;
    const bool is_named = holds(text, "\"" + pattern.name + "\"");
    EXPECT_EQ(is_named, pattern.notes.is_live) << pattern.name;
    EXPECT_TRUE(!is_named || holds(text, "\"" + pattern.http->path + "\": {")) << pattern.name;
  }
}

TEST_P(ShippedModels, OpenApiShowsNothingHidden) {
  const std::string text = openapi(*model_);
  EXPECT_FALSE(holds(text, "x-hidden"));
}

TEST_P(ShippedModels, TerraformHasEveryLiveIndexAndBalancedBraces) {
  const std::string text = terraform(*model_);
  for (const model::Table& table : model_->tables) {
    EXPECT_TRUE(holds(text, "resource \"aws_dynamodb_table\" \"" + table.id + "\"")) << table.id;
    for (const model::Index& index : table.indexes) {
      const std::regex block("secondary_index \\{\n +name += \"" + index.name + "\"");
      EXPECT_EQ(std::regex_search(text, block), index.notes.is_live) << index.name;
    }
  }
  int depth = 0;
  bool is_in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"' && (i == 0 || text[i - 1] != '\\')) is_in_string = !is_in_string;
    if (is_in_string) continue;
    depth += text[i] == '{' ? 1 : text[i] == '}' ? -1 : 0;
    EXPECT_GE(depth, 0);
  }
  EXPECT_EQ(depth, 0);
  EXPECT_FALSE(is_in_string);
}

TEST_P(ShippedModels, TerraformDeclaresEachKeyAttributeOnce) {
  const std::string text = terraform(*model_);
  const std::regex block("attribute \\{\n +name = \"([^\"]+)\"\n +type = \"([SNB])\"");
  std::multiset<std::string> declared;
  for (std::sregex_iterator at(text.begin(), text.end(), block), end; at != end; ++at) {
    declared.insert((*at)[1]);
  }
  for (const model::Table& table : model_->tables) {
    std::set<std::string> keys{table.partition_key};
    if (table.has_sort_key()) keys.insert(table.sort_key);
    for (const model::Index& index : table.indexes) {
      if (!index.notes.is_live) continue;
      keys.insert(index.partition.begin(), index.partition.end());
      keys.insert(index.sort.begin(), index.sort.end());
    }
    for (const std::string& key : keys) EXPECT_EQ(declared.count(key), 1U) << key;
  }
}

TEST_P(ShippedModels, MermaidLinesAreLegal) {
  const std::regex entity_line(
      R"(erDiagram|  "[^"]+" \{|    [a-z]+ [A-Za-z][\w-]*( PK, FK| PK| FK)?( "[^"]*")?|  \}|)"
      R"(  "[^"]+" \|\|--o\{ "[^"]+" : "[^"]*")");
  for (const std::string& line : lines_of(entity_diagram(*model_))) {
    EXPECT_TRUE(std::regex_match(line, entity_line)) << line;
  }
  const std::regex state_line(
      R"(stateDiagram-v2|  state "[^"]+" as \w+|)"
      R"(  (\[\*\]|[A-Za-z][\w-]*) --> (\[\*\]|[A-Za-z][\w-]*)( : [^:"]+)?)");
  for (const model::Entity& entity : model_->entities) {
    if (!entity.lifecycle) continue;
    for (const std::string& line : lines_of(state_diagram(entity))) {
      EXPECT_TRUE(std::regex_match(line, state_line)) << line;
    }
  }
}

TEST_P(ShippedModels, MermaidJoinsEveryReferenceAndEdge) {
  const std::string text = entity_diagram(*model_);
  const auto line = [](const model::Entity& one, const model::Entity& many,
                       std::string_view label) {
    return fmt::format("\"{}\" ||--o{{ \"{}\" : \"{}\"", one.name, many.name, label);
  };
  for (const model::Entity& entity : model_->entities) {
    for (const model::Attribute& attribute : entity.attributes) {
      if (attribute.references == nullptr) continue;
      EXPECT_TRUE(holds(text, line(*attribute.references, entity, attribute.name)));
    }
    if (!entity.edge) continue;
    EXPECT_TRUE(holds(text, line(*entity.edge->to.entity, entity, entity.edge->to.attribute)));
  }
}

TEST(Terraform, WritesAutoScalingForProvisionedTables) {
  const auto model = shipped_model("photoeditor", {{"env", "prod"}});
  const std::string text = terraform(*model);
  EXPECT_TRUE(holds(text, "billing_mode                = \"PROVISIONED\""));
  EXPECT_TRUE(holds(text, "resource \"aws_appautoscaling_target\" \"jobs_read\""));
  EXPECT_TRUE(
      holds(text, "\"table/${aws_dynamodb_table.jobs.name}/index/userId-createdAt-index\""));
  EXPECT_TRUE(holds(text, "max_capacity       = 100"));
  EXPECT_TRUE(holds(text, "target_value = 70"));
  EXPECT_TRUE(holds(text, "ignore_changes = "));
}

TEST(Terraform, ChangesWithTheParametersOfTheModel) {
  EXPECT_TRUE(holds(terraform(*shipped_model("rez_agent", {{"stage", "prod"}})),
                    "name                        = \"rez-agent-messages-prod\""));
}

}  // namespace
}  // namespace partita::exports
