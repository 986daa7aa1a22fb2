#include "wire/server/side_thread.h"

#include <gtest/gtest.h>

#include <future>
#include <thread>

namespace partita::server {
namespace {

Task<std::pair<Status, std::thread::id>> run(SideThread& side, std::function<void()> work) {
  Task<Status> running = side.run(std::move(work));
  Status status = co_await running;
  co_return std::pair{std::move(status), std::this_thread::get_id()};
}

TEST(SideThread, WorksElsewhereAndGoesOnWhereItWasCalled) {
  SideThread side;
  for (int i = 0; i < 3; ++i) {
    std::thread::id worker;
    const auto [status, after] = sync_wait(run(side, [&] { worker = std::this_thread::get_id(); }));
    EXPECT_TRUE(status.ok());
    EXPECT_NE(worker, std::this_thread::get_id());
    EXPECT_EQ(after, std::this_thread::get_id());
  }
}

TEST(SideThread, TakesNoWorkBesideWork) {
  SideThread side;
  std::promise<void> begun;
  std::promise<void> may_end;
  std::thread first([&] {
    const auto done = sync_wait(run(side, [&] {
      begun.set_value();
      may_end.get_future().wait();
    }));
    EXPECT_TRUE(done.first.ok());
  });
  begun.get_future().wait();
  bool has_run = false;
  const auto refused = sync_wait(run(side, [&] { has_run = true; })).first;
  EXPECT_EQ(refused.error().kind(), ErrorKind::Conflict);
  EXPECT_FALSE(has_run);
  may_end.set_value();
  first.join();
  EXPECT_TRUE(sync_wait(run(side, [&] { has_run = true; })).first.ok());
  EXPECT_TRUE(has_run);
}

}  // namespace
}  // namespace partita::server
