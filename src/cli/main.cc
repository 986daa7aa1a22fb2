#include <sys/stat.h>

#include "cli/program.h"

int main(int count, char** arguments) {
  // Whatever the program writes (data, keys) is for its owner alone.
  ::umask(S_IRWXG | S_IRWXO);
  return static_cast<int>(partita::cli::run_program(count, arguments));
}
