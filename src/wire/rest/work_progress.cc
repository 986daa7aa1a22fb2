#include "wire/rest/work_progress.h"

#include <utility>

#include "language/value/json_text.h"
#include "partita/value/number.h"

namespace partita::rest {
namespace {

void write_count(JsonText& json, std::string_view name, std::uint64_t count) {
  json.member(name, Number(static_cast<std::int64_t>(count)));
}

}  // namespace

void WorkProgress::begin(std::string_view work, std::string_view subject) {
  const std::lock_guard lock(mutex_);
  work_.emplace();
  work_->name = work;
  work_->subject = subject;
}

void WorkProgress::note(const registry::ApplyProgress& progress) {
  const std::lock_guard lock(mutex_);
  if (!work_) return;
  work_->table = progress.table;
  work_->activity = progress.activity;
  work_->done = progress.done;
  work_->total = progress.total;
}

void WorkProgress::end() {
  const std::lock_guard lock(mutex_);
  work_.reset();
}

std::string WorkProgress::document() const {
  std::optional<Work> work;
  {
    const std::lock_guard lock(mutex_);
    work = work_;
  }
  JsonText json;
  json.open_object();
  json.name("working");
  json.boolean(work.has_value());
  if (work) {
    json.member("work", work->name);
    json.member("subject", work->subject);
  }
  if (work && !work->table.empty()) {
    json.member("table", work->table);
    json.member("activity", work->activity);
    write_count(json, "done", work->done);
    if (work->total) write_count(json, "total", *work->total);
  }
  json.close_object();
  return std::move(json).take();
}

}  // namespace partita::rest
