#pragma once

#include <string_view>

#include "wire/rest/server_routes.h"

// What the server's own routes take behind the question mark, and the statuses that refuse it.
namespace partita::rest {

inline constexpr std::string_view kTableFates[] = {"keep", "drop"};

inline constexpr RouteParameter kRemovalQuery[] = {
    {.name = "tables",
     .description = "Whether its tables stay, without rules, or go with their items.",
     .is_required = true,
     .choices = kTableFates}};

inline constexpr RouteParameter kJobQuery[] = {{.name = "name", .is_required = true}};

inline constexpr RouteParameter kSyncsQuery[] = {
    {.name = "sync", .description = "Only this one, MODEL/NAME."}};
inline constexpr RouteParameter kSyncName = {
    .name = "sync", .description = "MODEL/NAME.", .is_required = true};
inline constexpr RouteParameter kSyncQuery[] = {kSyncName};
inline constexpr RouteParameter kRetryQuery[] = {
    kSyncName, {.name = "event", .description = "The id of this one; without it all."}};
inline constexpr RouteParameter kSkipQuery[] = {
    kSyncName,
    {.name = "event", .description = "The id of one dead letter."},
    {.name = "all", .description = "All dead letters.", .form = RouteParameter::Form::Flag}};
inline constexpr RouteParameter kReplayQuery[] = {
    kSyncName,
    {.name = "from", .description = "As RFC 3339 has it; without it all that is still there."}};

inline constexpr std::string_view kSeriesSteps[] = {"1", "10", "60"};
inline constexpr RouteParameter kSeriesQuery[] = {
    {.name = "step",
     .description = "How many seconds a point stands for.",
     .choices = kSeriesSteps,
     .fallback = "1"},
    {.name = "table", .description = "Only what this table was used for."}};

inline constexpr RouteParameter kCapacityQuery[] = {
    {.name = "table", .is_required = true},
    {.name = "index", .description = "Of this global index of the table."},
    {.name = "last", .description = "How far back, 1m to 24h.", .fallback = "24h"}};

inline constexpr RouteParameter kHistoryQuery[] = {
    {.name = "table", .is_required = true},
    {.name = "key", .description = "The key of the item, as JSON.", .is_required = true},
    {.name = "limit", .description = "How many changes at most, 1 to 1000.", .fallback = "100"},
    {.name = "typed",
     .description = "Values in DynamoDB's JSON.",
     .form = RouteParameter::Form::Flag}};

inline constexpr RouteParameter kExpiryQuery[] = {
    {.name = "table", .is_required = true},
    {.name = "from", .description = "The first second since 1970; without it: now."},
    {.name = "step", .description = "How many seconds a count is of.", .fallback = "3600"},
    {.name = "steps", .description = "How many counts, 1 to 1000.", .fallback = "24"},
    {.name = "items", .description = "How many of the first items, up to 100.", .fallback = "0"}};

inline constexpr RouteParameter kRestoreQuery[] = {
    {.name = "table", .is_required = true},
    {.name = "to", .description = "The name of the new table.", .is_required = true},
    {.name = "at", .description = "The moment, as RFC 3339 has it; without it: now."}};

inline constexpr RouteParameter kUndoQuery[] = {
    {.name = "table", .is_required = true},
    {.name = "item", .description = "The key of one item, as JSON."},
    {.name = "request", .description = "The id of one request, or its first 12 characters."},
    {.name = "access_key", .description = "Whoever has made the changes; needs `from`."},
    {.name = "from", .description = "The first moment, as RFC 3339 has it."},
    {.name = "to", .description = "The last moment; without it: now."},
    {.name = "limit", .description = "Of how many items at most.", .fallback = "10000"}};

inline constexpr std::string_view kMoves[] = {"advance", "repeat", "pause", "resume", "roll-back"};
inline constexpr RouteParameter kMoveQuery[] = {
    {.name = "move",
     .description = "To the next step, or what else is to become of it.",
     .is_required = true,
     .choices = kMoves},
    {.name = "forced_by", .description = "Who goes on although the old form may still be used."}};

inline constexpr RouteParameter kFlushQuery[] = {
    {.name = "table", .is_required = true},
    {.name = "entity", .description = "Only the archive of this entity."}};

inline constexpr RouteParameter kFilesQuery[] = {
    {.name = "table", .is_required = true},
    {.name = "entity", .description = "Only the archive of this entity."},
    {.name = "limit", .description = "How many files at most, 1 to 1000.", .fallback = "1000"}};

inline constexpr RouteParameter kDifferenceQuery[] = {{.name = "left", .is_required = true},
                                                      {.name = "right", .is_required = true}};

inline constexpr RouteParameter kFile = {
    .name = "file", .description = "The name of the file in messages.", .fallback = "model.yaml"};
inline constexpr RouteParameter kParams = {
    .name = "param",
    .description = "param.NAME=VALUE for each param of the model.",
    .form = RouteParameter::Form::Params};

inline constexpr RouteParameter kPlanQuery[] = {kFile, kParams};

inline constexpr RouteParameter kApplyQuery[] = {
    kFile,
    kParams,
    {.name = "enforce",
     .description = "Rules hold at once, even if stored items break them.",
     .form = RouteParameter::Form::Flag},
    {.name = "load",
     .description = "Rules are only observed until the model is applied again.",
     .form = RouteParameter::Form::Flag},
    {.name = "allow_removals",
     .description = "Indexes and tables go that the model does not have any more.",
     .form = RouteParameter::Form::Flag},
    {.name = "detach",
     .description = "Tables that the model does not have any more stay, without rules.",
     .form = RouteParameter::Form::Flag},
    {.name = "force",
     .description = "A changed file is taken although its version has not gone up.",
     .form = RouteParameter::Form::Flag}};

inline constexpr int kMoveRefusals[] = {400, 404, 409, 503};
inline constexpr int kNotFound[] = {404};
inline constexpr int kFaultRefusals[] = {400, 403, 413, 415};
inline constexpr int kJobRefusals[] = {400, 404};
inline constexpr int kSyncRefusals[] = {400, 404, 503};
inline constexpr int kSeriesRefusals[] = {400};
inline constexpr int kHistoryRefusals[] = {400, 404};
inline constexpr int kBackupRefusals[] = {400, 409, 503};
inline constexpr int kRestoreRefusals[] = {400, 404, 409, 429, 503};
inline constexpr int kUndoRefusals[] = {400, 404, 503};
inline constexpr int kDifferenceRefusals[] = {400, 404};
inline constexpr int kLintRefusals[] = {400, 413, 415};
inline constexpr int kDecodeRefusals[] = {400, 404, 413, 415};
inline constexpr int kRemovalRefusals[] = {400, 404, 409, 422, 503};
inline constexpr int kFileRefusals[] = {400, 409, 413, 415, 422, 503};

}  // namespace partita::rest
