#include "wire/rest/write.h"

#include <fmt/format.h>

#include <utility>

#include "modelled/serving/failure.h"
#include "modelled/serving/write_pattern.h"
#include "partita/value/measure.h"
#include "wire/rest/etag.h"
#include "wire/rest/json.h"
#include "wire/rest/problem.h"

namespace partita::rest {
namespace {

using model::Pattern;
using model::PatternKind;
using protocol::HttpRequest;
using protocol::HttpResponse;
using protocol::HttpStatus;
using protocol::JsonSink;
using serving::FailureKind;
using serving::PatternWriteRequest;
using serving::WriteAnswer;
using serving::WrittenRow;

constexpr std::size_t kKeyBytesMax = 255;

Error bad_body(std::string message) {
  return serving::failure(FailureKind::BadBody, std::move(message));
}

bool takes_body(const Pattern& pattern) {
  return pattern.kind != PatternKind::Delete && pattern.kind != PatternKind::Erase &&
         pattern.kind != PatternKind::Restore;
}

// A transaction has an item for each of its steps.
Status check_body(const Pattern& pattern, const Item& body) {
  if (pattern.kind != PatternKind::Transaction) return check_item(body);
  for (const auto& [step, item] : body) {
    if (item.type() != ValueType::M) {
      return Error::invalid_argument(
          fmt::format("`{}` must be an object with the attributes of that step", step));
    }
    TRY(check_item(item.map()));
  }
  return {};
}

Result<Item> read_body(const Pattern& pattern, ByteView body) {
  if (body.empty() && pattern.kind != PatternKind::Put) return Item{};
  const bool has_steps = pattern.kind == PatternKind::Transaction;
  auto parsed = parse_plain_json(body, has_steps ? kNestingMax + 1 : kNestingMax);
  if (!parsed.ok()) return bad_body(parsed.error().message());
  // Many clients cannot send nothing, and send an empty object.
  if (!takes_body(pattern) && !parsed->is_empty()) {
    return bad_body(fmt::format("{} takes no body", pattern.name));
  }
  if (const auto fits = check_body(pattern, *parsed); !fits.ok()) {
    return bad_body(fits.error().message());
  }
  return parsed;
}

// The state that a transition leads to comes in the body, and is an argument all the same.
void move_state(const Pattern& pattern, PatternWriteRequest& write) {
  const auto& to = pattern.to;
  if (!to || to->kind != model::Binding::Kind::Parameter) return;
  if (write.arguments.find(to->parameter) != nullptr) return;
  const Value* state = write.body.find(to->parameter);
  if (state == nullptr || state->type() != ValueType::S) return;
  write.arguments.set(to->parameter, state->string());
  write.body.erase(to->parameter);
}

Result<std::string> idempotency_key(const HttpRequest& request) {
  const auto header = request.find_header("idempotency-key");
  if (!header) return std::string();
  if (header->empty() || header->size() > kKeyBytesMax) {
    return serving::failure(FailureKind::BadArgument,
                            fmt::format("Idempotency-Key has 1 to {} characters", kKeyBytesMax));
  }
  return std::string(*header);
}

struct PreparedWrite {
  const planning::PatternPlan* plan = nullptr;
  PatternWriteRequest request;
  bool must_be_new = false;
};

Result<PreparedWrite> prepare(const RestCall& call, const HttpRequest& request, ByteView body) {
  PreparedWrite prepared{.plan = call.model().plan_of(call.pattern()), .request = {}};
  prepared.must_be_new = TRY(must_be_new(request));
  if (prepared.must_be_new) {
    prepared.plan = call.model().creation_of(call.pattern());
    if (prepared.plan == nullptr) {
      return serving::failure(FailureKind::BadArgument,
                              "If-None-Match: * is for puts of one item only");
    }
  }
  if (call.limit || !call.page.empty()) {
    return serving::failure(FailureKind::BadArgument,
                            "`limit` and `page` are for reading; this pattern writes");
  }
  prepared.request.arguments = call.arguments;
  prepared.request.body = TRY(read_body(call.pattern(), body));
  prepared.request.expected_revision = TRY(expected_revision(request));
  prepared.request.idempotency_key = TRY(idempotency_key(request));
  prepared.request.role = call.caller.role;
  move_state(call.pattern(), prepared.request);
  return prepared;
}

void put_row(JsonSink& sink, const RestCall& call, const WrittenRow& row) {
  if (row.item) {
    call.model().put_item(sink, row.item->view(), row.entity, call.form);
  } else {
    sink.raw("null");
  }
}

void put_steps(JsonSink& sink, const RestCall& call, const WriteAnswer& answer) {
  sink.raw('{');
  for (std::size_t i = 0; i < answer.rows.size(); ++i) {
    if (i > 0) sink.raw(',');
    sink.string(answer.rows[i].step);
    sink.raw(':');
    put_row(sink, call, answer.rows[i]);
  }
  sink.raw('}');
}

// A route of its own is better than the path that was used, which may be that of a list.
void append_location(const RestCall& call, const HttpRequest& request, const WrittenRow& row,
                     std::string& headers) {
  std::string location;
  if (row.entity != nullptr && row.item) {
    location = call.model().location_of(*row.entity, row.item->view());
  }
  if (location.empty() && request.method() == "PUT") location = request.path();
  if (!location.empty()) headers.append("Location: ").append(location).append("\r\n");
}

HttpStatus write_answer(const RestCall& call, const HttpRequest& request, const WriteAnswer& answer,
                        HttpResponse& response) {
  if (call.pattern().kind == PatternKind::Transaction) {
    JsonSink sink(response.body);
    put_steps(sink, call, answer);
    return answer.is_created ? HttpStatus::Created : HttpStatus::Ok;
  }
  if (answer.rows.empty() || !answer.rows.front().item) return HttpStatus::NoContent;
  const WrittenRow& row = answer.rows.front();
  if (row.entity != nullptr) {
    append_etag(response.headers, serving::revision_of(*row.entity, row.item->view()));
  }
  if (answer.is_created) append_location(call, request, row, response.headers);
  JsonSink sink(response.body);
  put_row(sink, call, row);
  return answer.is_created ? HttpStatus::Created : HttpStatus::Ok;
}

}  // namespace

Task<HttpStatus> answer_write(const serving::PatternContext& context, const RestCall& call,
                              const HttpRequest& request, ByteView body, HttpResponse& response) {
  const auto prepared = prepare(call, request, body);
  if (!prepared.ok()) co_return answer_problem(prepared.error(), response);
  auto answer =
      co_await serving::write(context, call.model().served(), *prepared->plan, prepared->request);
  if (answer.ok()) co_return write_answer(call, request, *answer, response);
  Problem problem = problem_of(answer.error());
  // The client has said itself under which condition it wants to write.
  const auto* failure = serving::failure_of(answer.error());
  const bool was_condition =
      prepared->must_be_new && failure != nullptr && failure->kind == FailureKind::AlreadyExists;
  if (was_condition) problem.status = HttpStatus::PreconditionFailed;
  co_return answer_problem(problem, response);
}

}  // namespace partita::rest
