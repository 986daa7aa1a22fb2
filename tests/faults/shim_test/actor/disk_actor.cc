// Acts on files as its arguments say, for the tests of the power-cut shim:
//
//   disk_actor DIRECTORY "open wal" "write wal some-text" "sync wal" "sync_directory ." "cut"
//
// Each argument is a command and its words; names are relative to the directory. A call that fails
// is reported on the standard output as `COMMAND: errno N`, and the script goes on.

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace {

using Words = std::vector<std::string>;

std::map<std::string, int> descriptors;

long open_as(const Words& words, int flags) {
  const int fd = ::open(words.at(1).c_str(), flags | O_CLOEXEC, 0644);
  if (fd >= 0) descriptors[words.at(1)] = fd;
  return fd;
}

long open_file(const Words& words) { return open_as(words, O_CREAT | O_RDWR); }
long open_to_append(const Words& words) { return open_as(words, O_CREAT | O_RDWR | O_APPEND); }
long open_emptied(const Words& words) { return open_as(words, O_CREAT | O_RDWR | O_TRUNC); }

int fd_of(const Words& words) { return descriptors.at(words.at(1)); }

long close_file(const Words& words) { return ::close(fd_of(words)); }

long write_text(const Words& words) {
  return ::write(fd_of(words), words.at(2).data(), words.at(2).size());
}

long write_at(const Words& words) {
  const std::string& text = words.at(3);
  return ::pwrite(fd_of(words), text.data(), text.size(), std::stol(words.at(2)));
}

// The text in two pieces.
long write_pieces(const Words& words) {
  std::string text = words.at(2);
  const std::size_t half = text.size() / 2;
  const iovec pieces[] = {{text.data(), half}, {text.data() + half, text.size() - half}};
  return ::writev(fd_of(words), pieces, 2);
}

long write_many(const Words& words) {
  const std::string text(static_cast<std::size_t>(std::stol(words.at(2))), words.at(3).at(0));
  return ::write(fd_of(words), text.data(), text.size());
}

// Through stdio, which takes the descriptor over and closes it.
long print_and_close(const Words& words) {
  std::FILE* stream = ::fdopen(fd_of(words), "w");
  std::fputs(words.at(2).c_str(), stream);
  return std::fclose(stream);
}

// Sends the text through a socket, whose descriptor a file may have had before.
long pass_through_socket(const Words& words) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return -1;
  const std::string& text = words.at(1);
  std::string answer(text.size(), '\0');
  const bool passed = ::write(ends[0], text.data(), text.size()) > 0 &&
                      ::read(ends[1], answer.data(), answer.size()) > 0 && answer == text;
  ::close(ends[0]);
  ::close(ends[1]);
  return passed ? 0 : -1;
}

long sync_file(const Words& words) { return ::fdatasync(fd_of(words)); }

long start_sync(const Words& words) {
  return ::sync_file_range(fd_of(words), 0, 0, SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER);
}

long sync_directory(const Words& words) {
  const int fd = ::open(words.at(1).c_str(), O_RDONLY | O_DIRECTORY);
  const int answer = ::fsync(fd);
  const int error = errno;
  ::close(fd);
  errno = error;
  return answer;
}

long truncate_file(const Words& words) { return ::ftruncate(fd_of(words), std::stol(words.at(2))); }
long allocate(const Words& words) {
  return ::fallocate(fd_of(words), 0, 0, std::stol(words.at(2)));
}
long punch(const Words& words) {
  const int mode = FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE;
  return ::fallocate(fd_of(words), mode, std::stol(words.at(2)), std::stol(words.at(3)));
}
long rename_file(const Words& words) {
  return std::rename(words.at(1).c_str(), words.at(2).c_str());
}
long link_file(const Words& words) { return ::link(words.at(1).c_str(), words.at(2).c_str()); }
long unlink_file(const Words& words) { return ::unlink(words.at(1).c_str()); }
long make_directory(const Words& words) { return ::mkdir(words.at(1).c_str(), 0755); }

long cut(const Words&) {
  void* function = ::dlsym(RTLD_DEFAULT, "power_cut_now");
  if (function == nullptr) return -1;
  reinterpret_cast<void (*)()>(function)();
  return 0;
}

long cut_by_signal(const Words&) {
  std::raise(SIGUSR2);
  while (true) ::pause();
}

using Count = std::atomic<std::uint64_t>;

[[noreturn]] void write_without_end(int fd, Count& acknowledged) {
  while (true) {
    for (int record = 0; record < 4; ++record) {
      if (::write(fd, "0123456789abcde\n", 16) != 16) std::abort();
    }
    if (::fdatasync(fd) != 0) std::abort();
    acknowledged += 4;
  }
}

// `flood ACKS THREADS`: each thread appends records of 16 bytes to a file of its own, syncs every
// fourth, and then counts it as acknowledged in the file ACKS, which survives this process.
long flood(const Words& words) {
  const auto threads = static_cast<std::size_t>(std::stol(words.at(2)));
  const int acks = ::open(words.at(1).c_str(), O_RDWR);
  void* memory =
      ::mmap(nullptr, threads * sizeof(Count), PROT_READ | PROT_WRITE, MAP_SHARED, acks, 0);
  if (memory == MAP_FAILED) return -1;
  auto* counts = static_cast<Count*>(memory);
  std::vector<std::jthread> writers;
  for (std::size_t index = 0; index < threads; ++index) {
    const int fd = descriptors.at("file" + std::to_string(index));
    writers.emplace_back([fd, count = &counts[index]] { write_without_end(fd, *count); });
  }
  return 0;
}

const std::map<std::string, std::function<long(const Words&)>> kCommands = {
    {"open", open_file},
    {"open_to_append", open_to_append},
    {"open_emptied", open_emptied},
    {"close", close_file},
    {"write", write_text},
    {"write_at", write_at},
    {"write_pieces", write_pieces},
    {"write_many", write_many},
    {"print_and_close", print_and_close},
    {"pass_through_socket", pass_through_socket},
    {"sync", sync_file},
    {"start_sync", start_sync},
    {"sync_directory", sync_directory},
    {"truncate", truncate_file},
    {"allocate", allocate},
    {"punch", punch},
    {"rename", rename_file},
    {"link", link_file},
    {"unlink", unlink_file},
    {"mkdir", make_directory},
    {"cut", cut},
    {"cut_by_signal", cut_by_signal},
    {"flood", flood},
};

Words split(const std::string& command) {
  std::istringstream stream(command);
  Words words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2 || ::chdir(arguments[1]) != 0) return 2;
  for (int at = 2; at < count; ++at) {
    const Words words = split(arguments[at]);
    if (kCommands.at(words.at(0))(words) < 0) {
      std::printf("%s: errno %d\n", words.at(0).c_str(), errno);
      std::fflush(stdout);
    }
  }
  return 0;
}
