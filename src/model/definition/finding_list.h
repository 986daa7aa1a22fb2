#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/definition/finding.h"

namespace partita::model {

// What a reader finds, up to a bound: the first problems are those that matter.
class FindingList {
 public:
  void add(std::string_view code, Place place, std::string message);

  bool is_empty() const { return findings_.empty(); }
  bool is_full() const;
  // In the order of the file.
  std::vector<Finding> take() &&;

 private:
  std::vector<Finding> findings_;
};

}  // namespace partita::model
