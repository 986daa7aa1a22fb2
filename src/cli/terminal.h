#pragma once

#include <string>
#include <string_view>

#include "cli/exit_code.h"
#include "partita/base/error.h"
#include "partita/base/result.h"

// What the program says to people. Colours only where a person looks: on a terminal, unless the
// variable NO_COLOR is set.
namespace partita::cli {

// Whether what goes to standard output may have colours.
bool output_has_colours();

// One line on standard output, there at once even if it is a pipe.
void say(std::string_view line);
// A text of any length on standard output, as it is and there at once.
void print(std::string_view text);
// "partita: warning: ..." on standard error.
void warn(std::string_view message);
// "partita: ..." on standard error.
void complain(const Error& error);
// Complains, and tells how the program then ends.
ExitCode failed(const Error& error);
// Prints the text, or complains, and tells how the program then ends.
ExitCode print_or_fail(const Result<std::string>& text);

}  // namespace partita::cli
