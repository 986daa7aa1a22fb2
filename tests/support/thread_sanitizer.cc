#if defined(__SANITIZE_THREAD__)

// Debian's RocksDB, and LZ4 under it, are built without ThreadSanitizer, which therefore does not
// see how they order their memory accesses and takes them for races: a block that one thread has
// decompressed and another reads from the cache. Ours are still watched. A snapshot is RocksDB's,
// too: of the thread that has read it no stack may be left that would show so.
extern "C" const char* __tsan_default_suppressions() {  // NOLINT: the name is the sanitizer's
  return "called_from_lib:librocksdb.so\nrace:librocksdb.so\nmutex:librocksdb.so\n"
         "race:MomentReader::~MomentReader\n"
         "called_from_lib:liblz4.so\nrace:liblz4.so\n";
}

#endif
