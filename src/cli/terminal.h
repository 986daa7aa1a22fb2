#pragma once

#include <string>
#include <string_view>

#include "cli/exit_code.h"
#include "partita/base/error.h"
#include "partita/base/result.h"

// What the program says to people. Colours only where a person looks: on a terminal, unless the
// variable NO_COLOR is set. Where it says it may be full, or gone: that ends no server, and a
// command tells it in the end (output_state).
namespace partita::cli {

// For a program that was started without some of its standard files: what is opened later does not
// take their place.
void keep_standard_files();

// Whether what goes to standard output may have colours.
bool output_has_colours();

// One line on standard output, there at once even if it is a pipe.
void say(std::string_view line);
// A text of any length on standard output, as it is and there at once.
void print(std::string_view text);
// The same on standard error, beside what the program is asked for.
void print_aside(std::string_view text);
// Whether standard output has taken all that was printed so far. ERRORS: why it has not.
Status output_state();
// "partita: warning: ..." on standard error.
void warn(std::string_view message);
// "partita: ..." on standard error.
void complain(const Error& error);
// Complains, and tells how the program then ends.
ExitCode failed(const Error& error);
// Prints the text, or complains, and tells how the program then ends.
ExitCode print_or_fail(const Result<std::string>& text);

}  // namespace partita::cli
