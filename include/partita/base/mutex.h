#pragma once

#include <condition_variable>
#include <mutex>

// Locks that clang checks. Each guarded member is annotated with its mutex, and code that accesses
// it without holding the mutex does not compile (`ctest -R thread_safety`). For other compilers
// these are plain standard locks.
//
//   class Counter {
//    public:
//     void add() {
//       const MutexLock lock(mutex_);
//       ++count_;
//     }
//
//    private:
//     Mutex mutex_;
//     int count_ PARTITA_GUARDED_BY(mutex_) = 0;
//   };
#if defined(__clang__)
#define PARTITA_THREAD_ATTRIBUTE(x) __attribute__((x))
#else
#define PARTITA_THREAD_ATTRIBUTE(x)
#endif

// For a member: it is read and written only while the mutex is held.
#define PARTITA_GUARDED_BY(x) PARTITA_THREAD_ATTRIBUTE(guarded_by(x))
// For a pointer: the object that it points to is accessed only while the mutex is held.
#define PARTITA_POINTEE_GUARDED_BY(x) PARTITA_THREAD_ATTRIBUTE(pt_guarded_by(x))
// For a function: it is called only while the mutex is held, exclusively or shared.
#define PARTITA_REQUIRES(...) PARTITA_THREAD_ATTRIBUTE(requires_capability(__VA_ARGS__))
#define PARTITA_REQUIRES_SHARED(...) \
  PARTITA_THREAD_ATTRIBUTE(requires_shared_capability(__VA_ARGS__))
// For a function: it locks the mutex itself, so its caller must not hold it.
#define PARTITA_EXCLUDES(...) PARTITA_THREAD_ATTRIBUTE(locks_excluded(__VA_ARGS__))
// For a function whose locking clang cannot analyse; state the reason next to it.
#define PARTITA_UNCHECKED_LOCKS PARTITA_THREAD_ATTRIBUTE(no_thread_safety_analysis)

namespace partita {

// std::mutex.
class PARTITA_THREAD_ATTRIBUTE(capability("mutex")) Mutex {
 public:
  void lock() PARTITA_THREAD_ATTRIBUTE(acquire_capability()) { mutex_.lock(); }
  void unlock() PARTITA_THREAD_ATTRIBUTE(release_capability()) { mutex_.unlock(); }

 private:
  friend class MutexLock;
  std::mutex mutex_;
};

// Holds a mutex for a scope; may unlock it and lock it again in between.
class PARTITA_THREAD_ATTRIBUTE(scoped_lockable) MutexLock {
 public:
  explicit MutexLock(Mutex& mutex) PARTITA_THREAD_ATTRIBUTE(acquire_capability(mutex))
      : lock_(mutex.mutex_) {}
  ~MutexLock() PARTITA_THREAD_ATTRIBUTE(release_capability()) = default;
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

  void unlock() PARTITA_THREAD_ATTRIBUTE(release_capability()) { lock_.unlock(); }
  void lock() PARTITA_THREAD_ATTRIBUTE(acquire_capability()) { lock_.lock(); }

  // For a condition variable to wait with. The mutex is held again when the wait returns.
  std::unique_lock<std::mutex>& native() { return lock_; }

 private:
  std::unique_lock<std::mutex> lock_;
};

// These two hold a shared mutex for a scope: exclusively, or as one of several readers.
// `SharedMutex` is a class with the capability "mutex" and lock_shared().
template <typename SharedMutex>
class PARTITA_THREAD_ATTRIBUTE(scoped_lockable) ExclusiveLock {
 public:
  explicit ExclusiveLock(SharedMutex& mutex) PARTITA_THREAD_ATTRIBUTE(acquire_capability(mutex))
      : mutex_(mutex) {
    mutex_.lock();
  }
  ~ExclusiveLock() PARTITA_THREAD_ATTRIBUTE(release_capability()) { mutex_.unlock(); }
  ExclusiveLock(const ExclusiveLock&) = delete;
  ExclusiveLock& operator=(const ExclusiveLock&) = delete;

 private:
  SharedMutex& mutex_;
};

template <typename SharedMutex>
class PARTITA_THREAD_ATTRIBUTE(scoped_lockable) ReaderLock {
 public:
  explicit ReaderLock(SharedMutex& mutex) PARTITA_THREAD_ATTRIBUTE(acquire_shared_capability(mutex))
      : mutex_(mutex) {
    mutex_.lock_shared();
  }
  ~ReaderLock() PARTITA_THREAD_ATTRIBUTE(release_generic_capability()) { mutex_.unlock_shared(); }
  ReaderLock(const ReaderLock&) = delete;
  ReaderLock& operator=(const ReaderLock&) = delete;

 private:
  SharedMutex& mutex_;
};

}  // namespace partita
