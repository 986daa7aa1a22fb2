#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "model/definition/read_model.h"

// Models for tests: one entity with a status, and what a test adds below it.

namespace partita::model {

// Twelve lines; what a test adds begins on line 13.
inline constexpr std::string_view kHead =
    "format: 1\n"
    "model: m\n"
    "version: 1\n"
    "params: {stage: {enum: [dev, prod], default: dev}}\n"
    "tables: {t: {name: 't-${stage}', key: {partition: pk}, indexes: {I: {partition: [status]}}}}\n"
    "entities:\n"
    "  Job:\n"
    "    key: {pk: '{id}'}\n"
    "    attributes:\n"
    "      id: {type: string, generate: uuid4}\n"
    "      status: {type: enum, values: [open, done], default: open}\n"
    "      at: {type: timestamp, encode: epoch_ms, auto: create}\n";

inline std::vector<std::string> findings_in(std::string_view text, const ParamValues& params = {}) {
  std::vector<std::string> texts;
  for (const Finding& finding : read_model(text, params).findings) {
    texts.push_back(to_text(finding, "m"));
  }
  return texts;
}

// The only finding of a model with these lines more, or a text that says how many there are.
inline std::string finding_with(std::string_view lines) {
  const auto findings = findings_in(std::string(kHead).append(lines));
  if (findings.size() == 1) return findings.front();
  std::string all = std::to_string(findings.size()) + " findings";
  for (const std::string& finding : findings) all.append("\n").append(finding);
  return all;
}

inline std::shared_ptr<const Model> model_with(std::string_view lines,
                                               const ParamValues& params = {}) {
  auto model = load_model(std::string(kHead).append(lines), "m", params);
  EXPECT_TRUE(model.ok()) << model.error().message();
  return model.ok() ? *model : std::make_shared<const Model>();
}

}  // namespace partita::model
