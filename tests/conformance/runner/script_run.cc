#include "conformance/runner/script_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "conformance/runner/expansion.h"
#include "conformance/runner/json.h"
#include "conformance/runner/matching.h"
#include "conformance/runner/stream_reading.h"
#include "conformance/runner/table_declaration.h"
#include "partita/base/clock.h"

namespace partita::conformance {
namespace {

constexpr std::chrono::seconds kPatience{10};
constexpr std::size_t kPagesMax = 10'000;

// A value of megabytes helps nobody.
std::string shortened(std::string_view text) {
  constexpr std::size_t kShownMax = 1500;
  if (text.size() <= kShownMax) return std::string(text);
  return fmt::format("{} ... ({} bytes)", text.substr(0, kShownMax), text.size());
}

std::string target_of(std::string_view operation) {
  constexpr std::array<std::string_view, 4> kOfStreams = {"DescribeStream", "GetRecords",
                                                          "GetShardIterator", "ListStreams"};
  if (operation.find('.') != std::string_view::npos) return std::string(operation);
  // Those of Application Auto Scaling whose names DynamoDB does not have.
  constexpr std::array<std::string_view, 5> kOfScaling = {
      "RegisterScalable", "DeregisterScalable", "DescribeScal", "PutScaling", "DeleteScaling"};
  const auto begins = [&](std::string_view begin) { return operation.starts_with(begin); };
  if (std::ranges::any_of(kOfScaling, begins)) {
    return fmt::format("AnyScaleFrontendService.{}", operation);
  }
  const bool is_of_streams = std::ranges::find(kOfStreams, operation) != kOfStreams.end();
  return fmt::format("{}_20120810.{}", is_of_streams ? "DynamoDBStreams" : "DynamoDB", operation);
}

std::string describe(const Expectation& expectation) {
  std::string text;
  if (const auto& error = expectation.error) {
    text = fmt::format("{} {} {}: {}", error->status, error->type,
                       error->extent == Extent::Whole ? "with" : "containing", error->message);
  }
  if (expectation.body) text += (text.empty() ? "" : "\n            ") + expectation.body->json;
  return shortened(text);
}

// SerializationException spells it with a capital.
std::string message_of(const Json& body) {
  for (const auto* name : {"message", "Message"}) {
    if (body.contains(name) && body[name].is_string()) return body[name].get<std::string>();
  }
  return {};
}

std::optional<std::string> error_difference(const ExpectedError& expected, const Answer& answer,
                                            const Json& body) {
  if (answer.status != expected.status) return fmt::format("the status is {}", answer.status);
  const auto type = body.is_object() ? body.value("__type", std::string()) : std::string();
  if (!type.ends_with("#" + expected.type)) return fmt::format("the type is `{}`", type);
  if (expected.message.empty() || matches_message(expected, message_of(body))) return std::nullopt;
  return "the message differs";
}

class ScriptRun {
 public:
  explicit ScriptRun(Endpoint& endpoint) : endpoint_(endpoint) {}

  // What went wrong, if anything.
  using Problem = std::optional<std::string>;

  Problem run(const Step& step) {
    if (const auto* table = std::get_if<MakeTable>(&step.action)) return make_table(*table);
    if (const auto* remember = std::get_if<Remember>(&step.action)) return keep(*remember);
    return send(std::get<SendRequest>(step.action));
  }

 private:
  Problem make_table(const MakeTable& table) {
    const auto request = parse_table_declaration(table.declaration);
    if (!request.ok()) return request.error().message();
    const SendRequest create{.operation = "CreateTable",
                             .body = request->dump(),
                             .expectation = {.body = ExpectedBody{"{}", Extent::Part}}};
    if (auto problem = send_once(create)) return problem;
    const Json name = {{"TableName", request->at("TableName")}};
    const Json active = {{"Table", {{"TableStatus", "ACTIVE"}}}};
    const SendRequest describe{.operation = "DescribeTable",
                               .body = name.dump(),
                               .expectation = {.body = ExpectedBody{active.dump(), Extent::Part}}};
    return send_until(describe);
  }

  Problem keep(const Remember& remember) {
    const Json* value = &last_body_;
    std::string_view path = remember.path;
    while (!path.empty()) {
      const auto end = std::min(path.find('.'), path.size());
      const std::string name(path.substr(0, end));
      path.remove_prefix(std::min(end + 1, path.size()));
      const bool is_index = value->is_array();
      const std::size_t index = is_index ? std::strtoull(name.c_str(), nullptr, 10) : 0;
      const bool is_there = is_index ? index < value->size() : value->contains(name);
      if (!is_there) return fmt::format("no `{}` in {}", remember.path, last_body_.dump());
      value = is_index ? &(*value)[index] : &(*value)[name];
    }
    names_.insert_or_assign(remember.name, Json(*value));
    return std::nullopt;
  }

  Problem send(const SendRequest& request) {
    if (std::holds_alternative<Until>(request.repetition)) return send_until(request);
    if (const auto* pages = std::get_if<EveryPage>(&request.repetition)) {
      return send_pages(request, *pages);
    }
    if (std::holds_alternative<WholeStream>(request.repetition)) return follow_stream(request);
    const auto* loop = std::get_if<ForEach>(&request.repetition);
    if (loop == nullptr) return send_once(request);
    for (auto i = loop->first; i <= loop->last; ++i) {
      names_.insert_or_assign(loop->variable, Json(std::to_string(i)));
      if (auto problem = send_once(request)) return problem;
    }
    names_.erase(loop->variable);
    return std::nullopt;
  }

  enum class Turn { First, Again };

  Problem send_once(const SendRequest& request, Turn turn = Turn::First) {
    const auto body = expand(request.body, names_);
    const auto target = target_of(request.operation);
    const auto answer =
        turn == Turn::First ? endpoint_.send(target, body) : endpoint_.send_again(target, body);
    if (!answer.ok()) return report(request, body, answer.error().to_string());
    const auto problem = check(request.expectation, *answer);
    if (!problem) return std::nullopt;
    return report(request, body,
                  fmt::format("{} {}\n  because   {}", answer->status, shortened(answer->body),
                              shortened(*problem)));
  }

  Problem send_until(const SendRequest& request) {
    const auto& clock = Clock::system();
    const auto deadline = clock.monotonic_now() + kPatience;
    auto problem = send_once(request);
    while (problem && clock.monotonic_now() < deadline) problem = send_once(request, Turn::Again);
    return problem;
  }

  Problem send_pages(const SendRequest& request, const EveryPage& extent) {
    auto body = Json::parse(expand(request.body, names_));
    Json sum = {{"Items", Json::array()}, {"Count", 0}, {"ScannedCount", 0}, {"Pages", 0}};
    if (extent.segments > 0) body["TotalSegments"] = extent.segments;
    for (std::size_t segment = 0; segment < std::max<std::size_t>(extent.segments, 1); ++segment) {
      if (extent.segments > 0) body["Segment"] = segment;
      if (auto problem = add_pages(request, body, sum)) return problem;
    }
    const auto problem = check(request.expectation, {.status = 200, .body = sum.dump()});
    if (!problem) return std::nullopt;
    return report(request, body.dump(), shortened(sum.dump()) + "\n  because   " + *problem);
  }

  Problem add_pages(const SendRequest& request, Json body, Json& sum) {
    for (std::size_t pages = 1; pages <= kPagesMax; ++pages) {
      const auto answer = endpoint_.send(target_of(request.operation), body.dump());
      if (!answer.ok()) return report(request, body.dump(), answer.error().to_string());
      if (answer->status != 200) return report(request, body.dump(), answer->body);
      const auto page = Json::parse(answer->body);
      add_page(page, sum);
      if (!page.contains("LastEvaluatedKey")) return std::nullopt;
      body["ExclusiveStartKey"] = page["LastEvaluatedKey"];
    }
    return report(request, body.dump(), "pages without end");
  }

  Problem follow_stream(const SendRequest& request) {
    const auto body = expand(request.body, names_);
    const auto records = read_stream(endpoint_, Json::parse(body));
    if (!records.ok()) return report(request, body, records.error().message());
    const Json sum = {{"Records", *records}};
    const auto problem = check(request.expectation, {.status = 200, .body = sum.dump()});
    if (!problem) return std::nullopt;
    return report(request, body, shortened(sum.dump()) + "\n  because   " + *problem);
  }

  static void add_page(const Json& page, Json& sum) {
    for (const auto& item : page.value("Items", Json::array())) sum["Items"].push_back(item);
    for (const auto* count : {"Count", "ScannedCount"}) {
      sum[count] = sum[count].get<int>() + page.value(count, 0);
    }
    sum["Pages"] = sum["Pages"].get<int>() + 1;
  }

  // Keeps the body of the answer for `let`.
  Problem check(const Expectation& expectation, const Answer& answer) {
    last_body_ = Json::parse(answer.body, nullptr, /*allow_exceptions=*/false);
    const int status = expectation.error ? expectation.error->status : 200;
    if (answer.status != status) return fmt::format("the status is {}", answer.status);
    if (last_body_.is_discarded() && !answer.body.empty()) return "the body is not JSON";
    if (const auto& error = expectation.error) {
      if (auto problem = error_difference(*error, answer, last_body_)) return problem;
    }
    if (!expectation.body) return std::nullopt;
    const auto expected = Json::parse(expand(expectation.body->json, names_), nullptr, false);
    if (expected.is_discarded()) return "the expectation itself is not JSON";
    // An operation without a result answers with no bytes at all.
    const auto& actual = answer.body.empty() ? Json::object() : last_body_;
    return difference(expected, actual, expectation.body->extent);
  }

  static std::string report(const SendRequest& request, std::string_view body,
                            std::string_view outcome) {
    return fmt::format("  request   {} {}\n  expected  {}\n  got       {}", request.operation,
                       shortened(body), describe(request.expectation), outcome);
  }

  Endpoint& endpoint_;
  Names names_;
  Json last_body_;
};

}  // namespace

std::optional<Failure> run_script(const Script& script, Endpoint& endpoint) {
  ScriptRun run(endpoint);
  for (const auto& step : script.steps) {
    if (auto problem = run.run(step)) return Failure{.line = step.line, .text = *problem};
  }
  return std::nullopt;
}

}  // namespace partita::conformance
