#pragma once

// simdjson, which reads JSON. Its header has code for every kind of processor. The first pass over
// a document is made by the library itself, which chooses at run time what this machine does best;
// the rest is compiled here, for the processors that all of our code is compiled for
// (cmake/Toolchain.cmake), and that is the portable code. The others would only be parsed, with all
// intrinsics of AVX-512: 43,000 lines for each file that includes this.
#define SIMDJSON_IMPLEMENTATION_WESTMERE 0
#define SIMDJSON_IMPLEMENTATION_HASWELL 0
#define SIMDJSON_IMPLEMENTATION_ICELAKE 0
#include <simdjson.h>
