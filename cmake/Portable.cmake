# partita_portable: the same program, linked so that it runs on a bare Debian 12 and on other Linux
# systems of its age. Libraries that have an archive are inside of it. Beside it, in ../lib, stand
# those that Debian has only as shared ones (fmt, simdjson), OpenSSL, which would bring all of its
# 5 MB, ICU, whose data has 30 MB, libpq with Kerberos and LDAP, and the C++ runtime. The C library
# is the system's. Not a part of `all`: `make package` builds it.
set(portable_archives)
foreach(library IN ITEMS rocksdb snappy lz4 zstd bz2 z gflags yaml-cpp deflate stemmer)
  find_library(PORTABLE_${library} lib${library}.a)
  if(NOT PORTABLE_${library})
    message(STATUS "No lib${library}.a, so `make package` cannot make the portable program")
    return()
  endif()
  list(APPEND portable_archives ${PORTABLE_${library}})
endforeach()

partita_modules_of(partita_cli modules)
list(TRANSFORM modules REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE objects)
add_executable(partita_portable EXCLUDE_FROM_ALL ${CMAKE_SOURCE_DIR}/src/cli/main.cc ${objects})
target_include_directories(partita_portable PRIVATE ${CMAKE_SOURCE_DIR}/include
                                                    ${CMAKE_SOURCE_DIR}/src)
target_link_libraries(partita_portable PRIVATE ${portable_archives} fmt::fmt PkgConfig::SIMDJSON
                                               PkgConfig::ICU PkgConfig::LIBPQ OpenSSL::SSL
                                               OpenSSL::Crypto
                                               Threads::Threads ${CMAKE_DL_LIBS})
# What no object asks for stays out: archives bring whole files. Addresses in tables are packed,
# half a megabyte less; the C library knows how since 2.36, which is what Debian 12 has.
target_link_options(partita_portable PRIVATE -Wl,--gc-sections -Wl,--exclude-libs,ALL
                                             -Wl,-z,pack-relative-relocs)
# DT_RPATH, not DT_RUNPATH: the libraries there find each other by it, too.
set_target_properties(partita_portable PROPERTIES SKIP_BUILD_RPATH ON LINK_FLAGS
                      "-Wl,--disable-new-dtags,-rpath,'$ORIGIN/../lib'")
