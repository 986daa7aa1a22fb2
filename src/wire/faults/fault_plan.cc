#include "wire/faults/fault_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>

#include "model/definition/node_access.h"
#include "model/definition/read_model.h"
#include "model/definition/shape_check.h"
#include "model/definition/yaml_reader.h"
#include "model/formula/suggestion.h"

namespace partita::faults {
namespace {

using model::FindingList;
using model::Form;
using model::Node;

// In the order of FaultKind.
constexpr std::array<std::string_view, kFaultKinds> kKindNames = {
    "throttle",      "transaction_conflict", "internal_error",  "unavailable",
    "partial_batch", "stale_read",           "drop_connection", "delay"};

constexpr model::Key kRuleKeys[] = {
    model::required(model::choice("kind", kKindNames, "What happens.")),
    model::key("operations", Form::TextOrTexts, "To which operations."),
    model::key("tables", Form::TextOrTexts, "To which tables."),
    model::key("rate", Form::Decimal, "To how many of them, from 0 to 1."),
    model::key("every", Form::Count, "To each so manieth of them."),
    model::key("count", Form::Count, "How often at most."),
    model::key("for", Form::Span, "How long."),
    model::key("delay", Form::Span, "How much later the answer comes."),
    model::key("age", Form::Span, "How old at most a stale read is."),
    model::key("applied", Form::Flag, "Whether the request is carried out all the same.")};
constexpr model::Shape kRuleShape{"FaultRule", "a rule", kRuleKeys};

constexpr model::Key kPlanKeys[] = {
    model::key("seed", Form::Count, "Of chance."),
    model::required(model::nested("rules", Form::ListOf, kRuleShape, "In their order."))};
constexpr model::Shape kPlanShape{"Faults", "a file with faults", kPlanKeys};

constexpr std::string_view kConflicting[] = {
    "DeleteItem", "ModelWrite", "PutItem", "TransactGetItems", "TransactWriteItems", "UpdateItem"};
constexpr std::string_view kBatches[] = {"BatchGetItem", "BatchWriteItem"};
constexpr std::string_view kEventualReads[] = {"BatchGetItem", "GetItem", "Query", "Scan"};

template <typename Names>
bool holds(const Names& names, std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

// The kinds of which the request may have been carried out.
bool may_be_applied(FaultKind kind) {
  return kind == FaultKind::InternalError || kind == FaultKind::DropConnection ||
         kind == FaultKind::Delay;
}

// Reads one rule whose shape is right, and says what is wrong with its values.
class RuleReader {
 public:
  RuleReader(const Node& node, const std::vector<std::string_view>& operations,
             FindingList& findings)
      : node_(node), operations_(operations), findings_(findings) {}

  FaultRule read() {
    const auto kind = std::find(kKindNames.begin(), kKindNames.end(), text_at(node_, "kind"));
    rule_.kind = static_cast<FaultKind>(kind - kKindNames.begin());
    rule_.operations = texts_at(node_, "operations");
    rule_.tables = texts_at(node_, "tables");
    rule_.is_applied = flag_at(node_, "applied");
    read_frequency();
    read_times();
    check_operations();
    if (holds(rule_.tables, "")) refuse("tables", "a table has a name; `*` is for all");
    if (rule_.is_applied && !may_be_applied(rule_.kind)) {
      refuse("applied",
             "only internal_error, drop_connection and delay can be applied: of all "
             "others a client knows that they were not");
    }
    return std::move(rule_);
  }

 private:
  void refuse(std::string_view name, std::string message) {
    findings_.add(model::kWrongForm, place_at(node_, name), std::move(message));
  }

  void read_frequency() {
    if (const Node* rate = node_.find("rate")) {
      const auto end = rate->text.data() + rate->text.size();
      const auto read = std::from_chars(rate->text.data(), end, rule_.rate);
      if (read.ec != std::errc() || rule_.rate <= 0 || rule_.rate > 1) {
        refuse("rate", "a rate is more than 0 and at most 1");
      }
      if (node_.find("every") != nullptr)
        refuse("every", "a rule has a rate or an every, not both");
    }
    if (const auto every = count_at(node_, "every")) {
      rule_.every = static_cast<std::uint64_t>(*every);
      if (*every == 0) refuse("every", "every is 1 or more");
    }
    if (const auto count = count_at(node_, "count")) {
      rule_.count_max = static_cast<std::uint64_t>(*count);
      if (*count == 0) refuse("count", "count is 1 or more");
    }
  }

  void read_times() {
    rule_.duration = span_at(node_, "for");
    if (rule_.duration && (rule_.duration->count() <= 0 || *rule_.duration > kFaultDurationMax)) {
      refuse("for", "for is from 1ms to 365d");
    }
    rule_.delay = read_time("delay", rule_.kind == FaultKind::Delay, kFaultDelayMax);
    rule_.age = read_time("age", rule_.kind == FaultKind::StaleRead, kFaultAgeMax);
    if (rule_.age.count() > 0 && rule_.kind != FaultKind::StaleRead) {
      refuse("age", "only a stale_read has an age");
    }
  }

  std::chrono::milliseconds read_time(std::string_view name, bool is_needed,
                                      std::chrono::milliseconds max) {
    const auto time = span_at(node_, name);
    if (!time && is_needed) refuse("kind", fmt::format("this kind needs `{}`: 500ms", name));
    if (time && (time->count() <= 0 || *time > max)) {
      refuse(name, fmt::format("{} is from 1ms to {}s", name, max.count() / 1000));
    }
    return time.value_or(std::chrono::milliseconds(0));
  }

  void check_operations() {
    for (const std::string& name : rule_.operations) {
      if (!holds(operations_, name)) {
        refuse("operations", fmt::format("there is no operation `{}`{}", name,
                                         model::did_you_mean(name, operations_)));
      } else if (!can_meet(name, rule_.kind)) {
        refuse("operations", fmt::format("{} never meets a {}", name, name_of(rule_.kind)));
      }
    }
  }

  const Node& node_;
  const std::vector<std::string_view>& operations_;
  FindingList& findings_;
  FaultRule rule_;
};

Error first_of(FindingList findings) {
  const auto all = std::move(findings).take();
  const auto& first = all.front();
  return Error::invalid_argument(fmt::format("line {}: {}{}{}", first.place.line, first.message,
                                             first.fix.empty() ? "" : "; ", first.fix));
}

}  // namespace

std::string_view name_of(FaultKind kind) { return kKindNames[static_cast<std::size_t>(kind)]; }

bool can_meet(std::string_view operation, FaultKind kind) {
  switch (kind) {
    case FaultKind::TransactionConflict:
      return holds(kConflicting, operation);
    case FaultKind::PartialBatch:
      return holds(kBatches, operation);
    case FaultKind::StaleRead:
      return holds(kEventualReads, operation);
    default:
      return true;
  }
}

Result<FaultPlan> parse_faults(std::string_view text,
                               const std::vector<std::string_view>& operations) {
  if (text.size() > model::kModelBytesMax) {
    return Error::invalid_argument(
        fmt::format("a file with faults has at most {} bytes", model::kModelBytesMax));
  }
  FindingList findings;
  const auto file = model::read_yaml(text, findings);
  if (file && findings.is_empty()) check_shape(*file, kPlanShape, findings);
  if (!findings.is_empty()) return first_of(std::move(findings));
  if (!file) return Error::invalid_argument("this is no YAML");
  FaultPlan plan;
  plan.seed = static_cast<std::uint64_t>(count_at(*file, "seed").value_or(1));
  const auto& rules = elements_at(*file, "rules");
  if (rules.empty() || rules.size() > kFaultRulesMax) {
    return Error::invalid_argument(fmt::format("there are 1 to {} rules", kFaultRulesMax));
  }
  for (const Node& rule : rules) {
    plan.rules.push_back(RuleReader(rule, operations, findings).read());
  }
  if (!findings.is_empty()) return first_of(std::move(findings));
  return plan;
}

}  // namespace partita::faults
