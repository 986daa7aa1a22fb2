#include "lint/report.h"

#include <fmt/format.h>

#include "lint/cost.h"
#include "partita/base/json_string.h"

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
std::string cost_text(const Finding& finding) {
  if (finding.usd_per_month.value_or(0) <= 0) return {};
  const std::string usd = usd_text(*finding.usd_per_month);
  if (finding.finding.message.find(usd) != std::string::npos) return {};
  return fmt::format(" ({} a month)", usd);
}

std::string text_of(const Finding& finding) {
  const auto& inner = finding.finding;
  std::string text = fmt::format("  {} {} {}{}", letter_of(inner.severity), inner.code,
                                 location_of(inner.place), inner.message);
  text += cost_text(finding) + "\n";
  if (!inner.fix.empty()) text += fmt::format("         fix: {}\n", inner.fix);
  return text;
}

std::string json_of(const Finding& finding) {
  const auto& inner = finding.finding;
  std::string json =
      fmt::format(R"({{"code":{},"severity":{},"line":{},"column":{},"subject":{},"message":{})",
                  json_string(inner.code), json_string(word_of(inner.severity)), inner.place.line,
                  inner.place.column, json_string(finding.subject), json_string(inner.message));
  if (!inner.fix.empty()) json += ",\"fix\":" + json_string(inner.fix);
  if (finding.usd_per_month) {
    json += fmt::format(",\"usd_per_month\":{:.4f}", *finding.usd_per_month);
  }
  return json + "}";
}

std::string sarif_rule(const Rule& rule) {
  return fmt::format(R"({{"id":{},"shortDescription":{{"text":{}}},)"
                     R"("defaultConfiguration":{{"level":{}}}}})",
                     json_string(rule.code), json_string(rule.title),
                     json_string(level_of(rule.severity)));
}

std::string sarif_result(const FileFindings& file, const Finding& finding) {
  const auto& inner = finding.finding;
  const std::string message =
      inner.fix.empty() ? inner.message : fmt::format("{}; fix: {}", inner.message, inner.fix);
  std::string region;
  if (inner.place.line > 0) {
    region = fmt::format(R"(,"region":{{"startLine":{},"startColumn":{}}})", inner.place.line,
                         inner.place.column);
  }
  return fmt::format(
      R"({{"ruleId":{},"level":{},"message":{{"text":{}}},"locations":[{{"physicalLocation":)"
      R"({{"artifactLocation":{{"uri":{}}}{}}}}}]}})",
      json_string(inner.code), json_string(level_of(inner.severity)), json_string(message),
      json_string(file.file_name), region);
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

template <typename Range, typename Print>
std::string joined(const Range& range, Print print) {
  std::string text;
  for (const auto& element : range) {
    if (!text.empty()) text += ",";
    text += print(element);
  }
  return text;
}

}  // namespace

std::vector<Finding> from_reader(std::vector<model::Finding> findings) {
  std::vector<Finding> converted;
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
  return "[" +
         joined(files,
                [](const FileFindings& file) {
                  return fmt::format(R"({{"file":{},"findings":[{}]}})",
                                     json_string(file.file_name), joined(file.findings, json_of));
                }) +
         "]";
}

std::string to_sarif(const std::vector<FileFindings>& files, std::string_view program_version) {
  std::string results;
  for (const auto& file : files) {
    for (const auto& finding : file.findings) {
      if (!results.empty()) results += ",";
      results += sarif_result(file, finding);
    }
  }
  return fmt::format(
      R"({{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0",)"
      R"("runs":[{{"tool":{{"driver":{{"name":"partita model lint","version":{},"rules":[{}]}}}},)"
      R"("results":[{}]}}]}})",
      json_string(program_version), joined(rules(), sarif_rule), results);
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
