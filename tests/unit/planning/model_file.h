#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <sstream>
#include <string>

#include "model/read_model.h"

namespace partita::planning {

using ModelPointer = std::shared_ptr<const model::Model>;

// The model in that text; the test fails if it is none.
inline ModelPointer model_of(const std::string& text) {
  auto model = model::load_model(text, "test.yaml");
  EXPECT_TRUE(model.ok()) << model.error().message();
  return model.ok() ? *model : std::make_shared<model::Model>();
}

// A model file of the source tree: "models/rez_agent.yaml".
inline ModelPointer model_file(const std::string& path) {
  std::ifstream file(std::string(PARTITA_SOURCE_TREE) + "/" + path);
  std::ostringstream text;
  text << file.rdbuf();
  EXPECT_TRUE(file.good()) << path;
  return model_of(text.str());
}

}  // namespace partita::planning
