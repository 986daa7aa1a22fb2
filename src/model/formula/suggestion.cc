#include "model/formula/suggestion.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace partita::model {
namespace {

char folded(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

// How many letters must be changed, added, removed or swapped; capitals do not count.
std::size_t distance(std::string_view left, std::string_view right) {
  std::vector<std::size_t> before(right.size() + 1);
  std::vector<std::size_t> row(right.size() + 1);
  std::vector<std::size_t> next(right.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= left.size(); ++i) {
    next[0] = i;
    for (std::size_t j = 1; j <= right.size(); ++j) {
      const bool is_equal = folded(left[i - 1]) == folded(right[j - 1]);
      next[j] = std::min({row[j] + 1, next[j - 1] + 1, row[j - 1] + (is_equal ? 0 : 1)});
      const bool is_swap = i > 1 && j > 1 && folded(left[i - 1]) == folded(right[j - 2]) &&
                           folded(left[i - 2]) == folded(right[j - 1]);
      if (is_swap) next[j] = std::min(next[j], before[j - 2] + 1);
    }
    std::swap(before, row);
    std::swap(row, next);
  }
  return row[right.size()];
}

// Words for units of time, and how model files write them.
struct UnitWord {
  std::string_view begin;  // "min" for min, mins, minute, minutes.
  std::string_view unit;
};
constexpr UnitWord kUnitWords[] = {
    {"ms", "ms"}, {"milli", "ms"}, {"s", "s"}, {"min", "m"},
    {"m", "m"},   {"h", "h"},      {"d", "d"}, {"w", "w"},
};

std::string lower_case(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), folded);
  return result;
}

}  // namespace

std::string meant_duration(std::string_view text) {
  const std::string lower = lower_case(text);
  std::string_view rest = lower;
  std::string count = "1";
  const auto digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
  if (digits > 0) {
    count = rest.substr(0, digits);
    rest.remove_prefix(digits);
  } else if (rest.starts_with("a ") || rest.starts_with("an ")) {
    rest.remove_prefix(rest.find(' '));
  } else {
    return {};
  }
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  for (const UnitWord& word : kUnitWords) {
    const bool is_month = rest.starts_with("mon");
    if (rest.starts_with(word.begin) && !is_month) return count.append(word.unit);
  }
  return {};
}

std::string_view nearest_name(std::string_view name, const std::vector<std::string_view>& names) {
  constexpr std::size_t kNameBytesMax = 64;
  constexpr std::size_t kNamesMax = 1000;
  if (name.empty() || name.size() > kNameBytesMax) return {};
  std::string_view nearest;
  std::size_t least = std::max<std::size_t>(1, name.size() / 3) + 1;
  for (std::size_t i = 0; i < names.size() && i < kNamesMax; ++i) {
    const std::string_view candidate = names[i];
    if (candidate.empty() || candidate.size() > kNameBytesMax) continue;
    const std::size_t changes = distance(name, candidate);
    if (changes >= least || changes >= candidate.size()) continue;
    least = changes;
    nearest = candidate;
  }
  return nearest;
}

std::string did_you_mean(std::string_view name, const std::vector<std::string_view>& names) {
  const std::string_view nearest = nearest_name(name, names);
  return nearest.empty() ? std::string() : fmt::format("; did you mean `{}`?", nearest);
}

std::string listed(const std::vector<std::string_view>& names, std::size_t shown) {
  std::string text;
  const std::size_t count = names.size() > shown ? shown : names.size();
  for (std::size_t i = 0; i < count; ++i) {
    const bool is_last = i + 1 == names.size();
    text.append(i == 0 ? "" : is_last ? " and " : ", ");
    text.append("`").append(names[i]).append("`");
  }
  if (names.size() > count) text.append(fmt::format(" and {} more", names.size() - count));
  return text;
}

}  // namespace partita::model
