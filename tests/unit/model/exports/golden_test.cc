#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "model/exports/jsonschema.h"
#include "model/exports/markdown.h"
#include "model/exports/mermaid.h"
#include "model/exports/openapi.h"
#include "model/exports/terraform.h"
#include "support/model_file.h"

namespace partita::exports {
namespace {

constexpr std::string_view kFolder = "tests/unit/model/exports/golden/";

// Compares with the file, or writes it if PARTITA_UPDATE_GOLDEN is set in the environment.
void expect_golden(const std::string& text, std::string_view name) {
  const std::string path = std::string(kFolder) + std::string(name);
  if (std::getenv("PARTITA_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(std::string(PARTITA_SOURCE_TREE) + "/" + path, std::ios::binary) << text;
  }
  EXPECT_EQ(text, tree_file(path)) << "if the change is meant: PARTITA_UPDATE_GOLDEN=1";
}

class Golden : public testing::Test {
 protected:
  std::shared_ptr<const model::Model> model_ = tree_model(std::string(kFolder) + "library.yaml");
};

TEST_F(Golden, MarkdownIsAsRead) {
  const MarkdownFacts facts{
      .plans = {{.pattern = "loans_by_state",
                 .index = "by-state",
                 .condition =
                     "kind = :kind AND #state = :state AND dueOn BETWEEN :lo AND :hi   2 legs"}},
      .costs = {{.what = "writes of Loan", .detail = "3 units | each", .usd_per_month = "0.01"}},
      .price_book = "us-east-1"};
  expect_golden(markdown(*model_, facts), "library.md");
}

TEST_F(Golden, DiagramsAreAsRead) { expect_golden(mermaid(*model_), "diagrams.md"); }

TEST_F(Golden, TerraformIsAsRead) { expect_golden(terraform(*model_), "library.tf"); }

TEST_F(Golden, OpenApiIsAsRead) { expect_golden(openapi(*model_), "openapi.json"); }

TEST_F(Golden, JsonSchemaIsAsRead) { expect_golden(jsonschema(*model_), "schema.json"); }

}  // namespace
}  // namespace partita::exports
