#include "wire/rest/read.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "language/value/json_text.h"
#include "model/definition/operation.h"
#include "model/formula/timestamp.h"
#include "modelled/serving/failure.h"
#include "modelled/serving/read_pattern.h"
#include "modelled/serving/read_rollup.h"
#include "modelled/serving/write_pattern.h"
#include "wire/rest/answer.h"
#include "wire/rest/etag.h"
#include "wire/rest/problem.h"
#include "wire/server/compressed_answer.h"
#include "wire/server/large_answer.h"

namespace partita::rest {
namespace {

using planning::PatternReadPlan;
using protocol::HttpRequest;
using protocol::HttpResponse;
using protocol::HttpStatus;
using protocol::ItemBytes;
using serving::ReadAnswer;
using serving::ReadRow;

HttpStatus answer_one(const RestCall& call, const HttpRequest& request, const ReadAnswer& answer,
                      HttpResponse& response) {
  if (answer.rows.empty()) {
    return answer_problem(serving::failure(serving::FailureKind::NotFound, "there is no such item"),
                          response);
  }
  const ReadRow& row = answer.rows.front();
  if (row.entity != nullptr) {
    const std::string revision = serving::revision_of(*row.entity, row.item.view());
    append_etag(response.headers, revision);
    if (has_seen(request, revision)) return HttpStatus::NotModified;
  }
  append_rest_answer(response.body, call, answer);
  server::compress_if_accepted(request, response);
  return HttpStatus::Ok;
}

HttpStatus write_answer(const RestCall& call, const HttpRequest& request, ReadAnswer answer,
                        HttpResponse& response) {
  const PatternReadPlan* plan = call.model().plan_of(call.pattern())->read();
  if (plan != nullptr && plan->shape == PatternReadPlan::Shape::One) {
    return answer_one(call, request, answer, response);
  }
  const ItemBytes items = item_bytes_of(answer);
  if (server::is_large(items) && !server::may_compress(request, items)) {
    response.source = rest_source(call, std::move(answer));
  } else {
    append_rest_answer(response.body, call, answer);
    server::compress_if_accepted(request, response);
  }
  return HttpStatus::Ok;
}

// Takes the memory for an answer that is large enough to be counted, and drops one that finds none.
void take_memory_for(Result<ReadAnswer>& answer, ItemBytes& items, HttpResponse& response) {
  if (!answer.ok()) return;
  items = item_bytes_of(*answer);
  if (server::is_large(items) && !server::take_memory(response, items))
    answer = server::no_memory();
}

void put_instant(JsonText& json, std::string_view name, std::optional<model::Instant> instant) {
  json.name(name);
  if (!instant || !model::is_representable(*instant)) return json.null();
  std::string text;
  model::append_timestamp(text, *instant, model::TimestampEncoding::Rfc3339);
  json.string(text);
}

void put_row(JsonText& json, const model::Rollup& rollup, const rollups::RollupRow& row) {
  json.open_object();
  for (std::size_t i = 0; i < rollup.group_by.size(); ++i) {
    json.name(rollup.group_by[i].name);
    json.value(row.group[i]);
  }
  for (std::size_t i = 0; i < rollup.measures.size(); ++i) {
    json.name(rollup.measures[i].name);
    if (row.measures[i]) {
      json.number(*row.measures[i]);
    } else {
      json.null();
    }
  }
  json.close_object();
}

void put_window(JsonText& json, const rollups::RollupAnswer& answer) {
  json.name("window");
  if (!answer.from && !answer.until) return json.null();
  json.open_object();
  put_instant(json, "from", answer.from);
  put_instant(json, "until", answer.until);
  json.close_object();
}

std::string rollup_json(const model::Rollup& rollup, const rollups::RollupAnswer& answer) {
  JsonText json(JsonLayout::Compact);
  json.open_object();
  json.array("rows");
  for (const auto& row : answer.rows) put_row(json, rollup, row);
  json.close_array();
  json.flag("has_more", answer.has_more);
  put_window(json, answer);
  json.name("built");
  json.raw(fmt::format("{}", answer.built));
  json.close_object();
  return std::move(json).take();
}

}  // namespace

Task<HttpStatus> answer_read(const serving::PatternContext& context, const RestCall& call,
                             const HttpRequest& request, HttpResponse& response) {
  const planning::PatternPlan& plan = *call.model().plan_of(call.pattern());
  serving::PatternReadRequest wanted{.arguments = call.arguments,
                                     .limit = call.limit,
                                     .page = call.page,
                                     .is_consistent = call.is_consistent};
  auto answer = co_await serving::read(context, call.model().served(), plan, wanted);
  ItemBytes items;
  take_memory_for(answer, items, response);
  if (!answer.ok() && server::is_large(items)) {
    const bool has_memory = co_await server::wait_for_memory(response, items);
    if (has_memory) {
      answer = co_await serving::read(context, call.model().served(), plan, wanted);
      take_memory_for(answer, items, response);
    }
  }
  if (!answer.ok()) co_return answer_problem(answer.error(), response);
  if (response.note != nullptr) response.note->capacity_units = answer->cost.read_units;
  co_return write_answer(call, request, std::move(*answer), response);
}

Task<HttpStatus> answer_rollup(const serving::PatternContext& context, const RestCall& call,
                               HttpResponse& response) {
  const model::Rollup& rollup = *call.route.rollup;
  auto answer =
      co_await serving::read_rollup(context, call.model().served(), rollup, call.arguments);
  if (!answer.ok()) co_return answer_problem(answer.error(), response);
  response.body = rollup_json(rollup, *answer);
  co_return HttpStatus::Ok;
}

}  // namespace partita::rest
