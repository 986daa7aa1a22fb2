#pragma once

#include <rocksdb/file_system.h>

#include <memory>

namespace partita::engine {

// The files of this machine, whose random reads heed t_disk_reads: with DiskReads::Refused they
// answer what the system's page cache has, and refused_read() for all else. On a file system that
// cannot tell (tmpfs), all of them are refused.
std::shared_ptr<rocksdb::FileSystem> local_file_system();

}  // namespace partita::engine
