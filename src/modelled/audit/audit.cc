#include "modelled/audit/audit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "store/streams/stream_list.h"

namespace partita::audit {
namespace {

constexpr std::size_t kStreamsMax = 100;

bool is_within(const catalog::Counts& difference, const catalog::Counts& moved) {
  return std::abs(difference.items) <= moved.items && std::abs(difference.bytes) <= moved.bytes;
}

}  // namespace

Audit::Audit(const engine::Engine& engine, const catalog::Catalog& catalog)
    : engine_(engine), catalog_(catalog) {
  for (const auto& table : catalog.list_after("", SIZE_MAX)) {
    tables_.push_back(table->name);
    const auto counts = catalog.statistics().counts_of(table->id, keys::IndexId::Base);
    items_total_ += static_cast<std::uint64_t>(counts.items);
  }
  std::ranges::reverse(tables_);
}

Task<Result<Audit::Next>> Audit::step() {
  if (table_ != nullptr) {
    const auto more = co_await table_->step();
    CO_TRY(more);
    if (*more) co_return Next::AtOnce;
    Status ended = co_await end_table();
    CO_TRY(ended);
    co_return Next::AtOnce;
  }
  if (!tables_.empty()) {
    Status begun = co_await begin_table();
    CO_TRY(begun);
    co_return Next::AtOnce;
  }
  if (!has_streams_) {
    Status found = co_await begin_streams();
    CO_TRY(found);
    co_return Next::AtOnce;
  }
  if (stream_ != nullptr) {
    const auto more = co_await stream_->step();
    CO_TRY(more);
    if (!*more) stream_ = nullptr;
    co_return Next::AtOnce;
  }
  if (!streams_.empty()) {
    Status begun = co_await begin_stream();
    CO_TRY(begun);
    co_return Next::AtOnce;
  }
  subject_.clear();
  if (!std::exchange(has_rested_, true)) co_return Next::AfterRest;
  compare_counts();
  co_return Next::Never;
}

// What is counted is asked for before the moment: all of it is in the moment then.
Task<Status> Audit::begin_table() {
  subject_ = std::move(tables_.back());
  tables_.pop_back();
  const auto known = catalog_.find(subject_);
  if (!known) co_return Status{};
  told_ = catalog_.statistics().counts_of(known->id, keys::IndexId::Base);
  moved_ = catalog_.statistics().moved_of(known->id, keys::IndexId::Base);
  auto opened = co_await TableAudit::open(engine_, catalog_, subject_, disagreements_, work_);
  CO_TRY(opened);
  if (*opened == nullptr || (*opened)->table().id != known->id) {
    disagreements_.leave_out(
        fmt::format("table {}: it comes or goes, and was not looked at", subject_));
    co_return Status{};
  }
  table_ = std::move(*opened);
  co_return Status{};
}

// In a store that programs share, the counts are in the commits, and so in the moment.
Task<Status> Audit::end_table() {
  Counted counted{.id = table_->table().id,
                  .name = subject_,
                  .found = table_->counts(),
                  .told = told_,
                  .moved = moved_};
  if (catalog_.is_shared()) {
    const auto stored =
        co_await catalog::read_counts(table_->moment(), counted.id, keys::IndexId::Base);
    CO_TRY(stored);
    counted.told = *stored;
  }
  counted_.push_back(std::move(counted));
  table_ = nullptr;
  co_return Status{};
}

Task<Status> Audit::begin_streams() {
  has_streams_ = true;
  std::vector<streams::StreamDescriptor> all;
  for (bool has_more = true; has_more;) {
    streams::ListRequest request{.streams_max = kStreamsMax};
    if (!all.empty()) {
      request.after = {.table_name = all.back().table_name, .label = all.back().label};
    }
    auto page = co_await streams::list_streams(engine_, request);
    CO_TRY(page);
    has_more = page->has_more;
    for (auto& stream : page->streams) all.push_back(std::move(stream));
  }
  streams_ = std::move(all);
  std::ranges::reverse(streams_);
  co_return Status{};
}

// Whether it still records a table is asked at the moment itself.
Task<Status> Audit::begin_stream() {
  const streams::StreamDescriptor listed = std::move(streams_.back());
  streams_.pop_back();
  subject_ = listed.table_name;
  moment_ = engine_.snapshot();
  auto stream = co_await streams::find_stream(*moment_, listed.table_name, listed.label);
  CO_TRY(stream);
  if (!*stream) co_return Status{};
  streamed_ = catalog_.find(listed.table_name);
  const bool is_live = streamed_ && streamed_->live_stream() != nullptr &&
                       streamed_->live_stream()->id == listed.id && !(*stream)->disabled &&
                       streamed_->state != catalog::TableState::Deleting;
  stream_ =
      std::make_unique<StreamAudit>(AuditedStream{.stream = **stream,
                                                  .table = is_live ? streamed_.get() : nullptr,
                                                  .moment = *moment_,
                                                  .disagreements = disagreements_,
                                                  .work = work_});
  co_return Status{};
}

void Audit::compare_counts() {
  if (!catalog_.statistics().are_settled()) {
    disagreements_.leave_out("how many items tables have is being counted anew after a crash");
    return;
  }
  for (const Counted& counted : counted_) compare_count(counted);
}

// A write is counted a moment after its commit. Those that were committed and not counted at the
// moment are counted by now, so no difference is larger than all that was counted since.
void Audit::compare_count(const Counted& counted) {
  auto moved = catalog_.statistics().moved_of(counted.id, keys::IndexId::Base);
  moved += {.items = -counted.moved.items, .bytes = -counted.moved.bytes};
  const catalog::Counts difference{.items = counted.found.items - counted.told.items,
                                   .bytes = counted.found.bytes - counted.told.bytes};
  if (is_within(difference, moved)) return;
  disagreements_.add(
      {.aspect = Aspect::Count,
       .table = counted.name,
       .item = "",
       .what = fmt::format("{} items of {} bytes are counted, and there are {} of {}",
                           counted.told.items, counted.told.bytes, counted.found.items,
                           counted.found.bytes)});
}

}  // namespace partita::audit
