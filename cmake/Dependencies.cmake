# Everything comes from Debian 12 packages; scripts/setup installs them.

find_package(fmt REQUIRED)
find_package(OpenSSL 3 REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(DEFLATE REQUIRED IMPORTED_TARGET libdeflate)
pkg_check_modules(LIBPQ REQUIRED IMPORTED_TARGET libpq)
pkg_check_modules(ZLIB REQUIRED IMPORTED_TARGET zlib)
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
pkg_check_modules(SIMDJSON REQUIRED IMPORTED_TARGET simdjson)
find_path(XXHASH_INCLUDE xxhash.h REQUIRED)  # Used as a header only.

find_package(CLI11 REQUIRED)
find_package(yaml-cpp REQUIRED)
pkg_check_modules(ICU REQUIRED IMPORTED_TARGET icu-uc)
find_path(SNOWBALL_INCLUDE libstemmer.h REQUIRED)
find_library(SNOWBALL_LIBRARY stemmer REQUIRED)

# Asio is headers only.
find_package(Boost 1.81 REQUIRED)
add_library(partita_asio INTERFACE)
target_include_directories(partita_asio SYSTEM INTERFACE ${Boost_INCLUDE_DIRS})
target_link_libraries(partita_asio INTERFACE Threads::Threads)
if(PARTITA_SANITIZE STREQUAL "thread")
  # ThreadSanitizer does not understand fences; Asio's locks order the same memory.
  target_compile_definitions(partita_asio INTERFACE BOOST_ASIO_DISABLE_FENCED_BLOCK)
endif()

# RocksDB is linked from its archive where that works: measured a third faster per read than the
# shared library, because its calls do not go through the PLT. Sanitizers keep the shared one.
find_library(ROCKSDB_ARCHIVE librocksdb.a)
find_path(ROCKSDB_INCLUDE rocksdb/db.h REQUIRED)
add_library(partita_rocksdb_library INTERFACE)
target_include_directories(partita_rocksdb_library SYSTEM INTERFACE ${ROCKSDB_INCLUDE})
if(ROCKSDB_ARCHIVE AND NOT PARTITA_SANITIZE)
  target_link_libraries(partita_rocksdb_library INTERFACE ${ROCKSDB_ARCHIVE} snappy lz4 zstd bz2 z
                                                          gflags Threads::Threads ${CMAKE_DL_LIBS})
else()
  target_link_libraries(partita_rocksdb_library INTERFACE rocksdb Threads::Threads)
endif()

if(PARTITA_TESTS)
  find_package(GTest REQUIRED)
endif()
