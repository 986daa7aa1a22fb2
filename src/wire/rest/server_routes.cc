#include "wire/rest/server_routes.h"

namespace partita::rest {
namespace {

using Form = RouteParameter::Form;

constexpr std::string_view kTableFates[] = {"keep", "drop"};

constexpr RouteParameter kRemovalQuery[] = {
    {.name = "tables",
     .description = "Whether its tables stay, without rules, or go with their items.",
     .is_required = true,
     .choices = kTableFates}};

constexpr RouteParameter kJobQuery[] = {{.name = "name", .is_required = true}};

constexpr RouteParameter kHistoryQuery[] = {
    {.name = "table", .is_required = true},
    {.name = "key", .description = "The key of the item, as JSON.", .is_required = true},
    {.name = "limit", .description = "How many changes at most, 1 to 1000.", .fallback = "100"}};

constexpr RouteParameter kRestoreQuery[] = {
    {.name = "table", .is_required = true},
    {.name = "to", .description = "The name of the new table.", .is_required = true},
    {.name = "at", .description = "The moment, as RFC 3339 has it; without it: now."}};

constexpr RouteParameter kDifferenceQuery[] = {{.name = "left", .is_required = true},
                                               {.name = "right", .is_required = true}};

constexpr RouteParameter kFile = {
    .name = "file", .description = "The name of the file in messages.", .fallback = "model.yaml"};
constexpr RouteParameter kParams = {.name = "param",
                                    .description = "param.NAME=VALUE for each param of the model.",
                                    .form = Form::Params};

constexpr RouteParameter kPlanQuery[] = {kFile, kParams};

constexpr RouteParameter kApplyQuery[] = {
    kFile,
    kParams,
    {.name = "enforce",
     .description = "Rules hold at once, even if stored items break them.",
     .form = Form::Flag},
    {.name = "load",
     .description = "Rules are only observed until the model is applied again.",
     .form = Form::Flag},
    {.name = "allow_removals",
     .description = "Indexes and tables go that the model does not have any more.",
     .form = Form::Flag},
    {.name = "detach",
     .description = "Tables that the model does not have any more stay, without rules.",
     .form = Form::Flag},
    {.name = "force",
     .description = "A changed file is taken although its version has not gone up.",
     .form = Form::Flag}};

constexpr int kNotFound[] = {404};
constexpr int kJobRefusals[] = {400, 404};
constexpr int kHistoryRefusals[] = {400, 404};
constexpr int kRestoreRefusals[] = {400, 404, 409, 429, 503};
constexpr int kDifferenceRefusals[] = {400, 404};
constexpr int kLintRefusals[] = {400, 413, 415};
constexpr int kDecodeRefusals[] = {400, 404, 413, 415};
constexpr int kRemovalRefusals[] = {400, 404, 409, 422, 503};
constexpr int kFileRefusals[] = {400, 409, 413, 415, 422, 503};

constexpr ServerRoute kServerRoutes[] = {
    {.method = "GET",
     .path = "/api",
     .document = RestDocument::Index,
     .operation = "get_index",
     .summary = "What can be asked of all models: their patterns, rollups and routes",
     .answer = "Object",
     .answer_detail = "Model by model."},
    {.method = "GET",
     .path = "/api/tables/{name}",
     .document = RestDocument::Table,
     .operation = "get_table",
     .summary = "What a model says about a table, and what its items violate",
     .answer = "Object",
     .answer_detail = "The table.",
     .refusals = kNotFound},
    {.method = "POST",
     .path = "/api/tables/{name}/decode",
     .document = RestDocument::DecodedItems,
     .operation = "decode_items",
     .summary = "Which entities of the table's model items are, and what their keys stand for",
     .answer = "Decoded",
     .answer_detail = "In the order of the items; reads no data.",
     .takes_items = true,
     .refusals = kDecodeRefusals},
    {.method = "GET",
     .path = "/api/tables:history",
     .document = RestDocument::ItemHistory,
     .operation = "get_item_history",
     .summary = "What has happened to an item, as far as point-in-time recovery reaches",
     .answer = "ItemHistory",
     .answer_detail = "The newest change first.",
     .query = kHistoryQuery,
     .refusals = kHistoryRefusals},
    {.method = "POST",
     .path = "/api/tables:restore",
     .document = RestDocument::RestoredTable,
     .operation = "restore_table",
     .summary = "Makes a new table of what another one was at a moment, up to now",
     .answer = "RestoredTable",
     .answer_detail = "It is CREATING until all of it is there.",
     .query = kRestoreQuery,
     .refusals = kRestoreRefusals},
    {.method = "GET",
     .path = "/api/clock",
     .document = RestDocument::Clock,
     .operation = "get_clock",
     .summary = "The date that the database goes by, and why it is doubted",
     .answer = "Clock",
     .answer_detail = "The date."},
    {.method = "POST",
     .path = "/api/clock:accept",
     .document = RestDocument::AcceptedClock,
     .operation = "accept_clock",
     .summary = "The date of the machine is right, so what waits for it goes on",
     .answer = "Clock",
     .answer_detail = "The date."},
    {.method = "GET",
     .path = "/api/jobs",
     .document = RestDocument::Jobs,
     .operation = "list_jobs",
     .summary = "What goes on behind requests, and how far it is",
     .answer = "Jobs",
     .answer_detail = "By name."},
    {.method = "POST",
     .path = "/api/jobs:pause",
     .document = RestDocument::PausedJob,
     .operation = "pause_job",
     .summary = "Keeps a job from going on until it is resumed",
     .answer = "Jobs",
     .answer_detail = "By name.",
     .query = kJobQuery,
     .refusals = kJobRefusals},
    {.method = "POST",
     .path = "/api/jobs:resume",
     .document = RestDocument::ResumedJob,
     .operation = "resume_job",
     .summary = "Lets a job go on again",
     .answer = "Jobs",
     .answer_detail = "By name.",
     .query = kJobQuery,
     .refusals = kJobRefusals},
    {.method = "GET",
     .path = "/api/models",
     .document = RestDocument::Models,
     .operation = "list_models",
     .summary = "All models that the database holds",
     .answer = "Models",
     .answer_detail = "By name."},
    {.method = "GET",
     .path = "/api/models/openapi.json",
     .document = RestDocument::ModelsOpenApi,
     .operation = "get_openapi",
     .summary = "This document",
     .answer = "Object",
     .answer_detail = "OpenAPI 3.1."},
    {.method = "GET",
     .path = "/api/models/{name}",
     .document = RestDocument::Model,
     .operation = "get_model",
     .summary = "One model, with the items that have outlasted its leases",
     .answer = "ModelInUse",
     .answer_detail = "The model.",
     .refusals = kNotFound},
    {.method = "DELETE",
     .path = "/api/models/{name}",
     .document = RestDocument::RemovedModel,
     .operation = "remove_model",
     .summary = "Forgets a model and takes its rules off its tables",
     .answer = "Removed",
     .answer_detail = "What was removed.",
     .query = kRemovalQuery,
     .refusals = kRemovalRefusals},
    {.method = "GET",
     .path = "/api/models/{name}/shape",
     .document = RestDocument::ModelShape,
     .operation = "get_model_shape",
     .summary = "All that a model says, compiled: what a program needs to draw it",
     .answer = "Object",
     .answer_detail = "The model in force.",
     .refusals = kNotFound},
    {.method = "GET",
     .path = "/api/models/{name}/text",
     .document = RestDocument::ModelText,
     .operation = "get_model_text",
     .summary = "The file that the model in force was read from, and its params",
     .answer = "ModelText",
     .answer_detail = "The text.",
     .refusals = kNotFound},
    {.method = "GET",
     .path = "/api/models:diff",
     .document = RestDocument::ModelDifference,
     .operation = "compare_models",
     .summary = "What two models, or the models of two environments, say differently",
     .answer = "Object",
     .answer_detail = "For each pair the places that differ.",
     .query = kDifferenceQuery,
     .refusals = kDifferenceRefusals},
    {.method = "GET",
     .path = "/api/models:progress",
     .document = RestDocument::ModelProgress,
     .operation = "model_progress",
     .summary = "How far the plan, apply or removal is that goes on now",
     .answer = "Progress",
     .answer_detail = "Whether something goes on and, if so, what it does at the moment."},
    {.method = "POST",
     .path = "/api/models:lint",
     .document = RestDocument::ModelLint,
     .operation = "lint_model",
     .summary = "What is wrong with a model file, and what it would cost; reads no data",
     .answer = "Lint",
     .answer_detail = "All findings, and the cost of a month if the file can be read.",
     .query = kPlanQuery,
     .takes_model_file = true,
     .refusals = kLintRefusals},
    {.method = "POST",
     .path = "/api/models:plan",
     .document = RestDocument::ModelPlan,
     .operation = "plan_model",
     .summary = "What a model file would change; nothing is changed",
     .answer = "Plan",
     .answer_detail = "The difference.",
     .query = kPlanQuery,
     .takes_model_file = true,
     .refusals = kFileRefusals},
    {.method = "POST",
     .path = "/api/models:apply",
     .document = RestDocument::AppliedModel,
     .operation = "apply_model",
     .summary = "Makes tables, indexes and rules as a model file says; answers when it is done",
     .answer = "Applied",
     .answer_detail = "The difference, and what was not done of it.",
     .query = kApplyQuery,
     .takes_model_file = true,
     .refusals = kFileRefusals},
};

}  // namespace

std::span<const ServerRoute> server_routes() { return kServerRoutes; }

}  // namespace partita::rest
