#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/definition/model.h"
#include "model/formula/formula.h"

namespace partita::model {

enum class SyncKind {
  Webhook,  // Each change is an event, in a request of its own or with others.
  Bulk,     // Each item is a document in an index of a search engine; its newest state counts.
};

// What a search engine asks of who writes to it.
enum class SyncAuth {
  None,
  Basic,   // The secret is NAME:PASSWORD.
  Header,  // The secret is the value of the header Authorization.
};

// Where changes go.
struct SyncTarget {
  SyncKind kind = SyncKind::Webhook;
  std::string url;  // Empty: nowhere yet, because its param has no value.
  std::string index;
  SyncAuth auth = SyncAuth::None;
  // Where the secrets are that requests are signed with, or that `auth` sends: "env:NAME" or
  // "file:PATH". The second one is of the time before, while it is being replaced. Empty: none.
  std::string secret;
  std::string secret_before;
};

// How long events are kept that wait, and how long those that were delivered.
struct SyncKeep {
  std::chrono::milliseconds pending = std::chrono::days(7);
  std::int64_t bytes = std::int64_t{10} << 30;  // Of events that wait.
  std::chrono::milliseconds delivered = std::chrono::hours(24);
};

// Changes of the items of one entity, told to another server.
struct Sync {
  static constexpr std::size_t kBatchMax = 100;
  static constexpr std::size_t kBulkBatch = 500;
  static constexpr std::size_t kBulkBatchMax = 1000;
  static constexpr std::size_t kLanesMax = 16;
  static constexpr std::size_t kTriesMax = 100;

  std::string name;
  const Entity* of = nullptr;
  SyncTarget to;
  std::optional<Formula> when;    // Which changes are told; nullopt: all.
  std::vector<std::string> body;  // The attributes that are told; empty: those that clients see.
  bool tells_old = false;         // What the item was before is told, too.
  std::size_t batch = 1;          // How many events a request has at most.
  std::size_t lanes = 4;          // How many requests are under way at a time.
  std::size_t tries = 12;         // After so many refusals an event is a dead letter.
  SyncKeep keep;

  bool tells_states() const { return to.kind == SyncKind::Bulk; }
};

// What an element of the section `sync` declares. What the reader has refused is left out.
// REQUIRES: the element is one of the model's.
Sync sync_of(const Model& model, const RawElement& element);
// The sync of that name; nullptr: there is none.
const RawElement* find_sync(const Model& model, std::string_view name);

// Whether this program delivers to such a target; the reader knows some more.
bool is_served(const RawElement& sync);

}  // namespace partita::model
