#pragma once

#include <optional>
#include <string>
#include <utility>

#include "partita/base/error.h"
#include "partita/base/result.h"
#include "partita/value/encoded_item.h"

// Attribute values as a client sent them. If DynamoDB refuses a value (an empty set, a number out
// of range), the error is not reported while the request is decoded, because DynamoDB reports other
// errors of the request first. So the problem is kept with the input until the operation checks the
// item.
namespace partita::api {

struct InputProblem {
  std::string attribute;  // The name at the top: where the problem is.
  Error error;
};

// The detail of a problem whose cause is the nesting depth of a value.
class NestingFault : public ErrorDetail {
 public:
  explicit NestingFault(int levels) : levels_(levels) {}

  // AWS: for values of 63 levels and more, the error has the wording of an older layer (captured
  // 2026-10). Ours: errors that are reported before the depth itself have that wording, too.
  bool is_for_older_layer() const { return levels_ > 62; }

 private:
  int levels_;  // Of the deepest value beside it.
};

// A map of attribute names to values: an item, a key, ExpressionAttributeValues.
class ItemInput {
 public:
  ItemInput() = default;
  ItemInput(EncodedItem item) : item_(std::move(item)) {}  // NOLINT: implicit, programs build them
  explicit ItemInput(InputProblem problem) : problem_(std::move(problem)) {}

  const std::optional<InputProblem>& problem() const { return problem_; }
  // ERRORS: the problem's.
  Status check() const {
    if (problem_) return problem_->error;
    return {};
  }
  // REQUIRES: there is no problem.
  ItemView view() const { return item_.view(); }
  const EncodedItem& item() const { return item_; }

 private:
  EncodedItem item_;
  std::optional<InputProblem> problem_;
};

// One attribute value.
class ValueInput {
 public:
  ValueInput() = default;
  ValueInput(EncodedValue value) : value_(std::move(value)) {}  // NOLINT: implicit
  explicit ValueInput(Error problem) : problem_(std::move(problem)) {}

  // ERRORS: the problem's.
  Status check() const {
    if (problem_) return *problem_;
    return {};
  }
  const std::optional<Error>& problem() const { return problem_; }
  // REQUIRES: there is no problem.
  ValueView view() const { return value_.view(); }

 private:
  EncodedValue value_;
  std::optional<Error> problem_;
};

}  // namespace partita::api
