#if defined(__SANITIZE_THREAD__)

// Debian's RocksDB is built without ThreadSanitizer, which therefore does not see how that library
// orders its memory accesses and takes them for races. Ours are still watched.
extern "C" const char* __tsan_default_suppressions() {  // NOLINT: the name is the sanitizer's
  return "called_from_lib:librocksdb.so\nrace:librocksdb.so\nmutex:librocksdb.so\n";
}

#endif
