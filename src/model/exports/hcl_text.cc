#include "model/exports/hcl_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "partita/base/check.h"

namespace partita::exports {
namespace {

void append_escaped(std::string& target, char c) {
  switch (c) {
    case '"':
      target.append("\\\"");
      return;
    case '\\':
      target.append("\\\\");
      return;
    case '\n':
      target.append("\\n");
      return;
    case '\r':
      target.append("\\r");
      return;
    case '\t':
      target.append("\\t");
      return;
    default:
      break;
  }
  if (static_cast<unsigned char>(c) < 0x20) {
    target.append(fmt::format("\\u{:04x}", static_cast<unsigned>(c)));
  } else {
    target.push_back(c);
  }
}

}  // namespace

std::string hcl_string(std::string_view text) {
  std::string result = "\"";
  for (std::size_t i = 0; i < text.size(); ++i) {
    // ${ and %{ begin a template; a doubled sign is itself.
    const bool begins_template =
        (text[i] == '$' || text[i] == '%') && i + 1 < text.size() && text[i + 1] == '{';
    if (begins_template) result.push_back(text[i]);
    append_escaped(result, text[i]);
  }
  return result.append("\"");
}

void HclText::open(std::string_view kind, const std::vector<std::string>& labels) {
  write_arguments();
  indent();
  text_.append(kind);
  for (const std::string& label : labels) text_.append(" ").append(hcl_string(label));
  text_.append(" {\n");
  ++depth_;
}

void HclText::open_map(std::string_view name) {
  write_arguments();
  indent();
  text_.append(name).append(" = {\n");
  ++depth_;
}

void HclText::close() {
  PARTITA_CHECK(depth_ > 0);
  write_arguments();
  --depth_;
  indent();
  text_.append("}\n");
}

void HclText::argument(std::string_view name, std::string_view value) {
  arguments_.push_back({std::string(name), std::string(value)});
}

void HclText::texts(std::string_view name, const std::vector<std::string>& values) {
  std::string list;
  for (const std::string& value : values) {
    list.append(list.empty() ? "" : ", ").append(hcl_string(value));
  }
  argument(name, fmt::format("[{}]", list));
}

void HclText::comment(std::string_view text) {
  write_arguments();
  indent();
  text_.append("# ");
  for (const char c : text) text_.push_back(static_cast<unsigned char>(c) < 0x20 ? ' ' : c);
  text_.push_back('\n');
}

void HclText::blank() {
  write_arguments();
  text_.push_back('\n');
}

void HclText::write_arguments() {
  std::size_t width = 0;
  for (const Argument& argument : arguments_) width = std::max(width, argument.name.size());
  for (const Argument& argument : arguments_) {
    indent();
    text_.append(argument.name).append(width - argument.name.size(), ' ');
    text_.append(" = ").append(argument.value).append("\n");
  }
  arguments_.clear();
}

std::string HclText::take() && {
  PARTITA_CHECK(depth_ == 0);
  write_arguments();
  return std::move(text_);
}

}  // namespace partita::exports
