#pragma once

#include <string>

#include "modelled/archives/archives.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "wire/rest/server_routes.h"

namespace partita::rest {

// What is asked and done by /api/archives. The archives live until the answer is there.
//
// Archives: all of them.
//   {"archives": [{"table": .., "entity": .., "to": "s3://bucket/prefix", "declared": true,
//                  "waiting": 3, "waits_more": false, "oldest": .., "files": 1, "items": 7,
//                  "bytes": 2048}]}
// ArchiveFiles: the manifest of those that the query names by `table` and perhaps `entity`; with
// `limit` so many files at most, 1000 without it.
//   {"files": [{"key": .., "folder": .., "items": 7, "bytes": 2048, "made": .., "oldest": ..,
//               "newest": .., "sha256": ..}], "more": false}
// FlushedArchives: what waits in those that the query names goes into files at once. Answers as
// Archives, before the files are there.
// ERRORS: Failure BadArgument and NotFound; Corrupt; those of the engine.
Task<Result<std::string>> text_of_archives(archives::Archives& archives, RestDocument document,
                                           std::string query);

}  // namespace partita::rest
