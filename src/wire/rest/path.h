#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "partita/base/function_ref.h"
#include "partita/base/result.h"

namespace partita::rest {

// The segments of a path as it travels, decoded: "/a/b%2Fc" has "a" and "b/c". One slash at the end
// does not count.
// ERRORS: Failure BadArgument for what is no UTF-8 once decoded, or has too many segments.
Result<std::vector<std::string>> path_segments(std::string_view path);

// Path templates ("/messages/{id}/status", "/messages/{id}:claim"), each with a number, and which
// of them fit a path. THREADS: safe for concurrent calls of find.
class PathTree {
 public:
  // The number of the template: a new one, or that of an equal one whose parameters may have other
  // names. Numbers count from 0.
  std::size_t add(std::string_view path_template);
  std::size_t size() const { return size_; }

  // Calls visit(number, values of the parameters) for each template that fits, those with literal
  // segments before those with parameters in their place, and of these those with something behind
  // the parameter first, until it returns true.
  using Values = std::vector<std::string_view>;
  using Visit = FunctionRef<bool(std::size_t, const Values&)>;
  bool find(const std::vector<std::string>& segments, Visit visit) const;

 private:
  struct Node {
    std::vector<std::pair<std::string, std::size_t>> literals;  // By text; the child of each.
    std::vector<std::pair<std::string, std::size_t>> endings;   // ":claim"; the child of each.
    std::optional<std::size_t> parameter;                       // The child of {any}.
    std::optional<std::size_t> number;                          // Of a template that ends here.
  };
  // One way through the tree while a path is looked for.
  struct Walk;

  std::size_t child(std::size_t node, std::string_view segment);
  const Node* find_literal(const Node& node, std::string_view segment) const;
  bool descend(const Node& node, std::size_t depth, Walk& walk) const;
  bool descend_by_value(std::size_t child, std::string_view value, std::size_t depth,
                        Walk& walk) const;

  std::vector<Node> nodes_{Node{}};
  std::size_t size_ = 0;
};

}  // namespace partita::rest
