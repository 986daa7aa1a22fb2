#pragma once

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>

#include "model/definition/read_model.h"

// The models of the repository, for tests that want real ones. The program that includes this has
// PARTITA_SOURCE_TREE defined.

namespace partita {

inline constexpr std::array<std::string_view, 5> kModelNames = {
    "album_workflow", "execution_index", "music", "photoeditor", "rez_agent"};

inline std::string tree_file(std::string_view path) {
  std::ifstream file(std::string(PARTITA_SOURCE_TREE) + "/" + std::string(path), std::ios::binary);
  EXPECT_TRUE(file.is_open()) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

// The model in that text. Stops the test program as below.
inline std::shared_ptr<const model::Model> model_of(std::string_view text) {
  auto model = model::load_model(text, "test.yaml");
  if (!model.ok()) ADD_FAILURE() << model.error().message();
  return model.value();
}

// Stops the test program if the model cannot be read: nothing could be tested then.
inline std::shared_ptr<const model::Model> tree_model(std::string_view path,
                                                      const model::ParamValues& params = {}) {
  auto model = model::load_model(tree_file(path), path, params);
  if (!model.ok()) ADD_FAILURE() << model.error().message();
  return model.value();
}

inline std::shared_ptr<const model::Model> shipped_model(std::string_view name,
                                                         const model::ParamValues& params = {}) {
  return tree_model("models/" + std::string(name) + ".yaml", params);
}

}  // namespace partita
