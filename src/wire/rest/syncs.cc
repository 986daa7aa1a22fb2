#include "wire/rest/syncs.h"

#include <fmt/format.h>

#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include "language/value/json_text.h"
#include "model/formula/timestamp.h"
#include "modelled/registry/sync_jobs.h"
#include "modelled/serving/failure.h"
#include "modelled/syncs/sync_commands.h"
#include "partita/value/item_view.h"
#include "wire/rest/item_changes.h"
#include "wire/rest/json.h"
#include "wire/rest/query.h"

namespace partita::rest {
namespace {

using registry::LiveSync;
using serving::FailureKind;
using syncs::SyncStatus;

Number to_number(std::uint64_t value) { return Number(static_cast<std::int64_t>(value)); }

std::string date_text(std::int64_t time_ms) {
  std::string text;
  model::append_timestamp(text, model::Instant(std::chrono::milliseconds(time_ms)),
                          model::TimestampEncoding::Rfc3339Ms);
  return text;
}

void date_member(JsonText& json, std::string_view name, std::int64_t time_ms) {
  if (time_ms > 1) json.member(name, date_text(time_ms));
}

std::string_view state_of(const SyncStatus& status) {
  if (status.state.instance == 0) return "starting";  // Nobody has worked on it yet.
  if (status.state.mode != syncs::SyncMode::Running) return name_of(status.state.mode);
  if (status.state.failures > 0) return "failing";
  return status.dead_items > 0 ? "dead letters" : "running";
}

// The key of the event's item, in DynamoDB's words.
void key_member(JsonText& json, const catalog::Table& table, const ItemView& image) {
  json.object("key");
  const auto put = [&](const std::vector<catalog::KeyAttribute>& attributes) {
    for (const auto& attribute : attributes) {
      const auto value = image.find(attribute.name);
      if (!value) continue;
      std::string text;
      {
        protocol::JsonSink sink(text);
        put_plain_json(sink, *value);
      }
      if (value->type() == ValueType::S) json.member(attribute.name, value->string());
      if (value->type() != ValueType::S) json.member(attribute.name, text);
    }
  };
  put(table.key.partition);
  put(table.key.sort);
  json.close_object();
}

void write_held(JsonText& json, const LiveSync& live, const SyncStatus& status,
                const syncs::HeldReport& held) {
  json.open_object();
  json.member("event", syncs::event_id(status.state.instance, held.stamp));
  json.member("state", held.item.is_dead() ? "dead" : "waiting");
  const auto event = syncs::decode_event(held.event);
  if (event.ok()) {
    json.member("what", syncs::name_of(event->kind));
    date_member(json, "at", event->time_ms);
    key_member(json, *live.table, event->image);
  }
  json.member("events", to_number(held.events));
  json.member("tries", to_number(held.item.tries));
  date_member(json, "since", held.item.since);
  date_member(json, "retry_at", held.item.retry_at);
  json.member("error", held.item.error);
  json.close_object();
}

void write_sync(JsonText& json, const LiveSync& live, const SyncStatus& status) {
  const syncs::SyncState& state = status.state;
  json.open_object();
  json.member("sync", live.plan->full_name());
  json.member("table", live.table->name);
  json.member("url", live.plan->sync().to.url);
  json.member("state", state_of(status));
  json.member("pending", to_number(state.pending_events));
  json.member("pending_bytes", to_number(state.pending_bytes));
  if (status.pending_since) date_member(json, "pending_since", *status.pending_since);
  if (status.replay_from) date_member(json, "replay_from", *status.replay_from);
  json.member("held_items", to_number(status.held_items));
  json.member("dead_letters", to_number(status.dead_items));
  json.member("delivered", to_number(state.delivered));
  date_member(json, "delivered_at", state.delivered_at);
  json.member("skipped", to_number(state.skipped));
  json.member("lost", to_number(state.lost));
  json.member("failures", to_number(state.failures));
  date_member(json, "failing_since", state.failing_since);
  date_member(json, "retry_at", state.retry_at);
  if (!state.error.empty()) json.member("error", state.error);
  json.array("held");
  for (const auto& held : status.held) write_held(json, live, status, held);
  json.close_array();
  json.close_object();
}

Task<Result<std::string>> document_of(database::Database& database, std::vector<LiveSync> lives) {
  JsonText json;
  json.open_object();
  json.array("syncs");
  for (const LiveSync& live : lives) {
    const auto status = co_await syncs::status_of(database.context().engine, *live.plan);
    CO_TRY(status);
    write_sync(json, live, *status);
  }
  json.close_array();
  json.close_object();
  co_return std::move(json).take();
}

Result<LiveSync> find_live(database::Database& database, std::string_view name) {
  for (LiveSync& live : registry::live_syncs(database.context().catalog)) {
    if (live.plan->full_name() == name) return std::move(live);
  }
  return serving::failure(FailureKind::NotFound,
                          fmt::format("there is no sync {}: GET /api/syncs lists them", name));
}

// What is asked of a sync.
struct Asked {
  LiveSync live;
  std::optional<std::string> event;
  std::optional<std::string> from;
  bool is_for_all = false;
};

Result<Asked> parse_asked(database::Database& database, RestDocument change,
                          std::string_view query) {
  auto parameters = TRY(RestQuery::parse(query));
  const auto name = parameters.take("sync");
  if (!name) {
    return serving::failure(FailureKind::BadArgument,
                            "which sync? ?sync=MODEL/NAME, as GET /api/syncs lists them");
  }
  Asked asked{.live = TRY(find_live(database, *name))};
  const bool is_about_held =
      change == RestDocument::RetriedSync || change == RestDocument::SkippedSync;
  if (is_about_held) asked.event = parameters.take("event");
  if (change == RestDocument::SkippedSync) asked.is_for_all = TRY(parameters.take_flag("all"));
  if (change == RestDocument::ReplayedSync) asked.from = parameters.take("from");
  if (change == RestDocument::SkippedSync && asked.is_for_all == asked.event.has_value()) {
    return serving::failure(FailureKind::BadArgument,
                            "what is given up? `event` names one dead letter, all=1 means all");
  }
  if (parameters.all().empty()) return asked;
  return serving::failure(FailureKind::BadArgument, fmt::format("there is no parameter `{}` here",
                                                                parameters.all().front().first));
}

Task<Result<std::optional<std::uint64_t>>> stamp_of(database::Database& database,
                                                    const Asked& asked) {
  if (!asked.event) co_return std::optional<std::uint64_t>();
  auto state = co_await syncs::read_state(database.context().engine, asked.live.plan->ref());
  CO_TRY(state);
  const auto stamp = syncs::stamp_in(*asked.event, *state ? (*state)->instance : 0);
  if (stamp) co_return stamp;
  co_return serving::failure(FailureKind::BadArgument,
                             fmt::format("{} is no id of an event of this sync", *asked.event));
}

Task<Status> change_held(database::Database& database, RestDocument change, const Asked& asked) {
  auto stamp = co_await stamp_of(database, asked);
  CO_TRY(stamp);
  auto& engine = database.context().engine;
  // Not awaited in one expression with the choice: g++ 12 destroys such a task twice.
  auto changing = change == RestDocument::RetriedSync
                      ? syncs::retry_held(engine, *asked.live.plan, *stamp)
                      : syncs::skip_held(engine, *asked.live.plan, *stamp);
  auto changed = co_await std::move(changing);
  CO_TRY(changed);
  co_return Status{};
}

Task<Status> replay(database::Database& database, const Asked& asked) {
  std::optional<std::int64_t> from;
  if (asked.from) {
    const auto instant = moment_of("from", *asked.from);
    CO_TRY(instant);
    from = *instant;
  }
  auto replayed = co_await syncs::replay(database.context().engine, *asked.live.plan, from);
  CO_TRY(replayed);
  co_return Status{};
}

Task<Status> carry_out(database::Database& database, RestDocument change, const Asked& asked) {
  auto& engine = database.context().engine;
  switch (change) {
    case RestDocument::RetriedSync:
    case RestDocument::SkippedSync:
      return change_held(database, change, asked);
    case RestDocument::ReplayedSync:
      return replay(database, asked);
    case RestDocument::PausedSync:
      return syncs::set_mode(engine, *asked.live.plan, syncs::SyncMode::Paused);
    case RestDocument::ResumedSync:
      return syncs::set_mode(engine, *asked.live.plan, syncs::SyncMode::Running);
    default:
      return Task<Status>::ready({});
  }
}

Error as_failure(Error error) {
  if (error.kind() == ErrorKind::NotFound) {
    return serving::failure(FailureKind::NotFound, error.message());
  }
  if (error.kind() == ErrorKind::InvalidArgument) {
    return serving::failure(FailureKind::BadArgument, error.message());
  }
  return error;
}

}  // namespace

Task<Result<std::string>> syncs_document(database::Database& database, std::string query) {
  auto parameters = RestQuery::parse(query);
  CO_TRY(parameters);
  const auto name = parameters->take("sync");
  if (!parameters->all().empty()) {
    co_return serving::failure(FailureKind::BadArgument, "`sync` is the one parameter");
  }
  std::vector<LiveSync> lives = registry::live_syncs(database.context().catalog);
  if (name) {
    auto live = find_live(database, *name);
    CO_TRY(live);
    lives.clear();
    lives.push_back(std::move(*live));
  }
  co_return co_await document_of(database, std::move(lives));
}

bool is_about_syncs(RestDocument document) {
  return document == RestDocument::Syncs ||
         (document >= RestDocument::RetriedSync && document <= RestDocument::ResumedSync);
}

Task<Result<std::string>> asked_of_syncs(database::Database& database, RestDocument document,
                                         std::string query) {
  if (document == RestDocument::Syncs) {
    co_return co_await syncs_document(database, std::move(query));
  }
  auto asked = parse_asked(database, document, query);
  CO_TRY(asked);
  Status changed = co_await carry_out(database, document, *asked);
  if (!changed.ok()) co_return as_failure(std::move(changed).error());
  database.syncs().wake(*asked->live.plan);
  std::vector<LiveSync> lives;
  lives.push_back(asked->live);
  co_return co_await document_of(database, std::move(lives));
}

}  // namespace partita::rest
