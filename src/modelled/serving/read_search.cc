#include "modelled/serving/read_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>
#include <variant>

#include "dynamodb/operations/table_access.h"
#include "model/definition/search.h"
#include "modelled/enforcement/model_rules.h"
#include "modelled/search/highlight.h"
#include "modelled/search/search_reader.h"
#include "modelled/serving/argument_values.h"
#include "modelled/serving/failure.h"
#include "modelled/serving/item_expiry.h"
#include "modelled/serving/page_size.h"
#include "modelled/serving/search_place.h"
#include "store/items/capacity.h"
#include "store/items/shown_item.h"

namespace partita::serving {
namespace {

using search::Found;
using search::Match;
using search::Question;
using search::SearchPlan;

constexpr std::string_view kWords = "q";
constexpr std::string_view kMatch = "match";
constexpr std::string_view kFacets = "facets";
constexpr std::string_view kPartialIndex = "partial";
// Items that have expired are looked at and dropped: so many more than a page has.
constexpr std::size_t kSpareMatches = 100;

ParameterNames names_of(const planning::PatternPlan& plan, const model::Search& search) {
  ParameterNames names{.taker = plan.pattern->name,
                       .required = {kWords},
                       .optional = {kMatch, kFacets, kPartialIndex}};
  names.optional.insert(names.optional.end(), search.filters.begin(), search.filters.end());
  return names;
}

Result<bool> matches_any(const Arguments& arguments) {
  const std::string* text = arguments.find(kMatch);
  if (text == nullptr || *text == "all") return false;
  if (*text == "any") return true;
  return bad_argument("match: it is all or any: whether an item has all the words or one of them");
}

Result<bool> takes_part(const Arguments& arguments) {
  const std::string* text = arguments.find(kPartialIndex);
  if (text == nullptr || *text == "0") return false;
  if (*text == "1") return true;
  return bad_argument("partial: it is 0 or 1");
}

// Counts tell the values themselves, so those of attributes that are not shown are not told.
bool is_told(const model::Search& search, std::string_view facet) {
  const model::Attribute* attribute = search.of->find_attribute(facet);
  return attribute != nullptr && !attribute->is_hidden && !attribute->is_sensitive;
}

Result<std::vector<std::size_t>> facets_of(const model::Search& search,
                                           const Arguments& arguments) {
  std::vector<std::size_t> facets;
  const std::string* text = arguments.find(kFacets);
  if (text == nullptr) return facets;
  std::string_view rest = *text;
  while (!rest.empty()) {
    const std::string_view name = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(name.size() + 1, rest.size()));
    const auto found = std::ranges::find(search.facets, name);
    if (found == search.facets.end()) {
      return bad_argument(fmt::format("facets: `{}` is no facet of {}; it has {}", name,
                                      search.name, fmt::join(search.facets, ", ")));
    }
    if (!is_told(search, name)) {
      return bad_argument(
          fmt::format("facets: the values of `{}` are not shown, so they are not counted", name));
    }
    facets.push_back(static_cast<std::size_t>(found - search.facets.begin()));
  }
  return facets;
}

Result<Question> question_of(const model::Search& search, const Arguments& arguments) {
  Question question{.text = *arguments.find(kWords)};
  question.matches_any = TRY(matches_any(arguments));
  question.facets = TRY(facets_of(search, arguments));
  for (std::size_t i = 0; i < search.filters.size(); ++i) {
    const std::string& name = search.filters[i];
    const std::string* text = arguments.find(name);
    if (text == nullptr) continue;
    auto value = TRY(argument_value(name, *text, asked_type(*search.of, name)));
    question.filters.push_back({.number = i, .value = std::move(value)});
  }
  return question;
}

// The plan that the table keeps the index by, or null.
const SearchPlan* find_search_plan(const catalog::Table& table, std::string_view search) {
  const auto* rules = enforcement::model_rules_of(table);
  const auto* program = rules == nullptr ? nullptr : rules->searches();
  return program == nullptr ? nullptr : program->find(search);
}

Error still_indexing(const model::Search& search, double built) {
  return failure(FailureKind::StillBuilding,
                 fmt::format("search {} is being built, {:.0f} % of the table is indexed; "
                             "partial=1 gives what there is",
                             search.name, built * 100),
                 "Q702");
}

// What the index finds wrong with a question is the caller's.
Error told(const Error& error) {
  if (error.kind() == ErrorKind::InvalidArgument) {
    return failure(FailureKind::BadArgument, fmt::format("q: {}", error.message()), "Q701");
  }
  if (error.kind() == ErrorKind::TooLarge) {
    return failure(FailureKind::BadArgument, fmt::format("q: {}", error.message()), "Q703");
  }
  return error;
}

// A word that nothing has, and the most frequent one that it may have been meant to be.
std::vector<std::pair<std::string, std::string>> corrections(const Found& found) {
  std::vector<std::pair<std::string, std::string>> corrected;
  for (const search::AskedWord& word : found.words) {
    const bool is_all_corrected =
        !word.variants.empty() && std::ranges::all_of(word.variants, [](const auto& variant) {
          return variant.kind == search::Variant::Kind::Corrected;
        });
    if (is_all_corrected) corrected.emplace_back(word.text, word.variants.front().word);
  }
  return corrected;
}

SearchSummary summary_of(const SearchPlan& plan, const Question& question, const Found& found) {
  SearchSummary summary{.total = found.total,
                        .corrected = corrections(found),
                        .facets = {},
                        .facets_are_approximate = found.facets_are_approximate,
                        .built = found.built};
  for (std::size_t i = 0; i < found.facets.size(); ++i) {
    std::vector<FacetValue> values;
    for (const auto& count : found.facets[i]) values.push_back({count.value, count.items});
    summary.facets.emplace_back(plan.search().facets[question.facets[i]], std::move(values));
  }
  return summary;
}

// The entity as the served model has it.
const model::Entity* searched_entity(const model::Model& model, const model::Pattern& pattern) {
  const model::RawElement* element = model::find_search(model, pattern.search);
  const model::Node* of = element == nullptr ? nullptr : element->content.find("of");
  return of == nullptr ? nullptr : model.find_entity(of->text);
}

Error not_kept(const model::Pattern& pattern) {
  return failure(FailureKind::NotServed,
                 fmt::format("search {} is not kept by the server", pattern.search));
}

// All that a request says.
struct Asked {
  Question question;
  std::size_t items_max = 0;
  bool takes_part = false;
};

Result<Asked> asked_of(const SearchPlan& kept, const TokenCall& call,
                       const PatternReadRequest& request) {
  TRY(check_arguments(request.arguments, names_of(call.plan, kept.search())));
  Asked asked{.question = TRY(question_of(kept.search(), request.arguments))};
  asked.takes_part = TRY(takes_part(request.arguments));
  const auto& page = std::get<planning::PatternSearchPlan>(call.plan.action).page;
  asked.items_max = TRY(items_of_page(call.plan, page, request.limit));
  asked.question.matches_max = asked.items_max + kSpareMatches;
  if (request.page.empty()) return asked;
  SearchPlace place = TRY(read_search_place(call, request.page));
  asked.question.after = place.last;
  asked.question.numbers = std::move(place.numbers);
  return asked;
}

// Where items are found.
struct SearchedItems {
  const engine::View& view;
  const SearchPlan& plan;
  const model::Entity& entity;
  const catalog::Table& table;
};

// One page of what was found.
class SearchPage {
 public:
  SearchPage(const SearchedItems& items, model::Instant now)
      : view_(items.view),
        plan_(items.plan),
        entity_(items.entity),
        table_(items.table),
        now_(now) {}

  // The first of the matches whose items are shown, with their items. `last` is the last match that
  // was looked at.
  Task<Status> fill(const Found& found, std::size_t items_max, ReadAnswer& answer) {
    const auto documents = co_await search::read_documents(view_, plan_, found.matches);
    CO_TRY(documents);
    std::vector<Bytes> item_keys;
    for (const auto& document : *documents) {
      if (!document) co_return Error::corrupt("a search has words of an item without its row");
      item_keys.push_back(document->item_key);
    }
    const search::Highlighter highlighter(plan_, found.words);
    for (; looked_at_ < item_keys.size() && answer.rows.size() < items_max;) {
      const std::size_t more =
          std::min(items_max - answer.rows.size(), item_keys.size() - looked_at_);
      const std::vector<ByteView> wanted(
          item_keys.begin() + static_cast<std::ptrdiff_t>(looked_at_),
          item_keys.begin() + static_cast<std::ptrdiff_t>(looked_at_ + more));
      const auto visit = [&](std::size_t index, std::optional<ByteView> value) {
        if (value) add(found.matches[looked_at_ + index], *value, highlighter, answer);
      };
      Status read = co_await view_.get(wanted, visit);
      CO_TRY(read);
      CO_TRY(parsed_);
      looked_at_ += more;
    }
    co_return Status{};
  }

  std::size_t looked_at() const { return looked_at_; }

 private:
  void add(const Match& match, ByteView stored, const search::Highlighter& highlighter,
           ReadAnswer& answer) {
    const auto item = ItemView::parse(stored);
    if (!item.ok()) {
      parsed_ = item.error();
      return;
    }
    ++answer.cost.scanned;
    answer.cost.read_units += items::read_units_of(*item, items::ReadConsistency::Strong);
    if (is_expired(entity_, *item, now_)) return;
    answer.rows.push_back({.item = EncodedItem(items::ShownItem(table_, *item).view()),
                           .entity = &entity_,
                           .member = {},
                           .score = static_cast<double>(match.score) / search::kScoreUnits,
                           .highlights = highlighter.highlights(*item)});
  }

  const engine::View& view_;
  const SearchPlan& plan_;
  const model::Entity& entity_;
  const catalog::Table& table_;
  const model::Instant now_;
  std::size_t looked_at_ = 0;
  Status parsed_;
};

Task<Result<ReadAnswer>> answer_question(const SearchedItems& items, const TokenCall& call,
                                         const Question& question, std::size_t items_max) {
  auto found = co_await search::find(items.view, items.plan, question);
  if (!found.ok()) co_return told(found.error());
  ReadAnswer answer;
  answer.search = summary_of(items.plan, question, *found);
  answer.cost.legs = found->words.size();
  SearchPage page(items, call.now);
  Status filled = co_await page.fill(*found, items_max, answer);
  CO_TRY(filled);
  answer.has_more = found->has_more || page.looked_at() < found->matches.size();
  answer.is_partial = answer.has_more && answer.rows.size() < items_max;
  if (answer.has_more) {
    const SearchPlace place{.last = found->matches[page.looked_at() - 1],
                            .numbers = found->numbers};
    answer.next = make_token(call, encode(place));
  }
  co_return answer;
}

}  // namespace

Task<Result<ReadAnswer>> read_search(const PatternContext& context, const ServedModel& model,
                                     const planning::PatternPlan& plan,
                                     const PatternReadRequest& request) {
  const model::Entity* entity = searched_entity(model.model(), *plan.pattern);
  if (entity == nullptr) co_return not_kept(*plan.pattern);
  auto table = operations::find_table(context.operations, entity->table->name);
  CO_TRY(table);
  const SearchPlan* kept = find_search_plan(**table, plan.pattern->search);
  if (kept == nullptr) co_return not_kept(*plan.pattern);
  const auto now = std::chrono::floor<model::Duration>(context.operations.clock.wall_now());
  const TokenCall call{context.tokens, model, plan, request.arguments, now};
  auto asked = asked_of(*kept, call, request);
  CO_TRY(asked);
  const operations::Moment moment = context.operations.one_moment();
  const SearchedItems items{moment.view(), *kept, *entity, **table};
  auto answer = co_await answer_question(items, call, asked->question, asked->items_max);
  CO_TRY(answer);
  if (answer->search->built < 1 && !asked->takes_part) {
    co_return still_indexing(kept->search(), answer->search->built);
  }
  co_return answer;
}

}  // namespace partita::serving
