#include "store/jobs/jobs.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace partita::jobs {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kFirstPause{200};
constexpr milliseconds kLongestPause{30'000};
// After this long a server asks again whether it may run a job that it might not.
constexpr milliseconds kAskAgain{1000};
// What "lately" is: the rate is that of the present stretch of this length, or of the one before.
constexpr std::chrono::seconds kRateStretch{10};
constexpr std::chrono::seconds kRateStretchMin{1};

double per_second(std::uint64_t items, MonotonicTime::duration time) {
  return static_cast<double>(items) / std::chrono::duration<double>(time).count();
}

// How long the items of a turn take at the highest rate that is allowed.
MonotonicTime::duration time_at_rate(std::uint64_t items, std::uint64_t per_second_max) {
  const std::chrono::duration<double> seconds(static_cast<double>(items) /
                                              static_cast<double>(per_second_max));
  return std::chrono::duration_cast<MonotonicTime::duration>(seconds);
}

}  // namespace

std::string_view name_of(JobState state) {
  switch (state) {
    case JobState::Waiting:
      return "waiting";
    case JobState::Running:
      return "running";
    case JobState::Paused:
      return "paused";
    case JobState::Failed:
      return "failed";
    case JobState::Elsewhere:
      return "elsewhere";
  }
  return "";
}

struct Jobs::Entry {
  Job job;
  std::optional<Job> successor;  // The last one that was added under its name.
  MonotonicTime due{};
  std::uint64_t added = 0;  // Which place it had at first: the order of adding.
  std::uint64_t place = 0;
  bool is_running = false;
  bool is_paused = false;
  bool is_elsewhere = false;  // Another server had the lease at its last turn.
  std::string holder;         // Of the lease, as of then.
  bool is_woken = false;      // During its turn.
  bool has_more = false;      // So its last turn has said.
  milliseconds pause{0};      // Before the next try after failures; zero while all goes well.
  std::string error;
  std::optional<Progress> progress;
  std::optional<WallTime> idle_at;
  std::uint64_t items = 0;
  std::uint64_t stretch_items = 0;
  MonotonicTime stretch_began{};
  double former_rate = 0;
};

Jobs::Jobs(JobsOptions options) : options_(std::move(options)), clock_(*options_.clock) {}

Jobs::~Jobs() { stop(); }

void Jobs::start() {
  const MutexLock lock(mutex_);
  if (is_stopped_ || is_started_) return;
  is_started_ = true;
  start_threads(Reach::Near);
  const bool has_far =
      std::ranges::any_of(jobs_, [](const auto& each) { return each.second->job.is_far; });
  if (has_far) start_threads(Reach::Far);
}

void Jobs::start_threads(Reach reach) {
  const bool is_far = reach == Reach::Far;
  if (is_far && std::exchange(has_far_threads_, true)) return;
  const std::size_t count = is_far ? options_.far_threads : options_.threads;
  for (std::size_t i = 0; i < count; ++i) threads_.emplace_back([this, reach] { run(reach); });
}

void Jobs::stop() {
  std::vector<std::thread> threads;
  {
    const MutexLock lock(mutex_);
    is_stopped_ = true;
    threads = std::exchange(threads_, {});
    changed_.notify_all();
  }
  for (std::thread& thread : threads) thread.join();
  const MutexLock lock(mutex_);
  jobs_.clear();
  end_turn();
}

bool Jobs::is_stopped() const {
  const MutexLock lock(mutex_);
  return is_stopped_;
}

void Jobs::add(Job job) {
  PARTITA_CHECK(!job.name.empty() && job.work);
  if (job.lane.empty()) job.lane = job.name;
  const MutexLock lock(mutex_);
  if (is_stopped_) return;
  const auto found = jobs_.find(job.name);
  if (found != jobs_.end()) {
    found->second->successor = std::move(job);
    return;
  }
  auto entry = std::make_shared<Entry>();
  entry->due = entry->stretch_began = clock_.monotonic_now();
  entry->added = entry->place = ++places_;
  std::string name = job.name;
  entry->is_paused = paused_.contains(name);
  if (job.is_far && is_started_) start_threads(Reach::Far);
  entry->job = std::move(job);
  jobs_.emplace(std::move(name), std::move(entry));
  changed_.notify_all();
}

bool Jobs::has(std::string_view name) const {
  const MutexLock lock(mutex_);
  return jobs_.contains(name);
}

void Jobs::wake(std::string_view name) {
  const MutexLock lock(mutex_);
  const auto found = jobs_.find(name);
  if (found != jobs_.end()) make_due(*found->second);
}

void Jobs::signal(std::string_view topic) {
  const MutexLock lock(mutex_);
  for (const auto& [name, entry] : jobs_) {
    if (entry->job.topic == topic) make_due(*entry);
  }
}

void Jobs::make_due(Entry& entry) {
  entry.is_woken = entry.is_running;
  entry.due = clock_.monotonic_now();
  changed_.notify_all();
}

Task<Status> Jobs::set_paused(std::string name, bool is_paused) {
  {
    const MutexLock lock(mutex_);
    if (!jobs_.contains(name) && (is_paused || !paused_.contains(name))) {
      co_return Error::not_found(fmt::format("there is no job {}", name));
    }
  }
  if (options_.engine != nullptr) {
    Status stored = co_await store_paused(*options_.engine, name, is_paused);
    CO_TRY(stored);
  }
  JobNames paused;
  {
    const MutexLock lock(mutex_);
    paused = paused_;
  }
  if (is_paused) {
    paused.insert(std::move(name));
  } else {
    paused.erase(name);
  }
  show_paused(std::move(paused));
  co_return Status{};
}

Task<Status> Jobs::load_paused() {
  if (options_.engine == nullptr) co_return Status{};
  auto paused = co_await jobs::load_paused(*options_.engine);
  CO_TRY(paused);
  show_paused(std::move(*paused));
  co_return Status{};
}

void Jobs::show_paused(JobNames paused) {
  const MutexLock lock(mutex_);
  if (paused == paused_) return;
  paused_ = std::move(paused);
  for (const auto& [name, entry] : jobs_) entry->is_paused = paused_.contains(name);
  changed_.notify_all();
}

std::vector<JobReport> Jobs::list() const {
  const MutexLock lock(mutex_);
  std::vector<JobReport> reports;
  reports.reserve(jobs_.size());
  for (const auto& [name, entry] : jobs_) reports.push_back(report_of(*entry));
  return reports;
}

JobReport Jobs::report_of(const Entry& entry) const {
  const auto now = clock_.monotonic_now();
  JobReport report{.name = entry.job.name, .purpose = entry.job.purpose};
  report.progress = entry.progress;
  report.items = entry.items;
  report.idle_at = entry.idle_at;
  report.error = entry.error;
  report.holder = entry.holder;
  const auto stretch = now - entry.stretch_began;
  report.items_per_second =
      stretch < kRateStretchMin ? entry.former_rate : per_second(entry.stretch_items, stretch);
  if (entry.is_running) {
    report.state = JobState::Running;
  } else if (entry.is_paused) {
    report.state = JobState::Paused;
  } else {
    report.state = entry.pause.count() > 0 ? JobState::Failed : JobState::Waiting;
    if (entry.is_elsewhere) report.state = JobState::Elsewhere;
    report.next = std::max(std::chrono::ceil<milliseconds>(entry.due - now), milliseconds(0));
  }
  return report;
}

void Jobs::run(Reach reach) {
  MutexLock lock(mutex_);
  while (!is_stopped_) {
    if (const auto entry = next_due(reach)) {
      // A failure is noted with the job and is tried again.
      static_cast<void>(take_turn(lock, entry));
    } else {
      wait_for_due(lock, reach);
    }
  }
}

bool Jobs::is_busy(const std::string& lane) const { return busy_lanes_.contains(lane); }

bool Jobs::may_take_turn(const Entry& entry, Reach reach) const {
  const bool is_by_hand = entry.job.is_timed && !options_.runs_timed;
  const bool is_reached = reach == Reach::All || entry.job.is_far == (reach == Reach::Far);
  return is_reached && !entry.is_paused && !is_by_hand && !is_busy(entry.job.lane) &&
         !held_lanes_.contains(entry.job.lane);
}

// Of the jobs that are due the one whose last turn is longest ago. The place where it is decided
// whether a job may have its turn now.
Jobs::EntryPointer Jobs::next_due(Reach reach) {
  const auto now = clock_.monotonic_now();
  EntryPointer next;
  for (const auto& [name, entry] : jobs_) {
    if (entry->due > now || !may_take_turn(*entry, reach)) continue;
    if (!next || entry->place < next->place) next = entry;
  }
  return next;
}

// Until a job is due or something has changed.
void Jobs::wait_for_due(MutexLock& lock, Reach reach) {
  std::optional<MonotonicTime> due;
  for (const auto& [name, entry] : jobs_) {
    if (!may_take_turn(*entry, reach)) continue;
    due = std::min(due.value_or(entry->due), entry->due);
  }
  if (!due) return changed_.wait(lock.native());
  changed_.wait_for(lock.native(), *due - clock_.monotonic_now());
}

Status Jobs::take_turn(MutexLock& lock, const EntryPointer& entry) {
  PARTITA_CHECK(!entry->is_running);
  entry->is_running = true;
  entry->is_woken = false;
  const bool is_alone = busy_lanes_.insert(entry->job.lane).second;
  PARTITA_CHECK(is_alone);
  const auto began = clock_.monotonic_now();
  std::string holder;
  lock.unlock();
  auto turn = work(entry->job, holder);
  lock.lock();
  busy_lanes_.erase(entry->job.lane);
  entry->is_running = false;
  entry->place = ++places_;
  entry->holder = std::move(holder);
  entry->is_elsewhere = turn.ok() && !*turn;
  const std::string lane = entry->job.lane;
  std::string line;
  if (!turn.ok()) {
    line = note(*entry, turn.error());
  } else if (*turn) {
    line = note(*entry, **turn, began);
    if ((*turn)->next == Turn::Next::Never) end_job(*entry);
  } else {
    note_elsewhere(*entry);
  }
  const bool is_lane_over = options_.leases != nullptr && !has_job_in(lane);
  end_turn();
  if (is_lane_over || (!line.empty() && options_.report)) {
    lock.unlock();  // Whoever reads the lines may be slow.
    // If it cannot be given back now, it is when the program ends.
    if (is_lane_over) static_cast<void>(sync_wait(options_.leases->release(lane)));
    if (!line.empty() && options_.report) options_.report(line);
    lock.lock();
  }
  return turn.ok() ? Status() : Status(std::move(turn).error());
}

// A turn that has failed because its lease was lost is no failure: another server goes on with it.
Result<std::optional<Turn>> Jobs::work(const Job& job, std::string& holder) {
  const bool is_leased = options_.leases != nullptr && !job.is_local;
  if (is_leased) {
    auto lease = TRY(sync_wait(options_.leases->take(job.lane)));
    holder = std::move(lease.holder);
    if (!lease.is_held) return std::optional<Turn>();
  }
  auto turn = sync_wait(job.work());
  if (!turn.ok() && is_leased && !options_.leases->holds(job.lane)) return std::optional<Turn>();
  return std::optional(TRY(std::move(turn)));
}

bool Jobs::has_job_in(std::string_view lane) const {
  return std::ranges::any_of(jobs_,
                             [&](const auto& each) { return each.second->job.lane == lane; });
}

void Jobs::note_elsewhere(Entry& entry) {
  entry.pause = {};
  entry.error.clear();
  entry.progress.reset();
  entry.has_more = false;
  entry.due = clock_.monotonic_now() + kAskAgain;
}

std::string Jobs::note(Entry& entry, const Turn& turn, MonotonicTime began) {
  const auto now = clock_.monotonic_now();
  entry.pause = {};
  entry.progress = turn.progress;
  entry.has_more = turn.next == Turn::Next::AtOnce;
  if (!entry.has_more) entry.idle_at = clock_.wall_now();
  entry.due = entry.has_more || entry.is_woken ? now : now + turn.rest;
  if (const auto rate = entry.job.items_per_second_max) {
    entry.due = std::max(entry.due, began + time_at_rate(turn.items, *rate));
  }
  if (now - entry.stretch_began >= kRateStretch) {
    entry.former_rate = per_second(entry.stretch_items, now - entry.stretch_began);
    entry.stretch_items = 0;
    entry.stretch_began = began;
  }
  entry.items += turn.items;
  entry.stretch_items += turn.items;
  const bool is_new = !turn.complaint.empty() && turn.complaint != entry.error;
  entry.error = turn.complaint;
  if (!is_new) return {};
  const bool is_over = turn.next == Turn::Next::Never;
  return fmt::format("job {} {}, but not all could be done: {}", entry.job.name,
                     is_over ? "is over" : "goes on", entry.error);
}

// Writers that are in the way are no problem: the job comes through between them, later.
std::string Jobs::note(Entry& entry, const Error& error) {
  ++failures_;
  entry.has_more = false;
  entry.pause = std::clamp(entry.pause * 2, kFirstPause, kLongestPause);
  entry.due = clock_.monotonic_now() + entry.pause;
  const std::string former = std::exchange(entry.error, error.to_string());
  if (error.kind() == ErrorKind::Conflict || entry.error == former) return {};
  return fmt::format("job {} has failed and will be tried again: {}", entry.job.name, entry.error);
}

void Jobs::end_job(Entry& entry) {
  if (is_stopped_) return;
  if (!entry.successor) {
    jobs_.erase(entry.job.name);
    return;
  }
  entry.job = *std::exchange(entry.successor, std::nullopt);
  entry.progress.reset();
  entry.due = clock_.monotonic_now();
  entry.has_more = true;
}

// Whoever waits for a turn goes on.
void Jobs::end_turn() {
  ++turns_;
  for (const Waiter& waiter : std::exchange(waiters_, {})) {
    waiter.executor->post(waiter.coroutine);
  }
  changed_.notify_all();
}

std::size_t Jobs::run_due() {
  MutexLock lock(mutex_);
  const std::uint64_t last_place = places_;
  std::size_t turns = 0;
  // Those that have had their turn are behind the last place.
  for (auto entry = next_due(Reach::All); entry && entry->place <= last_place;
       entry = next_due(Reach::All)) {
    static_cast<void>(take_turn(lock, entry));
    ++turns;
  }
  return turns;
}

// The first timed job that was added after `last`, or null.
Jobs::EntryPointer Jobs::next_timed(std::uint64_t last) const {
  EntryPointer next;
  for (const auto& [name, entry] : jobs_) {
    if (!entry->job.is_timed || entry->added <= last) continue;
    if (!next || entry->added < next->added) next = entry;
  }
  return next;
}

// In the order of adding: jobs that a job adds come behind it and have their turns, too.
Status Jobs::run_timed() {
  MutexLock lock(mutex_);
  Status first;
  std::uint64_t last = 0;
  while (true) {
    const EntryPointer next = next_timed(last);
    if (!next) return first;
    last = next->added;
    Status done = run_to_rest(lock, next);
    if (first.ok()) first = std::move(done);
  }
}

Status Jobs::run_to_rest(MutexLock& lock, const EntryPointer& entry) {
  do {
    const std::string lane = entry->job.lane;
    while (!is_stopped_ && is_busy(lane)) changed_.wait(lock.native());
    if (is_stopped_ || entry->is_paused || held_lanes_.contains(lane)) return {};
    TRY(take_turn(lock, entry));
  } while (entry->has_more);
  return {};
}

std::uint64_t Jobs::turns() const {
  const MutexLock lock(mutex_);
  return turns_;
}

bool Jobs::wait_for_turn(std::uint64_t seen, std::coroutine_handle<> waiter) {
  const MutexLock lock(mutex_);
  if (turns_ != seen) return false;
  waiters_.push_back({Executor::current(), waiter});
  return true;
}

}  // namespace partita::jobs
