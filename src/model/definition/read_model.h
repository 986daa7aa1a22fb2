#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "model/definition/finding.h"
#include "model/definition/model.h"
#include "partita/base/result.h"

namespace partita::model {

inline constexpr std::size_t kModelBytesMax = 1'000'000;
inline constexpr int kModelDepthMax = 32;
inline constexpr std::size_t kModelNodesMax = 100'000;
inline constexpr std::size_t kModelEntriesMax = 2'000;  // Of one map or list.
inline constexpr std::size_t kFindingsMax = 50;

// The values of the model's params by name, from outside the file.
using ParamValues = std::map<std::string, std::string, std::less<>>;

struct Reading {
  std::shared_ptr<const Model> model;  // Null if there is a finding.
  std::vector<Finding> findings;       // In the order of the file, at most kFindingsMax.
};

// Reads a model file (YAML or JSON) and tells all that is wrong with it, not only the first.
Reading read_model(std::string_view text, const ParamValues& params = {});

// The same for who only wants the model.
// ERRORS: InvalidArgument with one line for each finding: file:line:column, what, what is allowed.
Result<std::shared_ptr<const Model>> load_model(std::string_view text, std::string_view file_name,
                                                const ParamValues& params = {});

}  // namespace partita::model
