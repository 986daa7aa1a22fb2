#include "modelled/audit/audits.h"

#include <chrono>
#include <utility>

namespace partita::audit {
namespace {

using namespace std::chrono_literals;
using State = AuditReport::State;

constexpr auto kTurn = 50ms;
constexpr auto kRest = 1s;
constexpr auto kTold = 100ms;

const Clock& pace() { return Clock::system(); }

}  // namespace

std::string_view name_of(State state) {
  constexpr std::string_view kNames[] = {"none", "running", "done", "stopped", "failed"};
  return kNames[static_cast<std::size_t>(state)];
}

void Audits::start() {
  {
    const MutexLock lock(mutex_);
    if (report_.state == State::Running) return;
    report_ = {.state = State::Running};
    is_to_stop_ = false;
  }
  jobs_.add({.name = std::string(kJob),
             .purpose = "compares what is stored with itself, because somebody has asked for it",
             .is_local = true,
             .work = [this] { return turn(); }});
}

void Audits::stop() {
  const MutexLock lock(mutex_);
  is_to_stop_ = true;
}

AuditReport Audits::report() const {
  const MutexLock lock(mutex_);
  return report_;
}

AuditReport Audits::report_of(const Audit& audit) const {
  return {.state = State::Running,
          .subject = audit.subject(),
          .work = audit.work(),
          .items_total = audit.items_total(),
          .ran = pace().monotonic_now() - began_,
          .disagreements = audit.disagreements()};
}

void Audits::end(State state, std::string error) {
  AuditReport report = report_of(*audit_);
  report.state = state;
  report.error = std::move(error);
  audit_ = nullptr;
  const MutexLock lock(mutex_);
  report_ = std::move(report);
}

// An error ends it: it is what the person who asked wants to know.
Task<Result<jobs::Turn>> Audits::turn() {
  if (audit_ == nullptr) {
    audit_ = std::make_unique<Audit>(engine_, catalog_);
    began_ = pace().monotonic_now();
  }
  {
    const MutexLock lock(mutex_);
    if (is_to_stop_) report_.state = State::Stopped;
  }
  if (report().state == State::Stopped) {
    end(State::Stopped, "");
    co_return jobs::Turn::over();
  }
  const std::uint64_t before = audit_->work().items;
  const auto until = pace().monotonic_now() + kTurn;
  auto next = Audit::Next::AtOnce;
  while (next == Audit::Next::AtOnce && pace().monotonic_now() < until) {
    const auto stepped = co_await audit_->step();
    if (!stepped.ok()) {
      end(State::Failed, stepped.error().message());
      co_return jobs::Turn::over();
    }
    next = *stepped;
  }
  const std::uint64_t items = audit_->work().items - before;
  if (next == Audit::Next::Never) {
    end(State::Done, "");
    co_return jobs::Turn::over(items);
  }
  AuditReport report = report_of(*audit_);
  auto turn =
      next == Audit::Next::AtOnce ? jobs::Turn::more(items) : jobs::Turn::idle(kRest, items);
  turn.progress = jobs::Progress{.done = report.work.items, .total = report.items_total};
  const MutexLock lock(mutex_);
  report_ = std::move(report);
  co_return turn;
}

Result<AuditReport> Audits::run(FunctionRef<void(const AuditReport&)> tell) {
  Audit audit(engine_, catalog_);
  began_ = pace().monotonic_now();
  auto told = began_;
  while (TRY(sync_wait(audit.step())) != Audit::Next::Never) {
    const auto now = pace().monotonic_now();
    if (now - told < kTold) continue;
    told = now;
    tell(report_of(audit));
  }
  AuditReport report = report_of(audit);
  report.state = State::Done;
  return report;
}

}  // namespace partita::audit
