#pragma once

#include <string>
#include <vector>

#include "model/lint/lint_finding.h"

namespace partita::lint {

// The findings of one file: those of the reader or, if there are none, those of the rules.
struct FileFindings {
  std::string file_name;
  std::vector<LintFinding> findings;
};

// Findings of model::read_model in the linter's form.
std::vector<LintFinding> from_reader(std::vector<model::Finding> findings);

// A file name and its findings under it, one each, with fix and cost on lines of their own.
std::string to_text(const std::vector<FileFindings>& files);
// [{"file": .., "findings": [{"code": .., "severity": .., "line": .., ..}]}]
std::string to_json(const std::vector<FileFindings>& files);
// SARIF 2.1.0, as code hosts and editors read it.
std::string to_sarif(const std::vector<FileFindings>& files, std::string_view program_version);
// Workflow commands that GitHub shows beside the line: ::error file=..,line=..::..
std::string to_github(const std::vector<FileFindings>& files);

}  // namespace partita::lint
