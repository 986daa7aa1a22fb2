# One line declares a module, a test program, a fuzzer. Files are found by their folder.
include(GoogleTest)
include(Batches)

# The files that include a header, by themselves or by the header of their own name, then the rest.
function(partita_put_together result files header)
  set(first)
  foreach(file IN LISTS files)
    string(REGEX REPLACE "cc$" "h" own_header ${file})
    file(STRINGS ${file} found REGEX "^#include ${header}" LIMIT_COUNT 1)
    if(NOT found AND EXISTS ${own_header})
      file(STRINGS ${own_header} found REGEX "^#include ${header}" LIMIT_COUNT 1)
    endif()
    if(found)
      list(APPEND first ${file})
    endif()
  endforeach()
  list(REMOVE_ITEM files ${first})
  set(${result} ${first} ${files} PARENT_SCOPE)
endfunction()

# partita_module(store/keys LINKS ...): the library partita_keys from src/store/keys/*.cc. A target
# has the name of its module without that of its group, but for the engines: partita_engine_rocksdb.
# SELDOM: what runs so seldom that a sixth of its time to compile is worth more than its speed
# (-O1). TOGETHER names a header that takes long to read, such as "<CLI/CLI.hpp>": the files that
# include it are compiled in as few batches as can be.
function(partita_module path)
  cmake_parse_arguments(ARG "SELDOM" "TOGETHER" "LINKS;PRIVATE_LINKS" ${ARGN})
  string(REGEX REPLACE "^(language|store|dynamodb|model|modelled|database|library|wire)/" ""
         name ${path})
  string(REPLACE "/" "_" name ${name})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${path}/*.cc)
  # A program's entry is no part of the library: tests have their own.
  list(FILTER sources EXCLUDE REGEX "/main\\.cc$")
  if(ARG_TOGETHER)
    partita_put_together(sources "${sources}" "${ARG_TOGETHER}")
  endif()
  if(sources)
    add_library(partita_${name} STATIC ${sources})
    target_include_directories(partita_${name} PUBLIC ${CMAKE_SOURCE_DIR}/include
                                                      ${CMAKE_SOURCE_DIR}/src)
    target_link_libraries(partita_${name} PUBLIC ${ARG_LINKS} PRIVATE ${ARG_PRIVATE_LINKS})
    partita_precompile(partita_${name} program)
    partita_batch(partita_${name})
    if(ARG_SELDOM AND NOT PARTITA_SANITIZE)
      # Of what is not initialised -O1 sees too little to be right; the other builds look for it.
      target_compile_options(partita_${name} PRIVATE -O1 -Wno-maybe-uninitialized)
    endif()
  else()
    add_library(partita_${name} INTERFACE)
    target_include_directories(partita_${name} INTERFACE ${CMAKE_SOURCE_DIR}/include
                                                         ${CMAKE_SOURCE_DIR}/src)
    target_link_libraries(partita_${name} INTERFACE ${ARG_LINKS} ${ARG_PRIVATE_LINKS})
  endif()
endfunction()

# Whether this build has a test with these labels. A label says more about a test:
#   concurrency  threads meet in it: the tsan build has these and no others
#   races        the same, but only in its files that include <thread>: the tsan build has those
#   fault        power cuts, kill -9, full disks: the release build has these and no others, because
#                sanitizers spoil their tricks
# Everything without the label `fault` runs in the dev and the asan build, and everything in the
# plain build.
function(partita_has_test result labels)
  set(${result} FALSE PARENT_SCOPE)
  if(PARTITA_ALL_TESTS)
    set(${result} TRUE PARENT_SCOPE)
    return()
  elseif(NOT PARTITA_SANITIZE)
    set(wanted fault)
  elseif(PARTITA_SANITIZE STREQUAL "thread")
    set(wanted "concurrency|races")
  elseif(NOT "fault" IN_LIST labels)
    set(${result} TRUE PARENT_SCOPE)
    return()
  endif()
  if(wanted AND labels MATCHES "${wanted}")
    set(${result} TRUE PARENT_SCOPE)
  endif()
endfunction()

# Of the files of a program with the label `races`: those with threads, and what helps them.
function(partita_keep_races result files)
  foreach(file IN LISTS files)
    file(STRINGS ${file} threads REGEX "^#include <thread>" LIMIT_COUNT 1)
    if(file MATCHES "_test\\.cc$" AND NOT threads)
      list(REMOVE_ITEM files ${file})
    endif()
  endforeach()
  set(${result} ${files} PARENT_SCOPE)
endfunction()

# UBSan watches the program, not its tests: there it would only double the time to compile. The same
# goes for the optimiser in the plain build.
function(partita_compile_quickly target)
  if(PARTITA_SANITIZE MATCHES "undefined")
    target_compile_options(${target} PRIVATE -fno-sanitize=undefined)
  endif()
  if(PARTITA_ALL_TESTS)
    target_compile_options(${target} PRIVATE -O0)
  endif()
endfunction()

# What stands before the command of a test: in the plain build it sets the date, if it is told one.
set(partita_launcher)
if(PARTITA_ALL_TESTS)
  set(partita_launcher ${CMAKE_SOURCE_DIR}/scripts/at-moment)
endif()

include(Precompiled)

# The target `tests`: every test program and what it needs, nothing else.
if(PARTITA_TESTS)
  file(WRITE ${CMAKE_BINARY_DIR}/module_tests.txt "")
  add_custom_target(tests)
endif()

# partita_test(value_test FOLDER unit/value LINKS partita_value): every *.cc of the folders in one
# program, each TEST a ctest of its own (AS_ONE: all of them are one), with the LABELS and a TIMEOUT
# in seconds if named. A folder
# unit/<module> has the tests of that module; TRIES names modules for which all of the program's
# tests are run, too. Both are for scripts/try, which reads module_tests.txt.
function(partita_test name)
  cmake_parse_arguments(ARG "AS_ONE" "TIMEOUT" "FOLDER;LINKS;LABELS;TRIES" ${ARGN})
  list(TRANSFORM ARG_FOLDER REPLACE "(.+)" "${CMAKE_SOURCE_DIR}/tests/\\1/*.cc"
       OUTPUT_VARIABLE patterns)
  file(GLOB sources CONFIGURE_DEPENDS ${patterns})
  partita_has_test(has_test "${ARG_LABELS}")
  if(NOT sources OR NOT has_test)
    return()
  endif()
  if(PARTITA_SANITIZE STREQUAL "thread" AND "races" IN_LIST ARG_LABELS)
    partita_keep_races(sources "${sources}")
  endif()
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 120)
  endif()
  foreach(folder IN LISTS ARG_FOLDER)
    string(REGEX REPLACE "^unit/" "" module ${folder})
    file(APPEND ${CMAKE_BINARY_DIR}/module_tests.txt "${module} ${name} tests/${folder}\n")
  endforeach()
  foreach(module IN LISTS ARG_TRIES)
    file(APPEND ${CMAKE_BINARY_DIR}/module_tests.txt "${module} ${name}\n")
  endforeach()
  add_executable(${name} ${sources})
  partita_compile_quickly(${name})
  partita_precompile(${name} tests)
  partita_batch(${name})
  add_dependencies(tests ${name})
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/tests)
  target_link_libraries(${name} PRIVATE ${ARG_LINKS} GTest::gtest_main)
  if(partita_launcher)
    set_target_properties(${name} PROPERTIES CROSSCOMPILING_EMULATOR ${partita_launcher})
  endif()
  if(ARG_AS_ONE)
    add_test(NAME ${name} COMMAND ${partita_launcher} $<TARGET_FILE:${name}>)
    set_tests_properties(${name} PROPERTIES TIMEOUT ${ARG_TIMEOUT} LABELS "${ARG_LABELS}")
    return()
  endif()
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60
                       PROPERTIES TIMEOUT ${ARG_TIMEOUT} LABELS "${ARG_LABELS}")
endfunction()
