#include <fmt/format.h>

#include <algorithm>

#include "language/expression/condition.h"
#include "language/expression/parse.h"
#include "language/expression/update.h"
#include "model/lint/name_hints.h"
#include "model/lint/request_checks.h"
#include "model/lint/rule_groups.h"
#include "model/planning/key_part.h"

namespace partita::lint {
namespace {

using expression::ExpressionKind;
using expression::KeyClause;

// The server's own checks of one request.
class RequestCheck {
 public:
  RequestCheck(LintContext& context, const Request& request)
      : context_(context), request_(request) {}

  void check();

 private:
  Status check_query(expression::PlaceholderUse& use);
  Status check_update(expression::PlaceholderUse& use);
  Status check_condition(ExpressionKind kind, expression::PlaceholderUse& use);
  Status check_expressions();
  bool is_misspelt(std::span<const KeyClause> clauses);

  LintContext& context_;
  const Request& request_;
  bool is_query_judged_ = false;  // A misspelt key is a finding of its own.
};

// A name that is a key but for the case of its letters.
bool RequestCheck::is_misspelt(std::span<const KeyClause> clauses) {
  auto names = planning::partition_names(*request_.table, request_.index);
  for (auto& name : planning::sort_names(*request_.table, request_.index)) names.push_back(name);
  for (const auto& clause : clauses) {
    for (const auto& name : names) {
      if (clause.attribute == name || folded(clause.attribute) != folded(name)) continue;
      context_.report("L215",
                      about(request_, clause.attribute,
                            fmt::format("the key attribute is {}, not {}", name, clause.attribute),
                            "names are case-sensitive"));
      return true;
    }
  }
  return false;
}

Status RequestCheck::check_condition(ExpressionKind kind, expression::PlaceholderUse& use) {
  const std::string text = request_.text(name_of(kind));
  if (text.empty()) return {};
  auto tree = TRY(expression::parse_condition(kind, text));
  TRY(expression::Condition::bind(std::move(tree), use));
  return {};
}

Status RequestCheck::check_query(expression::PlaceholderUse& use) {
  const std::string text = request_.text("KeyConditionExpression");
  auto tree = TRY(expression::parse_condition(ExpressionKind::KeyCondition, text));
  auto clauses = TRY(expression::bind_key_clauses(tree, use));
  TRY(check_condition(ExpressionKind::Filter, use));
  if (is_misspelt(clauses)) {
    is_query_judged_ = true;
    return {};
  }
  const auto partition = planning::partition_names(*request_.table, request_.index);
  const auto sort = planning::sort_names(*request_.table, request_.index);
  const std::vector<std::string_view> partition_views(partition.begin(), partition.end());
  const std::vector<std::string_view> sort_views(sort.begin(), sort.end());
  TRY(expression::match_key({partition_views, sort_views}, clauses));
  check_clauses(context_, request_, clauses);
  return {};
}

Status RequestCheck::check_update(expression::PlaceholderUse& use) {
  const std::string text = request_.text("UpdateExpression");
  std::vector<std::string> written;
  if (!text.empty()) {
    auto tree = TRY(expression::parse_update(text));
    auto update = TRY(expression::Update::bind(std::move(tree), use));
    for (const std::string_view name : update.names()) written.emplace_back(name);
  }
  check_write(context_, request_, written);
  return {};
}

Status RequestCheck::check_expressions() {
  RequestPlaceholders placeholders;
  TRY(placeholders.load(request_));
  expression::PlaceholderUse use(placeholders.placeholders());
  if (request_.operation == "Query") {
    TRY(check_query(use));
  } else if (request_.operation == "UpdateItem") {
    TRY(check_update(use));
  } else if (request_.operation == "PutItem") {
    check_write(context_, request_, {});
  } else if (request_.operation == "Scan") {
    TRY(check_condition(ExpressionKind::Filter, use));
  }
  TRY(check_condition(ExpressionKind::Condition, use));
  if (is_query_judged_ || !request_.text("ProjectionExpression").empty()) return {};
  return use.check_all_used();
}

void RequestCheck::check() {
  const Status status = check_expressions();
  if (status.ok()) return;
  context_.report("L229", about(request_, "",
                                fmt::format("DynamoDB refuses {}: {}", request_.operation,
                                            status.error().message())));
}

}  // namespace

LintContext::Report about(const Request& request, std::string_view detail, std::string message,
                          std::string fix) {
  std::string subject = "requests." + request.name;
  if (!detail.empty()) subject.append(".").append(detail);
  return {request.place, std::move(subject), fmt::format("request {}: {}", request.name, message),
          std::move(fix)};
}

void check_requests(LintContext& context) {
  for (const auto& request : requests_of(context.model())) RequestCheck(context, request).check();
}

}  // namespace partita::lint
