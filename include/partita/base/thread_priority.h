#pragma once

namespace partita {

// Lowers the priority of the calling thread from now on: its niceness grows by so much (Linux has
// one for each thread), up to the last one that there is. So where cores are scarce, what clients
// wait for runs first. Where the system does not allow it, nothing changes.
// A thread that hardly ever runs may hold locks that others wait for, so the numbers are small: at
// 5 a thread has a third of the share of others, at 10 a tenth.
void lower_thread_priority(int niceness);

}  // namespace partita
