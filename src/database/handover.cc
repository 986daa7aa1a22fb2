#include "database/handover.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <utility>

#include "engine/checkpoints.h"
#include "partita/base/file.h"

namespace partita::database {
namespace {

using namespace std::chrono_literals;

// How long a copy waits for a reader.
constexpr auto kUnattended = 5s;
constexpr auto kLook = 1s;
constexpr std::string_view kJob = "backup";

}  // namespace

Handover::Handover(engine::Engine& engine, jobs::Jobs& jobs) : engine_(engine), jobs_(jobs) {
  const auto* checkpoints = engine_.abilities().checkpoints;
  if (checkpoints == nullptr) return;
  const auto room = checkpoints->room();
  place_ = {.store = room / "store", .attended = room / "attended"};
  remove();
}

// A server that stops leaves no copy, whoever reads it.
Handover::~Handover() {
  if (state() != State::None) remove();
}

Task<Result<HandedOver>> Handover::begin() {
  if (place_.store.empty()) {
    co_return Error::invalid_argument(
        "this kind of store cannot be copied while it is in use; only data in files can");
  }
  for (;;) {
    const auto seen = jobs_.turns();
    const State before = want();
    if (before == State::None) break;
    // The last one has come to its end, and its copy is about to go.
    if (before != State::Over)
      co_return Error::conflict("a backup is being made; wait for its end");
    if (jobs_.is_stopped()) co_return Error::unavailable("the server stops");
    co_await jobs_.turn_after(seen);
  }
  jobs_.add({.name = std::string(kJob),
             .purpose = "keeps a copy of the store for the backup that is being made",
             .is_local = true,
             .work = [this] { return turn(); }});
  for (;;) {
    const auto seen = jobs_.turns();
    if (state() != State::Wanted) break;
    if (jobs_.is_stopped()) co_return Error::unavailable("the server stops");
    co_await jobs_.turn_after(seen);
  }
  const MutexLock lock(mutex_);
  if (!made_.ok()) co_return made_.error();
  co_return place_;
}

Handover::State Handover::want() {
  const MutexLock lock(mutex_);
  return state_ == State::None ? std::exchange(state_, State::Wanted) : state_;
}

void Handover::end() {
  {
    const MutexLock lock(mutex_);
    if (state_ == State::Ready) state_ = State::Over;
  }
  jobs_.wake(kJob);
}

Handover::State Handover::state() const {
  const MutexLock lock(mutex_);
  return state_;
}

void Handover::note(State state, Status made) {
  const MutexLock lock(mutex_);
  state_ = state;
  made_ = std::move(made);
}

// A reader that was killed holds no lock any more.
bool Handover::is_attended() const {
  const auto file = open_file(place_.attended, O_RDWR);
  if (!file.ok()) return false;
  return ::flock(file->number(), LOCK_EX | LOCK_NB) != 0;
}

void Handover::remove() {
  std::error_code failed;
  std::filesystem::remove_all(place_.store.parent_path(), failed);
}

jobs::Turn Handover::make() {
  remove();
  const auto room = place_.store.parent_path();
  Status made;
  if (::mkdir(room.c_str(), 0700) != 0) made = file_error("make", room, errno);
  if (made.ok()) made = replace_file(place_.attended, {}, 0600);
  if (made.ok()) made = engine_.abilities().checkpoints->checkpoint(place_.store);
  if (!made.ok()) {
    remove();
    note(State::None, std::move(made));
    return jobs::Turn::over();
  }
  attended_at_ = Clock::system().monotonic_now();
  note(State::Ready, {});
  return jobs::Turn::idle(kLook);
}

Task<Result<jobs::Turn>> Handover::turn() {
  if (state() == State::Wanted) return Task<Result<jobs::Turn>>::ready(make());
  const auto now = Clock::system().monotonic_now();
  if (is_attended()) attended_at_ = now;
  if (state() == State::Ready && now - attended_at_ < kUnattended) {
    return Task<Result<jobs::Turn>>::ready(jobs::Turn::idle(kLook));
  }
  remove();
  note(State::None, {});
  return Task<Result<jobs::Turn>>::ready(jobs::Turn::over());
}

}  // namespace partita::database
