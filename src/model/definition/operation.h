#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/definition/model.h"

namespace partita::model {

// All that is served at one method and path: patterns that `select_when` tells apart, or a rollup.
struct Operation {
  std::string method;  // In lower case.
  std::string path;
  std::vector<const Pattern*> patterns;
  const Rollup* rollup = nullptr;

  const Notes& notes() const;
  const std::string& name() const;
  // Whether it changes nothing.
  bool is_read() const;
};

// Returns the operations of the model that are served: those of one path stand together, paths and
// methods in the order of the file.
std::vector<Operation> operations_of(const Model& model);

// What a caller gives in the path, the query string or a header.
struct OperationParameter {
  std::string name;
  bool is_in_path = false;
  bool is_in_header = false;
  bool is_required = false;
  const AttributeType* type = nullptr;  // Null: a text.
  std::string description;
};

// Each parameter once; one that some patterns do without is not required. The page's own (limit,
// page) are not among them.
std::vector<OperationParameter> parameters_of(const Operation& operation);

// Whether its answer comes in pages.
bool is_paged(const Pattern& pattern);

}  // namespace partita::model
