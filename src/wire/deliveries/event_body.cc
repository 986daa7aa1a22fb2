#include "wire/deliveries/event_body.h"

#include <fmt/format.h>

#include <chrono>
#include <optional>

#include "model/formula/timestamp.h"
#include "modelled/syncs/sync_commands.h"
#include "wire/deliveries/image_writer.h"
#include "wire/rest/json.h"

namespace partita::deliveries {
namespace {

using protocol::JsonSink;

constexpr int kAnswerLevelsMax = 8;

std::string time_text(std::int64_t time_ms) {
  const model::Instant instant{std::chrono::milliseconds(time_ms)};
  std::string text;
  model::append_timestamp(text, instant, model::TimestampEncoding::Rfc3339Ms);
  return text;
}

void put_event(JsonSink& sink, const syncs::Parcel& parcel, const syncs::StampedEvent& stamped,
               const ImageWriter& images) {
  const auto& [stamp, event] = stamped;
  sink.raw(R"({"id":)");
  sink.string(syncs::event_id(parcel.instance, stamp));
  sink.raw(R"(,"type":)");
  sink.string(fmt::format("{}.{}", parcel.plan.sync().of->name, syncs::name_of(event.kind)));
  sink.raw(R"(,"timestamp":)");
  sink.string(time_text(event.time_ms));
  sink.raw(R"(,"sync":)");
  sink.string(parcel.plan.full_name());
  sink.raw(R"(,"data":)");
  images.put(sink, event.image);
  if (event.old) {
    sink.raw(R"(,"old":)");
    images.put(sink, *event.old);
  }
  sink.raw('}');
}

std::optional<syncs::Receipt::RefusedEvent> refused_event(const Value& listed,
                                                          std::uint64_t instance) {
  if (listed.type() != ValueType::M) return std::nullopt;
  const Item& members = listed.map();
  const Value* id = members.find("id");
  if (id == nullptr || id->type() != ValueType::S) return std::nullopt;
  const auto stamp = syncs::stamp_in(id->string(), instance);
  if (!stamp) return std::nullopt;
  syncs::Receipt::RefusedEvent refused{.stamp = *stamp, .error = "the target has refused it"};
  const Value* error = members.find("error");
  if (error != nullptr && error->type() == ValueType::S) refused.error = error->string();
  return refused;
}

}  // namespace

std::string event_body(const syncs::Parcel& parcel) {
  const ImageWriter images(parcel.plan.sync());
  std::string body;
  JsonSink sink(body);
  if (parcel.plan.sync().batch == 1) {
    put_event(sink, parcel, parcel.events.front(), images);
  } else {
    bool is_first = true;
    sink.raw(R"({"events":[)");
    for (const auto& stamped : parcel.events) {
      if (!is_first) sink.raw(',');
      is_first = false;
      put_event(sink, parcel, stamped, images);
    }
    sink.raw("]}");
  }
  sink.flush();
  return body;
}

std::string parcel_id(const syncs::Parcel& parcel) {
  std::string id = syncs::event_id(parcel.instance, parcel.events.front().stamp);
  if (parcel.events.size() > 1) id += fmt::format("-{}", parcel.events.back().stamp);
  return id;
}

std::vector<syncs::Receipt::RefusedEvent> refused_in(std::string_view answer,
                                                     std::uint64_t instance) {
  std::vector<syncs::Receipt::RefusedEvent> refused;
  const auto members = rest::parse_plain_json(answer, kAnswerLevelsMax);
  if (!members.ok()) return refused;
  const Value* failed = members->find("failed");
  if (failed == nullptr || failed->type() != ValueType::L) return refused;
  for (const Value& listed : failed->list()) {
    auto event = refused_event(listed, instance);
    if (event) refused.push_back(*std::move(event));
  }
  return refused;
}

}  // namespace partita::deliveries
