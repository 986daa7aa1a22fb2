#include <fmt/format.h>

#include "model/definition/search.h"
#include "model/lint/rule_groups.h"

namespace partita::lint {
namespace {

// Their counts would tell everybody which values there are.
void check_facets(LintContext& context, const model::Search& search, model::Place place) {
  for (const std::string& facet : search.facets) {
    const model::Attribute* attribute = search.of->find_attribute(facet);
    if (attribute == nullptr || (!attribute->is_hidden && !attribute->is_sensitive)) continue;
    context.report("L256", {place, search.name,
                            fmt::format("`{}` is {}, so its values are not counted for anybody",
                                        facet, attribute->is_hidden ? "hidden" : "sensitive"),
                            "leave it out of `facets`"});
  }
}

}  // namespace

void check_searches(LintContext& context) {
  for (const auto& element : context.model().searches) {
    const model::Search search = model::search_of(context.model(), element);
    if (!element.notes.is_live || search.of == nullptr) continue;
    check_facets(context, search, element.notes.place);
  }
}

}  // namespace partita::lint
