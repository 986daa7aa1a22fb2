#include "wire/rest/answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "wire/protocol/outlined_body.h"

namespace partita::rest {
namespace {

using planning::PatternReadPlan;
using protocol::JsonSink;
using serving::ReadAnswer;
using serving::ReadRow;

// An item that a search has found tells how well it fits, and where, behind its attributes.
void put_found(JsonSink& sink, const RestCall& call, const ReadRow& row) {
  Item more{{"_score", Number::parse(fmt::format("{:.6f}", row.score)).value()}};
  if (!row.highlights.is_empty()) more.set("_highlights", row.highlights);
  std::string text;
  std::string behind;
  {
    JsonSink item(text);
    call.model().put_item(item, row.item.view(), row.entity, call.form);
    JsonSink rest(behind);
    const EncodedItem encoded(more);
    call.model().put_item(rest, encoded.view(), nullptr, call.form);
  }
  text.pop_back();
  if (text.size() > 1) text.push_back(',');
  sink.raw(text);
  sink.raw(std::string_view(behind).substr(1));
}

void put_row(JsonSink& sink, const RestCall& call, const ReadRow& row) {
  if (call.is_search()) return put_found(sink, call, row);
  call.model().put_item(sink, row.item.view(), row.entity, call.form);
}

// Told where rows go, if they are not written yet.
class RowGaps {
 public:
  virtual ~RowGaps() = default;
  virtual void leave(const ReadRow& row) = 0;
};

// The JSON of an answer in its parts.
class AnswerWriter {
 public:
  AnswerWriter(const RestCall& call, JsonSink& sink, RowGaps* gaps = nullptr)
      : call_(call), sink_(sink), gaps_(gaps) {}

  void write(const ReadAnswer& answer) {
    if (answer.search) return found(answer);
    const PatternReadPlan& plan = *call_.model().plan_of(call_.pattern())->read();
    switch (plan.shape) {
      case PatternReadPlan::Shape::One:
        return item(answer.rows.front());
      case PatternReadPlan::Shape::List:
        return page(plan, answer);
      case PatternReadPlan::Shape::MapByAttribute:
        return map(answer);
      case PatternReadPlan::Shape::Collection:
        return collection(answer);
    }
  }

 private:
  void item(const ReadRow& row) {
    if (gaps_ == nullptr) return put_row(sink_, call_, row);
    sink_.flush();
    gaps_->leave(row);
  }

  void page(const PatternReadPlan& plan, const ReadAnswer& answer) {
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

  void found(const ReadAnswer& answer) {
    sink_.raw(R"({"items":[)");
    for (std::size_t i = 0; i < answer.rows.size(); ++i) {
      if (i > 0) sink_.raw(',');
      item(answer.rows[i]);
    }
    sink_.raw(fmt::format(R"(],"count":{})", answer.rows.size()));
    position(answer);
    summary(*answer.search);
    sink_.raw(R"(,"plan":{"search":)");
    sink_.string(call_.pattern().search);
    sink_.raw(fmt::format(R"(,"read_units":{},"scanned":{}}}}})", answer.cost.read_units,
                          answer.cost.scanned));
  }

  void summary(const serving::SearchSummary& summary) {
    sink_.raw(fmt::format(R"(,"total":{},"built":{})", summary.total, summary.built));
    sink_.raw(R"(,"corrected":{)");
    for (std::size_t i = 0; i < summary.corrected.size(); ++i) {
      if (i > 0) sink_.raw(',');
      name(summary.corrected[i].first);
      sink_.string(summary.corrected[i].second);
    }
    sink_.raw('}');
    if (!summary.facets.empty()) facets(summary);
  }

  void facets(const serving::SearchSummary& summary) {
    sink_.raw(R"(,"facets":{)");
    for (std::size_t i = 0; i < summary.facets.size(); ++i) {
      if (i > 0) sink_.raw(',');
      name(summary.facets[i].first);
      facet(summary.facets[i].second);
    }
    sink_.raw(fmt::format(R"(}},"facets_approximate":{})", summary.facets_are_approximate));
  }

  void facet(const std::vector<serving::FacetValue>& values) {
    sink_.raw('[');
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i > 0) sink_.raw(',');
      sink_.raw(R"({"value":)");
      sink_.string(values[i].value);
      sink_.raw(fmt::format(R"(,"items":{}}})", values[i].items));
    }
    sink_.raw(']');
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

  void cost(const PatternReadPlan& plan, const serving::ReadCost& cost) {
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
  JsonSink& sink_;
  RowGaps* const gaps_;
};

class RestBody final : public protocol::OutlinedBody, private RowGaps {
 public:
  RestBody(RestCall call, ReadAnswer answer) : call_(std::move(call)), answer_(std::move(answer)) {
    JsonSink sink(outline());
    AnswerWriter(call_, sink, this).write(answer_);
  }

 private:
  void leave(const ReadRow& row) override {
    rows_.push_back(&row);
    leave_gap();
  }
  void put_item(JsonSink& sink, std::size_t gap) override { put_row(sink, call_, *rows_[gap]); }

  const RestCall call_;
  const ReadAnswer answer_;
  std::vector<const ReadRow*> rows_;  // Of the answer, in the order of their gaps.
};

}  // namespace

protocol::ItemBytes item_bytes_of(const ReadAnswer& answer) {
  protocol::ItemBytes bytes;
  for (const ReadRow& row : answer.rows) bytes.add(row.item.bytes().size());
  return bytes;
}

void append_rest_answer(std::string& body, const RestCall& call, const ReadAnswer& answer) {
  JsonSink sink(body);
  AnswerWriter(call, sink).write(answer);
}

std::unique_ptr<protocol::BodySource> rest_source(const RestCall& call, ReadAnswer answer) {
  return std::make_unique<RestBody>(call, std::move(answer));
}

}  // namespace partita::rest
