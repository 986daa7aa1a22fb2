#include "cli/program.h"

int main(int count, char** arguments) {
  return static_cast<int>(partita::cli::run_program(count, arguments));
}
