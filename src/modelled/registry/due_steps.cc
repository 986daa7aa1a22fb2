#include "modelled/registry/due_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "modelled/enforcement/model_rules.h"
#include "modelled/registry/server_writes.h"
#include "store/keys/item_keys.h"
#include "store/keys/key_range.h"

namespace partita::registry {
namespace {

using model::Lease;

model::Instant now_of(const operations::Context& context) {
  return std::chrono::floor<model::Duration>(context.clock.wall_now());
}

std::string instant_text(model::Instant instant) {
  std::string text;
  model::append_timestamp(text, instant, model::TimestampEncoding::Rfc3339Ms);
  return text;
}

}  // namespace

// Gathers the items of a stretch that are due; each step is a write of its own.
class DueSteps::Looking final : public jobs::WalkWork {
 public:
  explicit Looking(DueSteps& steps) : steps_(steps) {}

  Status look(ByteView key, ByteView value) override {
    steps_.look_at(TRY(ItemView::parse(value)), key, found_);
    return {};
  }
  // What was looked at has been counted: it must not be looked at twice, so nothing can conflict.
  Task<Result<std::optional<Bytes>>> pass(engine::Transaction&, const jobs::Stretch&) override {
    return Task<Result<std::optional<Bytes>>>::ready(std::optional<Bytes>());
  }

  std::vector<DueItem>& found() { return found_; }

 private:
  DueSteps& steps_;
  std::vector<DueItem> found_;
};

DueSteps::DueSteps(operations::Context& context, catalog::TablePointer table)
    : context_(context),
      table_(std::move(table)),
      rules_(enforcement::model_rules_of(*table_)->rules()),
      walk_(context.engine, {.items_max = kItemsMax, .bytes_max = kBytesMax}) {}

void DueSteps::look_at(const ItemView& item, ByteView key, std::vector<DueItem>& found) {
  const auto due = rules_.due_step(item, now_of(context_));
  if (!due) return;
  if (!due->to.empty()) {
    found.push_back({.key = Bytes(key), .entity = due->entity});
  } else if (due->lease != nullptr) {
    count(*due, item);
  }
}

// Where the walk is need not be stored: a step is made only if it is still due.
Task<Result<std::vector<DueSteps::DueItem>>> DueSteps::find_due(std::size_t items_max) {
  if (last_key_.empty()) start_walk();
  Looking looking(*this);
  walk_.limit_items(items_max);
  const jobs::WalkPosition position{.keys = {}, .last_key = last_key_};
  const auto items = keys::index_range(table_->id, keys::IndexId::Base);
  auto stretch = co_await walk_.step(items, position, looking);
  CO_TRY(stretch);
  is_walk_over_ = stretch->is_last;
  last_key_ = std::move(stretch->last_key);
  co_return std::move(looking.found());
}

void DueSteps::start_walk() {
  counted_.clear();
  for (const model::Entity& entity : rules_.model().entities) {
    const bool is_here = entity.table == &rules_.table() && entity.notes.is_live;
    if (!is_here || !entity.lifecycle) continue;
    for (const Lease& lease : entity.lifecycle->leases) {
      if (lease.then == Lease::Then::Move) continue;
      counted_[&lease] = {.table = table_->name,
                          .entity = entity.name,
                          .state = lease.state,
                          .timeout = lease.timeout};
    }
  }
}

void DueSteps::count(const rules::DueStep& due, const ItemView& item) {
  OverdueItems& counted = counted_[due.lease];
  ++counted.items;
  const model::Attribute& began = *due.entity->find_attribute(due.lease->from);
  const auto since = model::read_timestamp(*item.find(due.lease->from), began.type->encoding);
  counted.oldest = std::min(counted.oldest.value_or(*since), *since);
}

void DueSteps::finish_walk() {
  last_key_.clear();
  const std::vector<OverdueItems> former = std::exchange(overdue_, {});
  for (auto& [lease, counted] : counted_) {
    counted.walked_at = now_of(context_);
    const std::size_t place = overdue_.size();
    const bool is_new = place >= former.size() || former[place].items == 0;
    const bool is_news = lease->then == Lease::Then::Report && counted.items > 0 && is_new;
    if (is_news) news_.push_back(news_of(counted));
    overdue_.push_back(std::move(counted));
  }
  counted_.clear();
}

std::string DueSteps::news_of(const OverdueItems& found) const {
  const std::string& model = rules_.model().name;
  return fmt::format(
      "model {}: {} in {} for more than {}: {}, the first since {}; partita model stats {} counts "
      "them",
      model, found.entity, found.state, model::duration_text(found.timeout), found.items,
      instant_text(*found.oldest), model);
}

Task<Status> DueSteps::work_all() {
  last_key_.clear();
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

}  // namespace partita::registry
