#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "model/definition/attribute_scope.h"
#include "model/definition/node_access.h"
#include "model/definition/sync.h"
#include "model/definition/sync_section.h"
#include "model/definition/sync_track.h"
#include "model/formula/byte_size.h"

namespace partita::model {
namespace {

using std::chrono::milliseconds;

constexpr std::string_view kWebhook = "webhook";
constexpr std::string_view kBulk = "bulk";
// Its name before other search engines had the same API.
constexpr std::string_view kElasticsearch = "elasticsearch";
constexpr std::size_t kUrlBytesMax = 2000;
constexpr std::size_t kIndexBytesMax = 255;
constexpr milliseconds kKeepMost = std::chrono::days(366);

const Node& target_node(const Node& node) {
  static const Node kNone;
  const Node* to = node.find("to");
  return to == nullptr ? kNone : *to;
}

bool is_http_address(std::string_view url) {
  const bool has_scheme = url.starts_with("http://") || url.starts_with("https://");
  const bool is_plain = std::ranges::all_of(url, [](char c) { return c > ' ' && c <= '~'; });
  return has_scheme && is_plain && url.size() <= kUrlBytesMax &&
         url.find('#') == std::string_view::npos && url.find('@') == std::string_view::npos;
}

// A secret in a model would be read by everybody who may read the model.
bool names_secret(std::string_view secret) {
  const std::size_t colon = secret.find(':');
  const auto kind = secret.substr(0, colon);
  return colon != std::string_view::npos && (kind == "env" || kind == "file") &&
         colon + 1 < secret.size();
}

std::string read_secret(const Node& to, std::string_view name, SectionContext& context) {
  std::string secret = text_at(to, name);
  if (secret.empty() || names_secret(secret)) return secret;
  context.refuse(kWrongForm, place_at(to, name),
                 fmt::format("`{}` says where the secret is, env:NAME or file:PATH: a secret has "
                             "no place in a model",
                             name));
  return "";
}

bool is_bulk(std::string_view kind) { return kind == kBulk || kind == kElasticsearch; }

SyncAuth read_auth(const Node& to) {
  const std::string auth = text_at(to, "auth");
  if (auth.empty()) return SyncAuth::None;
  return auth == "basic" ? SyncAuth::Basic : SyncAuth::Header;
}

SyncTarget read_target(const Node& node, SectionContext& context) {
  const Node& to = target_node(node);
  SyncTarget target{.kind = is_bulk(text_at(to, "kind")) ? SyncKind::Bulk : SyncKind::Webhook,
                    .url = text_at(to, "url"),
                    .index = text_at(to, "index"),
                    .auth = read_auth(to)};
  if (!target.url.empty() && !is_http_address(target.url)) {
    context.refuse(kWrongForm, place_at(to, "url"),
                   fmt::format("`url` is an address like https://host:port/path, without a name "
                               "and a password, not `{}`",
                               target.url));
  }
  target.secret = read_secret(to, "secret", context);
  target.secret_before = read_secret(to, "secret_before", context);
  if (!target.secret_before.empty() && target.secret.empty()) {
    context.refuse(kMissing, place_at(to, "secret_before"), "`secret_before` needs `secret`");
  }
  return target;
}

struct CountRange {
  std::size_t fallback;
  std::size_t most;
};

std::size_t read_count(const Node& node, std::string_view name, CountRange range,
                       SectionContext& context) {
  const auto count = count_at(node, name);
  if (!count) return range.fallback;
  if (*count >= 1 && static_cast<std::size_t>(*count) <= range.most) {
    return static_cast<std::size_t>(*count);
  }
  context.refuse(kWrongForm, place_at(node, name),
                 fmt::format("`{}` is 1 to {}, not {}", name, range.most, *count));
  return range.fallback;
}

milliseconds read_keep_span(const Node& keep, std::string_view name, milliseconds fallback,
                            SectionContext& context) {
  const auto span = span_at(keep, name);
  if (!span) return fallback;
  const auto kept = std::chrono::floor<milliseconds>(*span);
  if (kept >= milliseconds(0) && kept <= kKeepMost) return kept;
  context.refuse(kWrongForm, place_at(keep, name),
                 fmt::format("`{}` is 366d at most: what waits lies in the store", name));
  return fallback;
}

SyncKeep read_keep(const Node& node, SectionContext& context) {
  SyncKeep read;
  const Node* keep = node.find("keep");
  if (keep == nullptr) return read;
  read.pending = read_keep_span(*keep, "pending", read.pending, context);
  read.delivered = read_keep_span(*keep, "delivered", read.delivered, context);
  if (const Node* bytes = keep->find("bytes")) {
    read.bytes = parse_byte_size(bytes->text).value_or(read.bytes);
  }
  return read;
}

// What search engines allow as the name of an index.
bool names_index(std::string_view name) {
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.' ||
           c == '+';
  };
  const bool begins_well =
      !name.empty() && std::string_view("-_+.").find(name.front()) == std::string_view::npos;
  return begins_well && name.size() <= kIndexBytesMax && std::ranges::all_of(name, is_plain);
}

void check_bulk_target(const Node& node, const SyncTarget& to, SectionContext& context) {
  const Place place = target_node(node).place;
  if (to.index.empty()) {
    context.refuse(kMissing, place, "a search engine needs `index`");
  } else if (!names_index(to.index)) {
    context.refuse(kWrongForm, place_at(target_node(node), "index"),
                   fmt::format("`index` has small letters, digits and - _ . + and begins with a "
                               "letter or a digit, not `{}`",
                               to.index));
  }
  const bool has_auth = to.auth != SyncAuth::None;
  if (has_auth == to.secret.empty()) {
    context.refuse(kMissing, place,
                   "`auth` says how a search engine is sent its `secret`, so both are given or "
                   "none: basic (the secret is NAME:PASSWORD) or header (it is the value of "
                   "Authorization)");
  }
  if (to.secret_before.empty()) return;
  context.refuse(kWrongForm, place_at(target_node(node), "secret_before"),
                 "`secret_before` is of signatures; a search engine is sent one secret");
}

// Only a webhook is told of events; an index has the state of each item.
void check_kind(const Node& node, const Sync& sync, SectionContext& context) {
  if (!sync.tells_states()) {
    if (text_at(target_node(node), "kind") != kWebhook) return;  // One that is not served yet.
    for (const std::string_view name : {"index", "auth"}) {
      if (target_node(node).find(name) == nullptr) continue;
      context.refuse(kWrongForm, place_at(target_node(node), name),
                     fmt::format("`{}` is of search engines (kind: bulk)", name));
    }
    return;
  }
  check_bulk_target(node, sync.to, context);
  if (sync.when && !sync.when->names(FormulaSource::Old).empty()) {
    context.refuse(kBadFormula, place_at(node, "when"),
                   "an index has what items are, so `when` cannot ask what they were (`old.`)");
  }
  if (sync.tells_old) {
    context.refuse(kWrongForm, place_at(node, "old"), "an index has no place for `old`");
  }
}

std::size_t read_batch(const Node& node, const Sync& sync, SectionContext& context) {
  const CountRange range = sync.tells_states() ? CountRange{Sync::kBulkBatch, Sync::kBulkBatchMax}
                                               : CountRange{sync.batch, Sync::kBatchMax};
  return read_count(node, "batch", range, context);
}

Sync read_sync(const Model& model, const RawElement& element, SectionContext& context) {
  const Node& node = element.content;
  Sync sync;
  sync.name = element.name;
  sync.of = model.find_entity(text_at(node, "of"));
  sync.to = read_target(node, context);
  sync.body = texts_at(node, "body");
  sync.tells_old = flag_at(node, "old");
  sync.batch = read_batch(node, sync, context);
  sync.lanes = read_count(node, "lanes", {sync.lanes, Sync::kLanesMax}, context);
  sync.tries = read_count(node, "tries", {sync.tries, Sync::kTriesMax}, context);
  sync.keep = read_keep(node, context);
  if (sync.of != nullptr) {
    context.check_attributes(*sync.of, sync.body, place_at(node, "body"));
    if (const Node* when = node.find("when")) {
      const AttributeScope scope(model, sync.of->attributes, {.old = true});
      sync.when = context.condition(*when, scope);
    }
  }
  check_kind(node, sync, context);
  return sync;
}

}  // namespace

void check_syncs(SectionContext& context) {
  for (const RawElement& element : context.model.syncs) {
    read_sync(context.model, element, context);
    check_track(context, element);
  }
}

// The reader has told what is wrong with it.
Sync sync_of(const Model& model, const RawElement& element) {
  FindingList ignored;
  Model scratch;
  SectionContext context{element.content, scratch, ignored};
  return read_sync(model, element, context);
}

const RawElement* find_sync(const Model& model, std::string_view name) {
  const auto found = std::ranges::find(model.syncs, name, &RawElement::name);
  return found == model.syncs.end() ? nullptr : &*found;
}

bool is_served(const RawElement& sync) {
  const std::string kind = text_at(target_node(sync.content), "kind");
  return kind == kWebhook || is_bulk(kind);
}

}  // namespace partita::model
