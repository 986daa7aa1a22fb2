#include "wire/rest/server_schemas.h"

namespace partita::rest {
namespace {

using Field = SchemaField;

constexpr Field kModels[] = {{"models", "[Model]"}};

constexpr Field kModel[] = {{"model", "string"},
                            {"name", "string"},
                            {"environment", "string", false},
                            {"main", "boolean", false},
                            {"params", "texts"},
                            {"version", "integer"},
                            {"incarnation", "integer"},
                            {"applied_at", "date"},
                            {"http_root", "string"},
                            {"tables", "strings"},
                            {"missing_tables", "strings", false},
                            {"entities", "integer"},
                            {"patterns", "integer"},
                            {"observed", "strings"}};

constexpr Field kModelInUse[] = {{"overdue", "[Overdue]"}};

constexpr Field kOverdue[] = {
    {"table", "string"},      {"entity", "string"},  {"state", "string"}, {"timeout", "string"},
    {"then", "report|count"}, {"items", "integer?"}, {"oldest", "date?"}, {"walked_at", "date?"}};

constexpr Field kRemoved[] = {
    {"removed", "string"}, {"kept_tables", "strings", false}, {"dropped_tables", "strings", false}};

constexpr Field kStep[] = {{"mark", "add|change|remove"},
                           {"table", "string"},
                           {"what", "string"},
                           {"detail", "string"},
                           {"removes", "boolean"}};

constexpr Field kRuleChange[] = {{"mark", "add|change|remove"},
                                 {"subject", "string"},
                                 {"detail", "string"},
                                 {"tightens", "boolean"}};

constexpr Field kBrokenRule[] = {{"code", "string"},
                                 {"subject", "string"},
                                 {"rule", "string"},
                                 {"items", "integer"},
                                 {"example", "string"}};

constexpr Field kStaleKeys[] = {{"subject", "string"},
                                {"table_key", "boolean"},
                                {"items", "integer"},
                                {"stored", "string"},
                                {"derived", "string"}};

constexpr Field kStoredItems[] = {{"table", "string"},          {"items", "integer"},
                                  {"violating", "integer"},     {"complete", "boolean"},
                                  {"rules", "[BrokenRule]"},    {"duplicates", "[BrokenRule]"},
                                  {"stale_keys", "[StaleKeys]"}};

constexpr Field kProgress[] = {{"working", "boolean"},        {"work", "plan|apply|remove", false},
                               {"subject", "string", false},  {"table", "string", false},
                               {"activity", "string", false}, {"done", "integer", false},
                               {"total", "integer", false}};

constexpr Field kPlan[] = {{"model", "string"},
                           {"environment", "string", false},
                           {"version", "integer"},
                           {"former_version", "integer", false},
                           {"nothing_to_do", "boolean"},
                           {"obstacles", "strings"},
                           {"needs_force", "string", false},
                           {"unruled", "strings"},
                           {"unserved", "strings"},
                           {"steps", "[Step]"},
                           {"rules", "[RuleChange]"},
                           {"stored_items", "[StoredItems]"},
                           {"observed", "strings"}};

constexpr Field kApplied[] = {{"kept", "[Step]"},
                              {"left", "strings"},
                              {"ends_observation", "boolean"},
                              {"incarnation", "integer"}};

constexpr Field kFaults[] = {
    {"on", "boolean"}, {"allowed", "boolean"}, {"seed", "integer"}, {"rules", "[FaultRule]"}};

constexpr Field kFaultRule[] = {{"kind", "string"},           {"operations", "strings", false},
                                {"tables", "strings", false}, {"rate", "number", false},
                                {"every", "integer", false},  {"count", "integer", false},
                                {"for", "string", false},     {"delay", "string", false},
                                {"age", "string", false},     {"applied", "boolean", false},
                                {"matched", "integer"},       {"met", "integer"},
                                {"over", "boolean"}};

constexpr Field kClock[] = {
    {"date", "date"}, {"state", "believed|doubted"}, {"doubt", "string", false}};

constexpr Field kArchives[] = {{"archives", "[Archive]"}};
constexpr Field kArchive[] = {{"table", "string"},       {"entity", "string"},
                              {"to", "string"},          {"declared", "boolean"},
                              {"waiting", "integer"},    {"waits_more", "boolean"},
                              {"oldest", "date", false}, {"files", "integer"},
                              {"items", "integer"},      {"bytes", "integer"}};
constexpr Field kArchiveFiles[] = {{"files", "[ArchiveFile]"}, {"more", "boolean"}};
constexpr Field kArchiveFile[] = {{"key", "string"},    {"folder", "string"}, {"items", "integer"},
                                  {"bytes", "integer"}, {"made", "date"},     {"oldest", "date"},
                                  {"newest", "date"},   {"sha256", "string"}};

constexpr Field kJobs[] = {{"jobs", "[Job]"}};

constexpr Field kJob[] = {{"name", "string"},
                          {"purpose", "string"},
                          {"state", "waiting|running|paused|failed"},
                          {"done", "integer", false},
                          {"total", "integer", false},
                          {"items", "integer"},
                          {"items_per_second", "integer"},
                          {"idle_at", "date", false},
                          {"error", "string", false},
                          {"next_ms", "integer"}};

constexpr Field kCheck[] = {{"state", "none|running|done|stopped|failed"},
                            {"error", "string", false},
                            {"table", "string", false},
                            {"items", "integer", false},
                            {"items_total", "integer", false},
                            {"rows", "integer", false},
                            {"row_bytes", "integer", false},
                            {"ran_ms", "integer", false},
                            {"disagreements", "integer", false},
                            {"first", "[Disagreement]", false},
                            {"not_compared", "strings", false}};

constexpr Field kStoreCopy[] = {{"store", "string"}, {"attended", "string"}};

constexpr Field kDisagreement[] = {
    {"about", "string"}, {"table", "string"}, {"item", "string", false}, {"what", "string"}};

constexpr Field kItemHistory[] = {
    {"table", "string"}, {"versions", "[ItemVersion]"}, {"more", "boolean"}};

constexpr Field kItemVersion[] = {{"at", "date"},
                                  {"what", "created|changed|deleted|expired"},
                                  {"by", "client|expiry|server|restore|undo", false},
                                  {"access_key", "string", false},
                                  {"request", "string", false},
                                  {"attributes", "[ChangedAttribute]"}};

constexpr Field kChangedAttribute[] = {{"name", "string"}};

constexpr Field kExpiry[] = {
    {"table", "string"},    {"enabled", "boolean"},  {"attribute", "string", false},
    {"now", "integer"},     {"from", "integer"},     {"step_seconds", "integer"},
    {"counts", "integers"}, {"estimate", "boolean"}, {"late", "object"},
    {"first", "[DueItem]"}};

constexpr Field kDueItem[] = {{"at", "integer"}, {"key", "object"}};

constexpr Field kRestoredTable[] = {
    {"table", "string"},  {"from", "string"},         {"at", "date"},
    {"status", "string"}, {"model", "string", false}, {"dropped", "string", false}};

constexpr Field kUndo[] = {{"table", "string"},          {"to", "date"},
                           {"ready", "integer"},         {"done", "integer"},
                           {"already", "integer"},       {"follows", "integer"},
                           {"refused", "integer"},       {"rules_asked", "boolean"},
                           {"stopped", "string", false}, {"items", "[UndoneItem]"},
                           {"more", "boolean"}};

constexpr Field kUndoneItem[] = {
    {"key", "object"},          {"state", "ready|done|already|follows|refused"},
    {"what", "string"},         {"changes", "integer"},
    {"left", "integer", false}, {"since", "object", false},
    {"why", "string", false},   {"attributes", "[ChangedAttribute]"}};

constexpr Field kFinding[] = {{"code", "string"},    {"severity", "error|warning|info"},
                              {"line", "integer"},   {"column", "integer"},
                              {"message", "string"}, {"fix", "string"}};

constexpr Field kModelText[] = {{"file", "string"}, {"text", "string"}, {"params", "texts"}};

constexpr Field kLint[] = {{"files", "[LintedFile]"}, {"cost", "object?"}};

constexpr Field kLintedFile[] = {{"file", "string"}, {"findings", "[Finding]"}};

constexpr Field kDecoded[] = {{"items", "[DecodedItem]"}};

constexpr Field kDecodedItem[] = {
    {"entity", "string?"}, {"own", "boolean"}, {"id", "string?"}, {"variables", "object"}};

constexpr Field kItems[] = {{"Items", "[Object]"}};

constexpr Field kProblem[] = {{"type", "string"},    {"title", "string"},
                              {"status", "integer"}, {"code", "string"},
                              {"detail", "string"},  {"findings", "[Finding]", false}};

constexpr ServerSchema kSchemas[] = {{"Object", {}},
                                     {"Models", kModels},
                                     {"Model", kModel},
                                     {"ModelInUse", kModelInUse, "Model"},
                                     {"Overdue", kOverdue},
                                     {"Removed", kRemoved},
                                     {"Step", kStep},
                                     {"RuleChange", kRuleChange},
                                     {"BrokenRule", kBrokenRule},
                                     {"StaleKeys", kStaleKeys},
                                     {"StoredItems", kStoredItems},
                                     {"Progress", kProgress},
                                     {"Plan", kPlan},
                                     {"Applied", kApplied, "Plan"},
                                     {"Clock", kClock},
                                     {"Archives", kArchives},
                                     {"Archive", kArchive},
                                     {"ArchiveFiles", kArchiveFiles},
                                     {"ArchiveFile", kArchiveFile},
                                     {"Jobs", kJobs},
                                     {"Job", kJob},
                                     {"Check", kCheck},
                                     {"Faults", kFaults},
                                     {"FaultRule", kFaultRule},
                                     {"StoreCopy", kStoreCopy},
                                     {"Disagreement", kDisagreement},
                                     {"ItemHistory", kItemHistory},
                                     {"ItemVersion", kItemVersion},
                                     {"ChangedAttribute", kChangedAttribute},
                                     {"Expiry", kExpiry},
                                     {"DueItem", kDueItem},
                                     {"RestoredTable", kRestoredTable},
                                     {"Undo", kUndo},
                                     {"UndoneItem", kUndoneItem},
                                     {"Finding", kFinding},
                                     {"ModelText", kModelText},
                                     {"Lint", kLint},
                                     {"LintedFile", kLintedFile},
                                     {"Decoded", kDecoded},
                                     {"DecodedItem", kDecodedItem},
                                     {"Items", kItems},
                                     {"Problem", kProblem}};

}  // namespace

std::span<const ServerSchema> server_schemas() { return kSchemas; }

}  // namespace partita::rest
