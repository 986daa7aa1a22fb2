#include "request_fuzz/request_fuzzer.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "request_fuzz/answer_judge.h"
#include "request_fuzz/request_breaker.h"
#include "request_fuzz/samples.h"

namespace partita::request_fuzz {
namespace {

// So that what was created does not pile up.
constexpr std::uint64_t kRequestsPerDatabase = 1000;
constexpr std::uint64_t kRequestsWithoutTable = 16;
constexpr std::size_t kBodyBytesTold = 4000;
constexpr std::int64_t kSmallListMax = 1000;

const std::vector<endpoints::ServedOperation>& operations() {
  static const auto kOperations = endpoints::served_operations();
  return kOperations;
}

std::string target(std::string_view name) { return fmt::format("DynamoDB_20120810.{}", name); }

bool is_container(const JsonNode& node) {
  using protocol::FieldKind;
  return node.type != nullptr &&
         (node.type->kind == FieldKind::List || node.type->kind == FieldKind::Map);
}

std::string of_table(std::string_view name) { return fmt::format(R"({{"TableName":"{}"}})", name); }

}  // namespace

void RequestFuzzer::drop_table(std::string_view name) {
  static_cast<void>(
      server_.send(target("UpdateTable"),
                   fmt::format(R"({{"TableName":"{}","DeletionProtectionEnabled":false}})", name)));
  static_cast<void>(server_.send(target("DeleteTable"), of_table(name)));
}

void RequestFuzzer::begin_anew() {
  const auto listed = server_.send(target("ListTables"), "{}");
  if (!listed.ok()) return;
  const auto json = nlohmann::json::parse(listed->body, nullptr, false);
  for (const auto& name : json.value("TableNames", std::vector<std::string>())) drop_table(name);
  learned_ = {};
  create_tables();
}

void RequestFuzzer::create_tables() {
  is_table_missing_ = false;
  for (const auto name : table_names()) {
    static_cast<void>(server_.send(target("CreateTable"), create_table_request(name)));
  }
}

RequestFuzzer::Attempt RequestFuzzer::make_attempt() {
  Attempt attempt{&operations()[random_.below(operations().size())], "as it should be", ""};
  const bool is_whole = random_.below(8) == 0;
  JsonNode request =
      maker_.make(*attempt.operation->request, is_whole ? Members::All : Members::Some);
  const auto luck = random_.below(10);
  if (luck < 7) attempt.what = break_one(random_, request);
  if (luck == 1) attempt.what += "; " + break_one(random_, request);
  attempt.body = print(request);
  if (luck == 2) attempt.what += "; " + break_text(random_, attempt.body);
  return attempt;
}

std::string RequestFuzzer::send(const Attempt& attempt) {
  if (sent_ % kRequestsPerDatabase == 0) begin_anew();
  if (is_table_missing_ && sent_ % kRequestsWithoutTable == 0) create_tables();
  ++sent_;
  const auto& operation = *attempt.operation;
  const auto answer =
      server_.send(fmt::format("{}{}", operation.service, operation.name), attempt.body);
  const std::string complaint = complaint_about(answer);
  if (!complaint.empty()) {
    return fmt::format("{}\nrequest {} of seed {}: {}, {}\n{}\nanswer: {}", complaint, sent_, seed_,
                       operation.name, attempt.what, attempt.body.substr(0, kBodyBytesTold),
                       answer.ok() ? answer->body.substr(0, kBodyBytesTold) : "none");
  }
  auto& tally = tallies_[operation.name];
  ++tally.sent;
  if (answer->status != 200) return "";
  ++tally.accepted;
  learned_.learn(answer->body);
  if (operation.name == "DeleteTable") is_table_missing_ = true;
  return "";
}

std::string RequestFuzzer::send_next() { return send(make_attempt()); }

std::string RequestFuzzer::send_whole(const endpoints::ServedOperation& operation) {
  return send({&operation, "not broken", print(maker_.make(*operation.request, Members::Some))});
}

std::string RequestFuzzer::send_odd_values(const endpoints::ServedOperation& operation) {
  JsonNode request = maker_.make(*operation.request, Members::All);
  // Found again each time, because putting the old content back moves what is below.
  for (std::size_t i = 0; i < places_of(request).size(); ++i) {
    const auto [node, path] = places_of(request)[i];
    const JsonNode whole = *node;
    for (const auto token : odd_tokens()) {
      *node = JsonNode::token(token);
      node->name = whole.name;
      auto complaint = send({&operation, fmt::format("{}: {}", path, token), print(request)});
      if (!complaint.empty()) return complaint;
    }
    *node = whole;
  }
  return "";
}

std::string RequestFuzzer::send_filled_lists(const endpoints::ServedOperation& operation) {
  JsonNode request = maker_.make(*operation.request, Members::All);
  for (std::size_t i = 0; i < places_of(request).size(); ++i) {
    const auto [node, path] = places_of(request)[i];
    const JsonNode whole = *node;
    // Large lists are slow to read, and all of them have the same limit.
    const bool is_large = node->bounds.max > kSmallListMax;
    for (const auto token : is_large ? odd_tokens().first(1) : odd_tokens()) {
      *node = whole;
      if (!is_container(*node) || !fill_up(*node)) break;
      add_odd(*node, token);
      auto complaint =
          send({&operation, fmt::format("{}: filled, {}", path, token), print(request)});
      if (!complaint.empty()) return complaint;
    }
    *node = whole;
  }
  return "";
}

}  // namespace partita::request_fuzz
