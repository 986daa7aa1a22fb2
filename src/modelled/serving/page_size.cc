#include "modelled/serving/page_size.h"

#include <fmt/format.h>

#include "modelled/serving/failure.h"

namespace partita::serving {

Result<std::size_t> items_of_page(const planning::PatternPlan& plan,
                                  const std::optional<model::PageSize>& declared,
                                  const std::optional<int>& limit) {
  const model::PageSize page = declared.value_or(model::PageSize{});
  if (!limit) return static_cast<std::size_t>(page.default_items);
  if (*limit < 1 || *limit > page.items_max) {
    return bad_argument(
        fmt::format("limit: {} is not between 1 and {}, the most items that a page of {} has",
                    *limit, page.items_max, plan.pattern->name));
  }
  return static_cast<std::size_t>(*limit);
}

}  // namespace partita::serving
