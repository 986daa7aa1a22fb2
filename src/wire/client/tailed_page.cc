#include "wire/client/tailed_page.h"

#include "wire/client/answer_items.h"

namespace partita::client {
namespace {

using protocol::JsonArray;
using protocol::JsonReader;
using protocol::JsonValue;

bool read_text(JsonReader& reader, JsonValue json, std::string& text) {
  std::string_view view;
  if (!reader.string(json, view)) return false;
  text = view;
  return true;
}

bool read_change(AnswerItems& answer, JsonValue json, TailedChange& record) {
  JsonReader& reader = answer.reader();
  return answer.each_in(json, "StreamRecord", [&](std::string_view name, JsonValue value) {
    if (name == "Keys") return answer.read(value, record.key);
    if (name == "OldImage") return answer.read(value, record.before.emplace());
    if (name == "NewImage") return answer.read(value, record.after.emplace());
    if (name == "SequenceNumber") return read_text(reader, value, record.sequence_number);
    if (name != "ApproximateCreationDateTime") return reader.skip(value);
    return reader.integer(value, record.created_at);
  });
}

bool read_record(AnswerItems& answer, JsonValue json, TailedChange& record) {
  JsonReader& reader = answer.reader();
  return answer.each_in(json, "Record", [&](std::string_view name, JsonValue value) {
    if (name == "eventName") return read_text(reader, value, record.event);
    if (name == "dynamodb") return read_change(answer, value, record);
    // A stream names nobody else.
    if (name == "userIdentity") record.is_expiry = true;
    return reader.skip(value);
  });
}

}  // namespace

Result<TailedPage> parse_tailed_page(std::string_view json) {
  TailedPage page;
  AnswerItems answer;
  JsonReader& reader = answer.reader();
  TRY(answer.each_of_answer(json, [&](std::string_view name, JsonValue value) {
    if (name == "NextShardIterator") return read_text(reader, value, page.next_iterator);
    if (name != "Records") return reader.skip(value);
    JsonArray array;
    return reader.list(value, array) && reader.each_element(array, [&](JsonValue each) {
      return read_record(answer, each, page.records.emplace_back());
    });
  }));
  return page;
}

}  // namespace partita::client
