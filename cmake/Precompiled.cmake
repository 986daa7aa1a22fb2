# Headers that most files include, read once: a third of the time to compile. clang-tidy and the
# fuzzers go without them, so a file that forgets an #include is found there.

# partita_precompile(target program|tests): the headers of the program, or those and GoogleTest. The
# few tests of the release build go without: with -O2 g++ 12 warns about short strings in headers of
# the system once they are precompiled.
function(partita_precompile target kind)
  if(NOT PARTITA_FUZZ AND (PARTITA_SANITIZE OR PARTITA_ALL_TESTS OR kind STREQUAL "program"))
    target_precompile_headers(${target} REUSE_FROM precompiled_${kind})
  endif()
endfunction()

if(PARTITA_FUZZ)
  return()
endif()

set(program_headers
    <algorithm> <array> <atomic> <chrono> <coroutine> <cstdint> <functional> <map> <memory> <mutex>
    <optional> <span> <string> <string_view> <utility> <variant> <vector> <fmt/format.h>
    ${CMAKE_SOURCE_DIR}/include/partita/base/task.h
    ${CMAKE_SOURCE_DIR}/include/partita/value/item_view.h
    ${CMAKE_SOURCE_DIR}/include/partita/value/value.h)

# ccache must be told that nobody changes such a header behind its back.
add_compile_options(-fpch-preprocess)

file(WRITE ${CMAKE_BINARY_DIR}/precompiled.cc "int main() {}\n")

function(partita_precompiled_headers target)
  target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR}/include)
  target_precompile_headers(${target} PRIVATE ${program_headers} ${ARGN})
  target_link_libraries(${target} PRIVATE fmt::fmt)
endfunction()

add_library(precompiled_program OBJECT ${CMAKE_BINARY_DIR}/precompiled.cc)
partita_precompiled_headers(precompiled_program)

# A program is compiled with other flags than a library, so there is one of each. GoogleTest is only
# there if tests are built.
if(PARTITA_TESTS)
  add_executable(precompiled_tests EXCLUDE_FROM_ALL ${CMAKE_BINARY_DIR}/precompiled.cc)
  target_link_libraries(precompiled_tests PRIVATE GTest::gtest)
  partita_precompiled_headers(precompiled_tests <gtest/gtest.h>)
  partita_compile_quickly(precompiled_tests)
endif()
