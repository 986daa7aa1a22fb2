#include "language/expression/document_paths.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "language/expression/messages.h"

namespace partita::expression {

namespace {

enum class Relation { Apart, Overlap, Conflict };

Relation relation_of(DocumentPath one, DocumentPath two) {
  const std::size_t shared = std::min(one.size(), two.size());
  for (std::size_t i = 0; i < shared; ++i) {
    if (one[i].index() != two[i].index()) return Relation::Conflict;
    if (one[i] != two[i]) return Relation::Apart;
  }
  return Relation::Overlap;
}

// Sorted, a path stands right before the paths that go on from it, and names stand before indexes:
// if any two are not apart, two neighbours are not.
bool are_apart(std::span<const DocumentPath> paths) {
  std::vector<DocumentPath> sorted(paths.begin(), paths.end());
  std::sort(sorted.begin(), sorted.end(), [](DocumentPath one, DocumentPath two) {
    return std::lexicographical_compare(one.begin(), one.end(), two.begin(), two.end());
  });
  const auto meet = [](DocumentPath one, DocumentPath two) {
    return relation_of(one, two) != Relation::Apart;
  };
  return std::adjacent_find(sorted.begin(), sorted.end(), meet) == sorted.end();
}

struct Pair {
  DocumentPath one;
  DocumentPath two;
};

// The pair that DynamoDB complains of first: it takes the paths one by one and holds each against
// those before it.
std::optional<Pair> first_pair(std::span<const DocumentPath> paths, Relation relation) {
  for (std::size_t two = 1; two < paths.size(); ++two) {
    for (std::size_t one = 0; one < two; ++one) {
      if (relation_of(paths[one], paths[two]) == relation) {
        return Pair{paths[one], paths[two]};
      }
    }
  }
  return std::nullopt;
}

}  // namespace

Status check_paths_apart(ExpressionKind kind, std::span<const DocumentPath> paths) {
  if (are_apart(paths)) return {};
  if (const auto pair = first_pair(paths, Relation::Overlap)) {
    return messages::invalid(kind, messages::paths_overlap(pair->one, pair->two));
  }
  if (const auto pair = first_pair(paths, Relation::Conflict)) {
    return messages::invalid(kind, messages::paths_conflict(pair->one, pair->two));
  }
  return {};
}

std::vector<std::string_view> attribute_names(std::span<const DocumentPath> paths) {
  std::vector<std::string_view> names;
  names.reserve(paths.size());
  for (const DocumentPath path : paths) names.push_back(std::get<std::string_view>(path.front()));
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

Status check_keys_are_scalars(std::span<const DocumentPath> paths,
                              std::span<const std::string_view> key_attributes, KeyRole role) {
  for (const DocumentPath path : paths) {
    const auto name = std::get<std::string_view>(path.front());
    const bool is_key =
        std::find(key_attributes.begin(), key_attributes.end(), name) != key_attributes.end();
    if (is_key && path.size() > 1) {
      return messages::key_not_scalar(role == KeyRole::Table ? "Key" : "IndexKey", name);
    }
  }
  return {};
}

}  // namespace partita::expression
