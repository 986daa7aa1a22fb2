#pragma once

#include <pthread.h>

#include "partita/base/check.h"

namespace partita::engine {

// A shared mutex whose readers make way for a waiting writer. With std::shared_mutex they do not:
// measured, four busy readers left one writer six commits a second.
// REQUIRES: no thread takes the shared lock twice at once.
class WriterFirstMutex {
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

  // The names that std::unique_lock and std::shared_lock ask for.
  void lock() { PARTITA_CHECK(pthread_rwlock_wrlock(&lock_) == 0); }
  void unlock() { pthread_rwlock_unlock(&lock_); }
  void lock_shared() { PARTITA_CHECK(pthread_rwlock_rdlock(&lock_) == 0); }
  void unlock_shared() { pthread_rwlock_unlock(&lock_); }

 private:
  pthread_rwlock_t lock_;
};

}  // namespace partita::engine
