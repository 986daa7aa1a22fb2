#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "partita/base/mutex.h"
#include "store/places/place.h"

namespace partita::table_exports {

// A place whose objects a test can hold back, refuse or lose on their way.
class WatchedPlace final : public places::ObjectPlace {
 public:
  explicit WatchedPlace(std::unique_ptr<places::ObjectPlace> below) : below_(std::move(below)) {}

  // Objects whose key has this in it wait until `let_go` or `close`.
  void hold(std::string part) {
    const MutexLock lock(mutex_);
    held_ = std::move(part);
  }
  void let_go() {
    const MutexLock lock(mutex_);
    held_.reset();
    changed_.notify_all();
  }
  // Waits until something is held.
  void wait_for_held() {
    MutexLock lock(mutex_);
    while (waiting_ == 0) changed_.wait(lock.native());
  }
  // The next `times` objects whose key has this in it are put, but the caller gets the error.
  void lose(std::string part, Error error, int times) {
    const MutexLock lock(mutex_);
    lost_ = std::move(part);
    loss_ = std::move(error);
    losses_ = times;
  }
  std::vector<std::string> put_keys() const {
    const MutexLock lock(mutex_);
    return put_;
  }

  Result<std::string> put(const places::ObjectName& object, ByteView content) override {
    {
      MutexLock lock(mutex_);
      while (!is_closed_ && held_ && object.key.find(*held_) != std::string::npos) {
        ++waiting_;
        changed_.notify_all();
        changed_.wait(lock.native());
        --waiting_;
      }
      if (is_closed_) return Error::unavailable("the place is closed");
      put_.push_back(object.key);
    }
    auto tag = below_->put(object, content);
    const MutexLock lock(mutex_);
    if (losses_ == 0 || object.key.find(lost_) == std::string::npos) return tag;
    --losses_;
    return *loss_;
  }
  Result<std::unique_ptr<places::Upload>> put_in_parts(const places::ObjectName& object) override {
    return below_->put_in_parts(object);
  }
  Result<Bytes> read(const places::ObjectReadRequest& request) override {
    return below_->read(request);
  }
  Result<places::Listing> list(const places::ObjectListRequest& request) override {
    return below_->list(request);
  }
  Status remove(const places::ObjectName& object) override { return below_->remove(object); }
  void close() override {
    const MutexLock lock(mutex_);
    is_closed_ = true;
    changed_.notify_all();
  }
  std::string description() const override { return below_->description(); }

 private:
  const std::unique_ptr<places::ObjectPlace> below_;
  mutable Mutex mutex_;
  std::condition_variable changed_;
  std::optional<std::string> held_ PARTITA_GUARDED_BY(mutex_);
  int waiting_ PARTITA_GUARDED_BY(mutex_) = 0;
  std::string lost_ PARTITA_GUARDED_BY(mutex_);
  std::optional<Error> loss_ PARTITA_GUARDED_BY(mutex_);
  int losses_ PARTITA_GUARDED_BY(mutex_) = 0;
  std::vector<std::string> put_ PARTITA_GUARDED_BY(mutex_);
  bool is_closed_ PARTITA_GUARDED_BY(mutex_) = false;
};

}  // namespace partita::table_exports
