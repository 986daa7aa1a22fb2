#include "conformance/runner/script.h"

#include <fmt/format.h>

#include <charconv>

namespace partita::conformance {
namespace {

struct Statement {
  std::size_t line = 0;
  std::string text;
};

std::string_view trim(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

// Takes the first word off the text.
std::string_view take_word(std::string_view& text) {
  const auto end = std::min(text.find(' '), text.size());
  const auto word = text.substr(0, end);
  text = trim(text.substr(end));
  return word;
}

std::optional<std::size_t> to_number(std::string_view text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

Error at_line(std::size_t line, std::string_view problem) {
  return Error::invalid_argument(fmt::format("line {}: {}", line, problem));
}

// Lines that begin with a space belong to the statement before them.
std::vector<Statement> split_statements(std::string_view text) {
  std::vector<Statement> statements;
  bool can_go_on = false;
  std::size_t number = 0;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    const auto line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    if (can_go_on && line.starts_with(' ')) {
      statements.back().text.append(" ").append(trim(line));
      continue;
    }
    can_go_on = !trim(line).empty();
    if (can_go_on) statements.push_back({.line = number, .text = std::string(trim(line))});
  }
  return statements;
}

Result<ForEach> parse_for_each(std::string_view& text) {
  ForEach loop{.variable = std::string(take_word(text))};
  const auto in = take_word(text);
  const auto range = take_word(text);
  const auto dots = range.find("..");
  if (in != "in" || dots == std::string_view::npos) {
    return Error::invalid_argument("a loop is written `for i in 1..9 Operation {...}`");
  }
  const auto first = to_number(range.substr(0, dots));
  const auto last = to_number(range.substr(dots + 2));
  if (!first || !last) return Error::invalid_argument("a loop counts from a number to a number");
  loop.first = *first;
  loop.last = *last;
  return loop;
}

// Takes the words of a repetition off the text.
Status parse_repetition(std::string_view& text, Repetition& repetition) {
  auto rest = text;
  const auto word = take_word(rest);
  if (word == "for") {
    repetition = TRY(parse_for_each(rest));
  } else if (word == "until") {
    repetition.emplace<Until>();
  } else if (word == "pages") {
    repetition.emplace<EveryPage>();
  } else if (word == "segments") {
    const auto segments = to_number(take_word(rest));
    if (!segments) return Error::invalid_argument("say how many segments");
    repetition.emplace<EveryPage>(*segments);
  } else if (word == "stream") {
    repetition.emplace<WholeStream>();
  } else {
    return {};
  }
  text = rest;
  return {};
}

ExpectedError parse_error(std::string_view text) {
  ExpectedError error;
  error.extent = text.starts_with("!!") ? Extent::Whole : Extent::Part;
  take_word(text);
  auto rest = text;
  if (const auto status = to_number(take_word(rest))) {
    error.status = static_cast<int>(*status);
    text = rest;
  }
  const auto colon = std::min(text.find(':'), text.size());
  error.type = trim(text.substr(0, colon));
  error.message = trim(text.substr(std::min(colon + 1, text.size())));
  return error;
}

bool is_expectation(std::string_view text) {
  const auto sign = text.substr(0, 2);
  return sign == "->" || sign == "~>" || sign == "!!" || sign == "!~";
}

Status add_expectation(SendRequest& request, std::string_view text) {
  const auto sign = text.substr(0, 2);
  if (request.expectation.body || (sign != "~>" && request.expectation.error)) {
    return Error::invalid_argument("a request has one expectation, an error also a `~>` body");
  }
  if (sign == "!!" || sign == "!~") {
    request.expectation.error = parse_error(text);
  } else {
    request.expectation.body = {.json = std::string(trim(text.substr(2))),
                                .extent = sign == "->" ? Extent::Whole : Extent::Part};
  }
  return {};
}

Result<Step> parse_step(const Statement& statement) {
  std::string_view text = statement.text;
  auto rest = text;
  const auto word = take_word(rest);
  if (word == "table") return Step{statement.line, MakeTable{std::string(rest)}};
  if (word == "let") {
    const auto name = take_word(rest);
    if (take_word(rest) != "=") return Error::invalid_argument("a name needs its `= path`");
    return Step{statement.line, Remember{std::string(name), std::string(rest)}};
  }
  SendRequest request;
  TRY(parse_repetition(text, request.repetition));
  request.operation = take_word(text);
  request.body = text;
  return Step{statement.line, std::move(request)};
}

bool has_expectation(const Step& step) {
  const auto* request = std::get_if<SendRequest>(&step.action);
  return request == nullptr || request->expectation.error || request->expectation.body;
}

Status add_statement(Script& script, const Statement& statement) {
  if (!is_expectation(statement.text)) {
    if (!script.steps.empty() && !has_expectation(script.steps.back())) {
      return Error::invalid_argument("the request before this has no expectation");
    }
    script.steps.push_back(TRY(parse_step(statement)));
    return {};
  }
  auto* request =
      script.steps.empty() ? nullptr : std::get_if<SendRequest>(&script.steps.back().action);
  if (request == nullptr) return Error::invalid_argument("an expectation without a request");
  return add_expectation(*request, statement.text);
}

}  // namespace

Result<Script> parse_script(std::string_view text) {
  Script script;
  for (const auto& statement : split_statements(text)) {
    if (statement.text.starts_with('#')) {
      if (script.behaviour.empty()) script.behaviour = trim(statement.text.substr(1));
      continue;
    }
    const auto added = add_statement(script, statement);
    if (!added.ok()) return at_line(statement.line, added.error().message());
  }
  if (script.behaviour.empty()) return at_line(1, "begin with a comment that says the behaviour");
  if (script.steps.empty()) return at_line(1, "the script does nothing");
  if (!has_expectation(script.steps.back())) {
    return at_line(script.steps.back().line, "the request has no expectation");
  }
  return script;
}

}  // namespace partita::conformance
