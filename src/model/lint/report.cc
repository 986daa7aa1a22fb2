#include "model/lint/report.h"

#include <fmt/format.h>

#include "language/value/json_text.h"
#include "model/lint/cost.h"

namespace partita::lint {
namespace {

using model::Severity;

std::string_view word_of(Severity severity) {
  constexpr std::string_view kWords[] = {"error", "warning", "info"};
  return kWords[static_cast<std::size_t>(severity)];
}

// SARIF calls what is only worth knowing a note; GitHub a notice.
std::string_view level_of(Severity severity) {
  return severity == Severity::Info ? "note" : word_of(severity);
}

std::string location_of(const model::Place& place) {
  return place.line == 0 ? "" : fmt::format("{}:{} ", place.line, place.column);
}

// What it costs, unless that is nothing or the message says it.
std::string cost_text(const LintFinding& finding) {
  if (finding.usd_per_month.value_or(0) <= 0) return {};
  const std::string usd = usd_text(*finding.usd_per_month);
  if (finding.finding.message.find(usd) != std::string::npos) return {};
  return fmt::format(" ({} a month)", usd);
}

std::string text_of(const LintFinding& finding) {
  const auto& inner = finding.finding;
  std::string text = fmt::format("  {} {} {}{}", letter_of(inner.severity), inner.code,
                                 location_of(inner.place), inner.message);
  text += cost_text(finding) + "\n";
  if (!inner.fix.empty()) text += fmt::format("         fix: {}\n", inner.fix);
  return text;
}

void write_finding(JsonText& json, const LintFinding& finding) {
  const auto& inner = finding.finding;
  json.open_object();
  json.member("code", inner.code);
  json.member("severity", word_of(inner.severity));
  json.member("line", inner.place.line);
  json.member("column", inner.place.column);
  json.member("subject", finding.subject);
  json.member("message", inner.message);
  if (!inner.fix.empty()) json.member("fix", inner.fix);
  if (finding.usd_per_month) {
    json.name("usd_per_month");
    json.raw(fmt::format("{:.4f}", *finding.usd_per_month));
  }
  json.close_object();
}

void write_sarif_rule(JsonText& json, const Rule& rule) {
  json.open_object();
  json.member("id", rule.code);
  json.object("shortDescription");
  json.member("text", rule.title);
  json.close_object();
  json.object("defaultConfiguration");
  json.member("level", level_of(rule.severity));
  json.close_object();
  json.close_object();
}

void write_sarif_location(JsonText& json, const FileFindings& file, const model::Place& place) {
  json.open_object();
  json.object("physicalLocation");
  json.object("artifactLocation");
  json.member("uri", file.file_name);
  json.close_object();
  if (place.line > 0) {
    json.object("region");
    json.member("startLine", place.line);
    json.member("startColumn", place.column);
    json.close_object();
  }
  json.close_object();
  json.close_object();
}

void write_sarif_result(JsonText& json, const FileFindings& file, const LintFinding& finding) {
  const auto& inner = finding.finding;
  json.open_object();
  json.member("ruleId", inner.code);
  json.member("level", level_of(inner.severity));
  json.object("message");
  json.member("text", inner.fix.empty() ? inner.message
                                        : fmt::format("{}; fix: {}", inner.message, inner.fix));
  json.close_object();
  json.array("locations");
  write_sarif_location(json, file, inner.place);
  json.close_array();
  json.close_object();
}

void write_sarif_tool(JsonText& json, std::string_view program_version) {
  json.object("tool");
  json.object("driver");
  json.member("name", "partita model lint");
  json.member("version", program_version);
  json.array("rules");
  for (const Rule& rule : rules()) write_sarif_rule(json, rule);
  json.close_array();
  json.close_object();
  json.close_object();
}

// Values of workflow commands: percent signs, line breaks and separators are escaped.
std::string github_text(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '%') {
      escaped += "%25";
    } else if (c == '\n') {
      escaped += "%0A";
    } else {
      escaped.push_back(c);
    }
  }
  return escaped;
}

}  // namespace

std::vector<LintFinding> from_reader(std::vector<model::Finding> findings) {
  std::vector<LintFinding> converted;
  for (auto& finding : findings) converted.push_back({std::move(finding), {}, {}});
  return converted;
}

std::string to_text(const std::vector<FileFindings>& files) {
  std::string text;
  for (const auto& file : files) {
    text += file.file_name + "\n";
    for (const auto& finding : file.findings) text += text_of(finding);
  }
  return text;
}

std::string to_json(const std::vector<FileFindings>& files) {
  JsonText json(JsonLayout::Compact);
  json.open_array();
  for (const FileFindings& file : files) {
    json.open_object();
    json.member("file", file.file_name);
    json.array("findings");
    for (const LintFinding& finding : file.findings) write_finding(json, finding);
    json.close_array();
    json.close_object();
  }
  json.close_array();
  return std::move(json).take();
}

std::string to_sarif(const std::vector<FileFindings>& files, std::string_view program_version) {
  JsonText json(JsonLayout::Compact);
  json.open_object();
  json.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
  json.member("version", "2.1.0");
  json.array("runs");
  json.open_object();
  write_sarif_tool(json, program_version);
  json.array("results");
  for (const FileFindings& file : files) {
    for (const LintFinding& finding : file.findings) write_sarif_result(json, file, finding);
  }
  json.close_array();
  json.close_object();
  json.close_array();
  json.close_object();
  return std::move(json).take();
}

std::string to_github(const std::vector<FileFindings>& files) {
  std::string text;
  for (const auto& file : files) {
    for (const auto& finding : file.findings) {
      const auto& inner = finding.finding;
      const std::string_view command =
          inner.severity == Severity::Info ? "notice" : word_of(inner.severity);
      text += fmt::format("::{} file={},line={},col={},title={}::{}\n", command,
                          github_text(file.file_name), inner.place.line, inner.place.column,
                          inner.code, github_text(inner.message));
    }
  }
  return text;
}

}  // namespace partita::lint
