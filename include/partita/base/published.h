#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

#include "partita/base/function_ref.h"

namespace partita {

// A value that all threads read all the time and that is replaced now and then: the tables of a
// catalog, the models of a database. A published value never changes, and a reader may keep it for
// as long as it likes.
//
//   Published<TableList> tables;
//   tables.edit([&](TableList& list) { list.add(table); });            // Few writers.
//   const std::shared_ptr<const TableList> newest = tables.get();      // Many readers.
//
// A reader that finds the value it has seen last takes no lock and touches nothing that other
// threads write: each thread has a pointer of its own to the value, and counts its users there. A
// thread keeps the value that it has read last until it reads another of the same type, or ends.
//
// T is the type of one kind of value: a thread remembers one value of each type, so that reading
// from two objects of one type in turn works, but takes a lock each time.
//
// THREADS: safe for concurrent calls. A reader sees every value whose publishing has returned
// before.
template <typename T>
class Published {
 public:
  // A thread's own pointer to the value. A pointer to a part of the value that shares ownership
  // with it, `std::shared_ptr<const Part>(own, &part)`, keeps the whole value and costs one count
  // in this thread's own counter.
  using Own = std::shared_ptr<const std::shared_ptr<const T>>;

  Published() : Published(T()) {}
  explicit Published(T first) { replace(std::make_shared<const T>(std::move(first))); }
  Published(const Published&) = delete;
  Published& operator=(const Published&) = delete;

  // The newest value. The reference is valid until this thread's next call for a value of this
  // type: a coroutine that waits must hold a copy.
  const Own& own() const {
    thread_local Seen seen;
    // The generation is unique among all values of the type, so one comparison tells both whether
    // this thread's value is of this object and whether it is the newest.
    if (seen.generation != generation_.load(std::memory_order_acquire)) refresh(seen);
    return seen.value;
  }
  // The same, to keep.
  std::shared_ptr<const T> get() const {
    const Own& own = this->own();
    return {own, own->get()};
  }

  // Which value is the newest: another number after each publishing, and never the number of a
  // value of another object of this type. For what is made of the value and kept.
  std::uint64_t generation() const { return generation_.load(std::memory_order_acquire); }

  void publish(T next) {
    auto value = std::make_shared<const T>(std::move(next));
    const std::lock_guard lock(mutex_);
    replace(std::move(value));
  }
  // Publishes a copy of the newest value with `edit` applied to it. No other value is published
  // meanwhile. REQUIRES: `edit` reads this object only by generation(), and publishes nothing.
  void edit(FunctionRef<void(T&)> edit) {
    const std::lock_guard lock(mutex_);
    auto value = std::make_shared<T>(*newest_);
    edit(*value);
    replace(std::move(value));
  }

 private:
  struct Seen {
    std::uint64_t generation = 0;  // No value has it.
    Own value;
  };

  void refresh(Seen& seen) const {
    const std::lock_guard lock(mutex_);
    seen.value = std::make_shared<const std::shared_ptr<const T>>(newest_);
    seen.generation = generation_.load(std::memory_order_relaxed);
  }
  // REQUIRES: the lock is held, or nobody else knows the object yet.
  void replace(std::shared_ptr<const T> value) {
    static std::atomic<std::uint64_t> last_generation{0};
    newest_ = std::move(value);
    generation_.store(last_generation.fetch_add(1) + 1, std::memory_order_release);
  }

  mutable std::mutex mutex_;
  std::shared_ptr<const T> newest_;  // Guarded by mutex_.
  std::atomic<std::uint64_t> generation_{0};
};

}  // namespace partita
