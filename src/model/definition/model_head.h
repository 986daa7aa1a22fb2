#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/definition/read_model.h"

namespace partita::model {

// What a model file says of itself before its params have values.
struct ModelHead {
  struct Param {
    std::string name;
    std::optional<std::string> fallback;  // What it is if nobody gives a value.
    bool names_tables = false;            // The name of a table is made with it.
  };

  std::string name;
  std::vector<Param> params;

  // The param of that name, or null.
  const Param* find(std::string_view param) const;
};

// Nullopt if it is no model file; read_model says why.
std::optional<ModelHead> read_head(std::string_view text);

// As Model::environment will be with these values.
std::string environment_of(const ModelHead& head, const ParamValues& values);

// Adds one value to the name of an environment: "prod", "prod-eu".
void append_environment(std::string& environment, std::string_view value);

// Whether two files say the same: comments, blank lines and quotes aside.
bool say_the_same(std::string_view left, std::string_view right);

}  // namespace partita::model
