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
using protocol::JsonSink;

// The JSON of an answer in its parts.
class AnswerWriter {
 public:
  AnswerWriter(const RestCall& call, std::string& body) : call_(call), sink_(body) {}

  void item(const ReadRow& row) {
    call_.model().put_item(sink_, row.item.view(), row.entity, call_.form);
  }

  void page(const ReadPlan& plan, const ReadAnswer& answer) {
    sink_.raw(R"({"items":[)");
    for (std::size_t i = 0; i < answer.rows.size(); ++i) {
      if (i > 0) sink_.raw(',');
      item(answer.rows[i]);
    }
    sink_.raw(fmt::format(R"(],"count":{})", answer.rows.size()));
    position(answer);
    cost(plan, answer.cost);
    sink_.raw('}');
  }

  void map(const ReadAnswer& answer) {
    sink_.raw('{');
    for (std::size_t i = 0; i < answer.rows.size(); ++i) {
      if (i > 0) sink_.raw(',');
      name(answer.rows[i].member);
      item(answer.rows[i]);
    }
    sink_.raw('}');
  }

  void collection(const ReadAnswer& answer) {
    sink_.raw('{');
    bool is_first = true;
    for (const model::CollectionMember& member : call_.pattern().members) {
      if (!is_first) sink_.raw(',');
      is_first = false;
      name(member.name);
      if (member.is_many) {
        all_of(member.name, answer);
      } else {
        first_of(member.name, answer);
      }
    }
    // Only where a part of it is missing, so that what is whole is plain.
    if (answer.has_more) position(answer);
    sink_.raw('}');
  }

 private:
  void name(std::string_view text) {
    sink_.string(text);
    sink_.raw(':');
  }

  void token(std::string_view text) {
    if (text.empty()) {
      sink_.raw("null");
    } else {
      sink_.string(text);
    }
  }

  void position(const ReadAnswer& answer) {
    sink_.raw(fmt::format(R"(,"has_more":{},"next":)", answer.has_more));
    token(answer.next);
    sink_.raw(R"(,"prev":)");
    token(answer.previous);
    if (answer.is_partial) sink_.raw(R"(,"partial":"max_scanned")");
  }

  void cost(const ReadPlan& plan, const patterns::ReadCost& cost) {
    sink_.raw(R"(,"plan":{"table":)");
    sink_.string(plan.table->name);
    sink_.raw(R"(,"index":)");
    token(plan.index == nullptr ? "" : std::string_view(plan.index->name));
    sink_.raw(fmt::format(R"(,"legs":{},"read_units":{},"scanned":{}}})", cost.legs,
                          cost.read_units, cost.scanned));
  }

  void all_of(std::string_view member, const ReadAnswer& answer) {
    sink_.raw('[');
    bool is_first = true;
    for (const ReadRow& row : answer.rows) {
      if (row.member != member) continue;
      if (!is_first) sink_.raw(',');
      is_first = false;
      item(row);
    }
    sink_.raw(']');
  }

  void first_of(std::string_view member, const ReadAnswer& answer) {
    const auto row = std::find_if(answer.rows.begin(), answer.rows.end(),
                                  [&](const ReadRow& each) { return each.member == member; });
    if (row == answer.rows.end()) {
      sink_.raw("null");
    } else {
      item(*row);
    }
  }

  const RestCall& call_;
  JsonSink sink_;
};

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
  AnswerWriter(call, response.body).item(row);
  return HttpStatus::Ok;
}

HttpStatus write_answer(const RestCall& call, const HttpRequest& request, const ReadPlan& plan,
                        const ReadAnswer& answer, HttpResponse& response) {
  switch (plan.shape) {
    case ReadPlan::Shape::One:
      return answer_one(call, request, answer, response);
    case ReadPlan::Shape::List:
      AnswerWriter(call, response.body).page(plan, answer);
      break;
    case ReadPlan::Shape::MapByAttribute:
      AnswerWriter(call, response.body).map(answer);
      break;
    case ReadPlan::Shape::Collection:
      AnswerWriter(call, response.body).collection(answer);
      break;
  }
  return HttpStatus::Ok;
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
  if (!answer.ok()) co_return answer_problem(answer.error(), response);
  if (response.note != nullptr) response.note->capacity_units = answer->cost.read_units;
  co_return write_answer(call, request, *plan.read(), *answer, response);
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
