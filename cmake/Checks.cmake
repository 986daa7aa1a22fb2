# Tests that are not programs of this build: they read the tree or run the fuzzers. Once is enough,
# so only the release build has them. Label `text`: needs nothing compiled.
if(PARTITA_SANITIZE OR PARTITA_ALL_TESTS)
  return()
endif()

function(partita_check name)
  cmake_parse_arguments(ARG "" "LABEL;TIMEOUT" "COMMAND" ${ARGN})
  add_test(NAME ${name} COMMAND ${ARG_COMMAND} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES LABELS ${ARG_LABEL} TIMEOUT ${ARG_TIMEOUT})
endfunction()

# Checks that keep every core busy by themselves run alone.
cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)

partita_check(tidy LABEL text TIMEOUT 60 COMMAND python3 -B tests/tidy/tidy.py)
partita_check(tidy_test LABEL text TIMEOUT 60 COMMAND python3 -B tests/tidy/tidy_test.py)
partita_check(tidy_functions_test LABEL text TIMEOUT 60
              COMMAND python3 -B tests/tidy/functions_test.py)
partita_check(ledger LABEL text TIMEOUT 60 COMMAND python3 -B tests/ledger/check.py)
partita_check(ledger_test LABEL text TIMEOUT 60 COMMAND python3 -B tests/ledger/check_test.py)
partita_check(format LABEL text TIMEOUT 120 COMMAND scripts/format --check)
# Members that are guarded by a mutex are touched only under it, and a file that does otherwise is
# refused.
partita_check(thread_safety LABEL text TIMEOUT 300 COMMAND scripts/thread-safety)
partita_check(thread_safety_refuses LABEL text TIMEOUT 60
              COMMAND scripts/thread-safety tests/thread_safety/unlocked_access.cc)
set_tests_properties(thread_safety_refuses PROPERTIES WILL_FAIL ON)
# What `make serve` configures first in a fresh clone: the program alone, without GoogleTest.
partita_check(configure_program LABEL text TIMEOUT 60
              COMMAND cmake --preset release -B build/program -DPARTITA_TESTS=OFF
                      -DPARTITA_BENCH=OFF)

# Every fuzzer runs for ten seconds; ctest builds them first if nobody has.
partita_check(fuzz_build LABEL fuzz TIMEOUT 1200 COMMAND scripts/fuzz --build)
set_tests_properties(fuzz_build PROPERTIES PROCESSORS ${cores} FIXTURES_SETUP fuzzers)
file(GLOB fuzzers RELATIVE ${CMAKE_SOURCE_DIR}/fuzz CONFIGURE_DEPENDS
     ${CMAKE_SOURCE_DIR}/fuzz/*_fuzz.cc)
foreach(file IN LISTS fuzzers)
  string(REPLACE "_fuzz.cc" "" name ${file})
  partita_check(fuzz_${name} LABEL fuzz TIMEOUT 120 COMMAND scripts/fuzz --short ${name})
  set_tests_properties(fuzz_${name} PROPERTIES FIXTURES_REQUIRED fuzzers)
endforeach()
