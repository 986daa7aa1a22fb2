#include "models/due_steps.h"

#include <chrono>
#include <utility>

#include "enforcement/model_rules.h"
#include "keys/item_keys.h"
#include "keys/key_range.h"
#include "models/server_writes.h"

namespace partita::models {
namespace {

constexpr std::size_t kBytesMax = std::size_t{4} << 20;

}  // namespace

DueSteps::DueSteps(operations::Context& context, catalog::TablePointer table)
    : context_(context),
      table_(std::move(table)),
      rules_(enforcement::model_rules_of(*table_)->rules()) {}

Task<Result<std::vector<DueSteps::DueItem>>> DueSteps::find_due(std::size_t items_max) {
  const auto now = std::chrono::floor<model::Duration>(context_.clock.wall_now());
  std::vector<DueItem> found;
  std::size_t items = 0;
  std::size_t bytes = 0;
  Status parsed;
  is_walk_over_ = true;
  const auto visit = [&](ByteView key, ByteView value) {
    if (items == items_max || bytes >= kBytesMax) {
      is_walk_over_ = false;
      return engine::Visit::Stop;
    }
    const auto item = ItemView::parse(value);
    if (!item.ok()) {
      parsed = item.error();
      return engine::Visit::Stop;
    }
    ++items;
    bytes += value.size();
    last_key_ = key;
    const auto due = rules_.due_step(*item, now);
    if (due && !due->to.empty()) found.push_back({.key = Bytes(key), .entity = due->entity});
    if (due && due->lease != nullptr && due->to.empty()) {
      OverdueItems& counted = counted_[due->lease];
      counted.entity = due->entity->name;
      counted.state = due->lease->state;
      ++counted.items;
    }
    return engine::Visit::Continue;
  };
  auto rest = keys::index_range(table_->id, keys::IndexId::Base);
  if (!last_key_.empty()) rest = keys::rest_after(std::move(rest), last_key_);
  const engine::Range range{.begin = rest.begin, .end = rest.end, .rows_hint = items_max + 1};
  Status read = co_await context_.engine.scan(range, visit);
  CO_TRY(read);
  CO_TRY(parsed);
  co_return found;
}

void DueSteps::finish_walk() {
  last_key_.clear();
  overdue_.clear();
  for (auto& [lease, counted] : counted_) {
    counted.table = table_->name;
    overdue_.push_back(std::move(counted));
  }
  counted_.clear();
}

Task<Status> DueSteps::work_all() {
  last_key_.clear();
  counted_.clear();
  while (true) {
    auto done = co_await work_some();
    CO_TRY(done);
    if (done->is_walk_over) co_return Status{};
  }
}

Task<Result<DueSteps::Done>> DueSteps::work_some(std::size_t items_max) {
  auto due = co_await find_due(items_max);
  CO_TRY(due);
  Done done;
  for (const DueItem& item : *due) {
    auto made = co_await make_due_step(context_, table_, item.key, *item.entity);
    if (made.ok()) {
      done.made += *made ? 1 : 0;
    } else if (is_refused_by_model(made.error())) {
      if (done.refused++ == 0) done.first_refusal = made.error().message();
    } else {
      co_return std::move(made).error();
    }
  }
  done.is_walk_over = is_walk_over_;
  if (is_walk_over_) finish_walk();
  co_return done;
}

}  // namespace partita::models
