#include "server/rest_read.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "documents/operation.h"
#include "model/timestamp.h"
#include "partita/value/encoded_item.h"
#include "patterns/failure.h"
#include "patterns/read_pattern.h"
#include "patterns/read_rollup.h"
#include "patterns/write_pattern.h"
#include "server/compressed_answer.h"
#include "server/large_answer.h"
#include "server/rest_answer.h"
#include "server/rest_etag.h"
#include "server/rest_json.h"
#include "server/rest_problem.h"

namespace partita::server {
namespace {

using patterns::ReadAnswer;
using patterns::ReadRow;
using planning::ReadPlan;
using protocol::HttpRequest;
using protocol::HttpResponse;
using protocol::HttpStatus;
using protocol::ItemBytes;
using protocol::JsonSink;

HttpStatus answer_one(const RestCall& call, const HttpRequest& request, const ReadAnswer& answer,
                      HttpResponse& response) {
  if (answer.rows.empty()) {
    return answer_problem(
        patterns::failure(patterns::FailureKind::NotFound, "there is no such item"), response);
  }
  const ReadRow& row = answer.rows.front();
  if (row.entity != nullptr) {
    const std::string revision = patterns::revision_of(*row.entity, row.item.view());
    append_etag(response.headers, revision);
    if (has_seen(request, revision)) return HttpStatus::NotModified;
  }
  append_rest_answer(response.body, call, answer);
  compress_if_accepted(request, response);
  return HttpStatus::Ok;
}

HttpStatus write_answer(const RestCall& call, const HttpRequest& request, ReadAnswer answer,
                        HttpResponse& response) {
  const ReadPlan& plan = *call.model().plan_of(call.pattern())->read();
  if (plan.shape == ReadPlan::Shape::One) return answer_one(call, request, answer, response);
  const ItemBytes items = item_bytes_of(answer);
  if (is_large(items) && !may_compress(request, items)) {
    response.source = rest_source(call, std::move(answer));
  } else {
    append_rest_answer(response.body, call, answer);
    compress_if_accepted(request, response);
  }
  return HttpStatus::Ok;
}

// Takes the memory for an answer that is large enough to be counted, and drops one that finds none.
void take_memory_for(Result<ReadAnswer>& answer, ItemBytes& items, HttpResponse& response) {
  if (!answer.ok()) return;
  items = item_bytes_of(*answer);
  if (is_large(items) && !take_memory(response, items)) answer = no_memory();
}

void put_instant(JsonSink& sink, std::optional<model::Instant> instant) {
  std::string text;
  if (!instant || !model::is_representable(*instant)) return sink.raw("null");
  model::append_timestamp(text, *instant, model::TimestampEncoding::Rfc3339);
  sink.string(text);
}

void put_row(JsonSink& sink, const model::Rollup& rollup, const rollups::RollupRow& row) {
  sink.raw('{');
  for (std::size_t i = 0; i < rollup.group_by.size(); ++i) {
    if (i > 0) sink.raw(',');
    sink.string(rollup.group_by[i].name);
    sink.raw(':');
    put_plain_json(sink, EncodedValue(row.group[i]).view());
  }
  for (std::size_t i = 0; i < rollup.measures.size(); ++i) {
    if (i > 0 || !rollup.group_by.empty()) sink.raw(',');
    sink.string(rollup.measures[i].name);
    sink.raw(':');
    if (row.measures[i]) {
      put_plain_number(sink, *row.measures[i]);
    } else {
      sink.raw("null");
    }
  }
  sink.raw('}');
}

void put_rollup(JsonSink& sink, const model::Rollup& rollup, const rollups::RollupAnswer& answer) {
  sink.raw(R"({"rows":[)");
  for (std::size_t i = 0; i < answer.rows.size(); ++i) {
    if (i > 0) sink.raw(',');
    put_row(sink, rollup, answer.rows[i]);
  }
  sink.raw(R"(],"has_more":)");
  sink.raw(answer.has_more ? std::string_view("true") : std::string_view("false"));
  sink.raw(R"(,"window":)");
  if (answer.from || answer.until) {
    sink.raw(R"({"from":)");
    put_instant(sink, answer.from);
    sink.raw(R"(,"until":)");
    put_instant(sink, answer.until);
    sink.raw('}');
  } else {
    sink.raw("null");
  }
  sink.raw(fmt::format(R"(,"built":{}}})", answer.built));
}

}  // namespace

Task<HttpStatus> answer_read(const patterns::Environment& environment, const RestCall& call,
                             const HttpRequest& request, HttpResponse& response) {
  const planning::Plan& plan = *call.model().plan_of(call.pattern());
  patterns::ReadRequest wanted{.arguments = call.arguments,
                               .limit = call.limit,
                               .page = call.page,
                               .is_consistent = call.is_consistent};
  auto answer = co_await patterns::read(environment, call.model().served(), plan, wanted);
  ItemBytes items;
  take_memory_for(answer, items, response);
  if (!answer.ok() && is_large(items)) {
    const bool has_memory = co_await wait_for_memory(response, items);
    if (has_memory) {
      answer = co_await patterns::read(environment, call.model().served(), plan, wanted);
      take_memory_for(answer, items, response);
    }
  }
  if (!answer.ok()) co_return answer_problem(answer.error(), response);
  if (response.note != nullptr) response.note->capacity_units = answer->cost.read_units;
  co_return write_answer(call, request, std::move(*answer), response);
}

Task<HttpStatus> answer_rollup(const patterns::Environment& environment, const RestCall& call,
                               HttpResponse& response) {
  const model::Rollup& rollup = *call.route.rollup;
  auto answer =
      co_await patterns::read_rollup(environment, call.model().served(), rollup, call.arguments);
  if (!answer.ok()) co_return answer_problem(answer.error(), response);
  JsonSink sink(response.body);
  put_rollup(sink, rollup, *answer);
  co_return HttpStatus::Ok;
}

}  // namespace partita::server
