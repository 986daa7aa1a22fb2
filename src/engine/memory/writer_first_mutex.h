#pragma once

#include <pthread.h>

#include "partita/base/check.h"
#include "partita/base/mutex.h"

namespace partita::engine {

// A shared mutex whose readers make way for a waiting writer. With std::shared_mutex they do not:
// measured, four busy readers left one writer six commits a second.
// REQUIRES: no thread takes the shared lock twice at once.
class PARTITA_THREAD_ATTRIBUTE(capability("mutex")) WriterFirstMutex {
 public:
  WriterFirstMutex() {
    pthread_rwlockattr_t kind;
    PARTITA_CHECK(pthread_rwlockattr_init(&kind) == 0);
    pthread_rwlockattr_setkind_np(&kind, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    PARTITA_CHECK(pthread_rwlock_init(&lock_, &kind) == 0);
    pthread_rwlockattr_destroy(&kind);
  }
  ~WriterFirstMutex() { pthread_rwlock_destroy(&lock_); }
  WriterFirstMutex(const WriterFirstMutex&) = delete;
  WriterFirstMutex& operator=(const WriterFirstMutex&) = delete;

  // For ExclusiveLock and ReaderLock.
  void lock() PARTITA_THREAD_ATTRIBUTE(acquire_capability()) {
    PARTITA_CHECK(pthread_rwlock_wrlock(&lock_) == 0);
  }
  void unlock() PARTITA_THREAD_ATTRIBUTE(release_capability()) { pthread_rwlock_unlock(&lock_); }
  void lock_shared() PARTITA_THREAD_ATTRIBUTE(acquire_shared_capability()) {
    PARTITA_CHECK(pthread_rwlock_rdlock(&lock_) == 0);
  }
  void unlock_shared() PARTITA_THREAD_ATTRIBUTE(release_shared_capability()) {
    pthread_rwlock_unlock(&lock_);
  }

 private:
  pthread_rwlock_t lock_;
};

}  // namespace partita::engine
