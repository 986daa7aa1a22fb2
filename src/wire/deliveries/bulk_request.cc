#include "wire/deliveries/bulk_request.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <utility>

#include "partita/base/base64.h"
#include "partita/base/sha256.h"
#include "wire/deliveries/answer_meaning.h"
#include "wire/deliveries/image_writer.h"
#include "wire/rest/json.h"

namespace partita::deliveries {
namespace {

using protocol::JsonSink;
using syncs::Receipt;
using Kind = Receipt::Kind;

// Errors of search engines name their causes, one inside the other.
constexpr int kBulkAnswerLevelsMax = 64;
constexpr std::size_t kIdBytesMax = 512;
constexpr int kConflict = 409;
constexpr int kNotFound = 404;

std::string_view action_of(syncs::EventKind kind) {
  return kind == syncs::EventKind::Remove ? "delete" : "index";
}

void append_key_part(std::string& id, const ValueView& value) {
  std::string text;
  if (value.type() == ValueType::S) text = value.string();
  if (value.type() == ValueType::N) text = value.number().to_string();
  if (value.type() == ValueType::B) text = base64_encode(value.binary());
  for (const char c : text) {
    if (c == '%') {
      id += "%25";
    } else if (c == '/') {
      id += "%2F";
    } else {
      id += c;
    }
  }
}

void put_action(JsonSink& sink, const syncs::Parcel& parcel, const syncs::StampedEvent& stamped) {
  const model::Sync& sync = parcel.plan.sync();
  sink.raw("{\"");
  sink.raw(action_of(stamped.event.kind));
  sink.raw(R"(":{"_index":)");
  sink.string(sync.to.index);
  sink.raw(R"(,"_id":)");
  sink.string(document_id(*sync.of->table, stamped.event.image));
  sink.raw(R"(,"version":)");
  sink.raw(std::string_view(fmt::format("{}", stamped.stamp)));
  sink.raw(R"(,"version_type":"external"}})");
  sink.raw('\n');
}

// What has become of one document.
struct DocumentFate {
  enum class Kind { Taken, Refused, Waits } kind = Kind::Taken;
  std::string error = {};
};

std::string_view text_in(const Item& members, std::string_view name) {
  const Value* text = members.find(name);
  return text != nullptr && text->type() == ValueType::S ? std::string_view(text->string()) : "";
}

const Item* object_in(const Item& members, std::string_view name) {
  const Value* object = members.find(name);
  return object != nullptr && object->type() == ValueType::M ? &object->map() : nullptr;
}

// "400 mapper_parsing_exception: failed to parse field [n]"
std::string error_of(int status, const Item& told) {
  const Item* error = object_in(told, "error");
  if (error == nullptr) return shown_text(fmt::format("{} {}", status, text_in(told, "error")));
  std::string text =
      fmt::format("{} {}: {}", status, text_in(*error, "type"), text_in(*error, "reason"));
  const Item* cause = object_in(*error, "caused_by");
  if (cause != nullptr) text += fmt::format(" ({})", text_in(*cause, "reason"));
  return shown_text(text);
}

DocumentFate fate_of(int status, const Item& told, syncs::EventKind kind) {
  if (status >= 200 && status < 300) return {};
  // A newer state is there, or there is nothing to delete.
  const bool is_gone =
      kind == syncs::EventKind::Remove && status == kNotFound && told.find("error") == nullptr;
  if (status == kConflict || is_gone) return {};
  return {.kind = is_about_event(status) ? DocumentFate::Kind::Refused : DocumentFate::Kind::Waits,
          .error = error_of(status, told)};
}

std::optional<int> status_in(const Item& told) {
  const Value* status = told.find("status");
  if (status == nullptr || status->type() != ValueType::N) return std::nullopt;
  const std::string digits = status->number().to_string();
  int code = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), code);
  const bool is_whole = read.ec == std::errc() && read.ptr == digits.data() + digits.size();
  return is_whole && code >= 100 && code <= 599 ? std::optional(code) : std::nullopt;
}

// Nullopt: it is not about this event.
std::optional<DocumentFate> read_fate(const Value& listed, const model::Table& table,
                                      const syncs::SyncEvent& event) {
  if (listed.type() != ValueType::M) return std::nullopt;
  const Item* told = object_in(listed.map(), action_of(event.kind));
  if (told == nullptr) return std::nullopt;
  const auto status = status_in(*told);
  if (!status || text_in(*told, "_id") != document_id(table, event.image)) return std::nullopt;
  return fate_of(*status, *told, event.kind);
}

Receipt no_bulk_answer(std::string_view what) {
  return {.kind = Kind::NoAnswer,
          .error = fmt::format("the answer is not that of a bulk API: {}", what)};
}

void note_fate(Receipt& receipt, std::uint64_t stamp, DocumentFate fate) {
  if (fate.kind == DocumentFate::Kind::Taken) receipt.taken.push_back(stamp);
  if (fate.kind == DocumentFate::Kind::Refused) {
    receipt.refused.push_back({.stamp = stamp, .error = std::move(fate.error)});
  } else if (fate.kind == DocumentFate::Kind::Waits) {
    receipt.kind = Kind::Busy;
    if (receipt.error.empty()) receipt.error = std::move(fate.error);
  }
}

}  // namespace

std::string bulk_path(std::string_view target) {
  const std::size_t question = target.find('?');
  std::string path(target.substr(0, question));
  while (path.ends_with('/')) path.pop_back();
  path += "/_bulk";
  if (question != std::string_view::npos) path += target.substr(question);
  return path;
}

std::string document_id(const model::Table& table, const ItemView& image) {
  std::string id;
  const auto partition = image.find(table.partition_key);
  if (partition) append_key_part(id, *partition);
  if (table.has_sort_key()) {
    id += '/';
    const auto sort = image.find(table.sort_key);
    if (sort) append_key_part(id, *sort);
  }
  if (id.size() <= kIdBytesMax) return id;
  std::string hashed = "sha256:";
  for (const char byte : sha256(id)) {
    hashed += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  }
  return hashed;
}

std::string bulk_body(const syncs::Parcel& parcel) {
  const ImageWriter images(parcel.plan.sync());
  std::string body;
  JsonSink sink(body);
  for (const auto& stamped : parcel.events) {
    put_action(sink, parcel, stamped);
    if (stamped.event.kind == syncs::EventKind::Remove) continue;
    images.put(sink, stamped.event.image);
    sink.raw('\n');
  }
  sink.flush();
  return body;
}

Receipt bulk_receipt(const outgoing::CallAnswer& answer, const syncs::Parcel& parcel) {
  Receipt receipt = receipt_of_status(answer);
  if (receipt.kind != Kind::Taken) return receipt;
  const auto members = rest::parse_plain_json(answer.body, kBulkAnswerLevelsMax);
  if (!members.ok()) return no_bulk_answer(members.error().message());
  const Value* items = members->find("items");
  if (items == nullptr || items->type() != ValueType::L ||
      items->list().size() != parcel.events.size()) {
    return no_bulk_answer("`items` does not tell of each document once");
  }
  const model::Table& table = *parcel.plan.sync().of->table;
  for (std::size_t i = 0; i < parcel.events.size(); ++i) {
    const auto& [stamp, event] = parcel.events[i];
    auto fate = read_fate(items->list()[i], table, event);
    if (!fate) return no_bulk_answer("`items` tells of other documents than it was told");
    note_fate(receipt, stamp, *std::move(fate));
  }
  return receipt;
}

}  // namespace partita::deliveries
