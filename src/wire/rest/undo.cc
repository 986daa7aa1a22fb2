#include "wire/rest/undo.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "modelled/serving/failure.h"
#include "store/undo/undo.h"
#include "wire/protocol/request_id.h"
#include "wire/rest/item_changes.h"
#include "wire/rest/query.h"

namespace partita::rest {
namespace {

using serving::FailureKind;
using undo::UndoneItem;
using UndoState = UndoneItem::State;

constexpr int kItemsDefault = 10'000;
constexpr int kItemsMax = 1'000'000;
constexpr std::size_t kShownMax = 200;

Error wrong_query(std::string message) {
  return serving::failure(FailureKind::BadArgument, std::move(message));
}

struct UndoRequest {
  catalog::TablePointer table;
  undo::UndoQuestion question;
  bool is_until_now = false;
  std::size_t items_max = kItemsDefault;
};

Status read_filter(RestQuery& parameters, UndoRequest& wanted) {
  history::ChangeFilter& filter = wanted.question.filter;
  const auto from = parameters.take("from");
  const auto to = parameters.take("to");
  if (from) filter.from = TRY(moment_of("from", *from));
  if (to) filter.to = TRY(moment_of("to", *to));
  wanted.is_until_now = !to;
  if (const auto request = parameters.take("request")) {
    const auto number = protocol::request_number(*request);
    if (!number) {
      return wrong_query(
          fmt::format("request: `{}` is neither an x-amzn-RequestId nor its first {} characters",
                      *request, protocol::kRequestPrefixCharacters));
    }
    filter.request = *number;
  }
  filter.access_key = parameters.take("access_key").value_or("");
  return {};
}

Result<UndoRequest> undo_request(const catalog::Catalog& catalog, std::string_view query) {
  auto parameters = TRY(RestQuery::parse(query));
  UndoRequest wanted;
  const auto name = parameters.take("table");
  const auto item = parameters.take("item");
  const int limit = TRY(parameters.take_count("limit")).value_or(kItemsDefault);
  TRY(read_filter(parameters, wanted));
  const history::ChangeFilter& filter = wanted.question.filter;
  const bool is_said = item || filter.request != 0 || !filter.access_key.empty();
  if (!name || !is_said || !parameters.all().empty()) {
    return wrong_query(
        "which changes? `table` and one of `item`, `request` and `access_key` are needed; `from`, "
        "`to` and `limit` may be given");
  }
  if (!item && filter.request == 0 && filter.from == 0) {
    return wrong_query("from when on? Changes of an access key need `from`");
  }
  if (limit < 1 || limit > kItemsMax) {
    return wrong_query(fmt::format("limit: 1 to {} items can be allowed", kItemsMax));
  }
  wanted.items_max = static_cast<std::size_t>(limit);
  wanted.table = TRY(find_recorded_table(catalog, *name));
  if (item) wanted.question.item_key = TRY(key_of_json(*wanted.table, *item));
  wanted.question.is_newest_only =
      item && filter.request == 0 && filter.access_key.empty() && filter.from == 0;
  return wanted;
}

std::string_view state_name(UndoState state) {
  switch (state) {
    case UndoState::Ready:
      return "ready";
    case UndoState::Done:
      return "done";
    case UndoState::Already:
      return "already";
    case UndoState::Follows:
      return "follows";
    case UndoState::Refused:
      break;
  }
  return "refused";
}

std::string_view what_becomes_of(const UndoneItem& item) {
  if (!item.wanted) return "delete";
  return item.present ? "change back" : "create again";
}

class UndoWriter {
 public:
  UndoWriter(const RestRoutes& routes, const UndoRequest& wanted)
      : wanted_(wanted), writer_(routes, wanted.table->name, json_) {}

  std::string write(const undo::UndoPlan& plan) {
    json_.open_object();
    json_.member("table", wanted_.table->name);
    json_.member("to", moment_text(wanted_.question.filter.to));
    for (const UndoState state : {UndoState::Ready, UndoState::Done, UndoState::Already,
                                  UndoState::Follows, UndoState::Refused}) {
      json_.name(state_name(state));
      json_.raw(fmt::format("{}", plan.count(state)));
    }
    json_.flag("rules_asked", plan.are_rules_asked);
    if (!plan.stopped.empty()) json_.member("stopped", plan.stopped);
    json_.array("items");
    // What a person has to know most comes first.
    for (const UndoState state : {UndoState::Refused, UndoState::Ready, UndoState::Done,
                                  UndoState::Follows, UndoState::Already}) {
      for (const UndoneItem& item : plan.items) {
        if (item.state == state && shown_++ < kShownMax) write_item(item);
      }
    }
    json_.close_array();
    json_.flag("more", shown_ > kShownMax);
    json_.close_object();
    return std::move(json_).take();
  }

 private:
  void write_item(const UndoneItem& item) {
    json_.open_object();
    const auto& image = item.present ? item.present : item.wanted;
    if (image) writer_.write_key(*wanted_.table, *image);
    json_.member("state", state_name(item.state));
    json_.member("what", what_becomes_of(item));
    json_.name("changes");
    json_.raw(fmt::format("{}", item.changes));
    if (item.left > 0) {
      json_.name("left");
      json_.raw(fmt::format("{}", item.left));
    }
    if (item.since) {
      json_.name("since");
      json_.open_object();
      json_.member("at", moment_text(item.since->time));
      writer_.write_author(*item.since);
      json_.close_object();
    }
    if (!item.refusal.empty()) json_.member("why", item.refusal);
    writer_.write_attributes(item.present, item.wanted);
    json_.close_object();
  }

  const UndoRequest& wanted_;
  JsonText json_;
  ChangeWriter writer_;
  std::size_t shown_ = 0;
};

}  // namespace

Task<Result<std::string>> undone_changes(operations::Context context,
                                         std::shared_ptr<const RestRoutes> routes, UndoStep step,
                                         std::string query) {
  auto wanted = undo_request(context.catalog, query);
  CO_TRY(wanted);
  if (wanted->is_until_now) {
    // So that what was answered in this very millisecond is meant, too, and nothing later.
    co_await pause(std::chrono::milliseconds(2));
    wanted->question.filter.to = context.catalog.commit_times().now();
  }
  const undo::Undo undo(context.engine, context.catalog, wanted->table, context.author);
  auto plan = co_await undo.plan(wanted->question, wanted->items_max);
  if (!plan.ok() && plan.error().kind() == ErrorKind::TooLarge) {
    co_return wrong_query(plan.error().message());
  }
  CO_TRY(plan);
  Status done;
  if (step == UndoStep::Preview) {
    done = co_await undo.try_out(*plan);
  } else {
    done = co_await undo.carry_out(wanted->question, *plan);
  }
  CO_TRY(done);
  co_return UndoWriter(*routes, *wanted).write(*plan);
}

}  // namespace partita::rest
