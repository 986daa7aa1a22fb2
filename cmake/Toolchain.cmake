# Flags that every target shares. Warnings are errors; headers of other people are exempt (SYSTEM).

find_program(CCACHE ccache)
if(CCACHE)
  # The sloppiness lets it work with precompiled headers (Precompiled.cmake).
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
                                  CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
endif()

add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wold-style-cast
                    -Wnon-virtual-dtor -Woverloaded-virtual -Wimplicit-fallthrough -Werror
                    # {.key = k} leaves the other members at their defaults, and means to.
                    -Wno-missing-field-initializers)
# The hash, CRC and JSON code pays for SSE4.2; every x86-64 server since 2009 has it.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  add_compile_options(-march=x86-64-v2)
endif()

# g++ looks for memory that it can use again from 128 MB on, a tenth of its time. A compilation
# takes up to 2 GB; where every core has as much, none is looked for.
cmake_host_system_information(RESULT memory_mb QUERY TOTAL_PHYSICAL_MEMORY)
cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
math(EXPR core_mb "${memory_mb} / ${cores}")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND core_mb GREATER 3000)
  add_compile_options(--param=ggc-min-heapsize=2097152 --param=ggc-min-expand=1000)
endif()

if(PARTITA_SANITIZE)
  # null and vptr: ASan sees what they see, and they are a fifth of the time to compile.
  add_compile_options(-fsanitize=${PARTITA_SANITIZE} -fno-sanitize=null,vptr
                      -fno-omit-frame-pointer -fno-sanitize-recover=all)
  # Another fifth, for what the warnings and the fuzzers find.
  if(PARTITA_SANITIZE MATCHES "undefined" AND NOT PARTITA_FUZZ)
    add_compile_options(-fno-sanitize=alignment,pointer-overflow,return,unreachable
                        -fno-sanitize=nonnull-attribute,returns-nonnull-attribute)
  endif()
  add_link_options(-fsanitize=${PARTITA_SANITIZE})
else()
  add_compile_options(-fstack-protector-strong)
  add_link_options(-Wl,-z,relro,-z,now)
endif()

set(CMAKE_POSITION_INDEPENDENT_CODE ON)
find_package(Threads REQUIRED)

# Dev: quick to compile, good stack traces, assertions on.
# -Og: coroutines under sanitizers take a third less time to compile than with -O1, measured.
set(CMAKE_CXX_FLAGS_DEV "-Og -g1" CACHE STRING "Flags of the build type Dev" FORCE)
# The release build keeps asserts out and line tables in, so that a crash report can be read. Each
# function is in a section of its own, so that the linker can leave out those that nobody calls.
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O2 -g1 -DNDEBUG -ffunction-sections" CACHE STRING
    "Flags of the release" FORCE)
