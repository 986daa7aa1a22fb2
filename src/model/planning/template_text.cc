#include "model/planning/template_text.h"

#include <fmt/format.h>

namespace partita::planning {
namespace {

std::string escaped(const std::string& literal) {
  std::string text;
  for (const char c : literal) {
    text.push_back(c);
    if (c == '{' || c == '}') text.push_back(c);
  }
  return text;
}

std::string variable_text(const model::TemplateVariable& variable, int shard) {
  if (variable.shards > 0) {
    return shard < 0 ? fmt::format("{{shard({}, {})}}", variable.name, variable.shards)
                     : std::to_string(shard);
  }
  std::string text = "{" + variable.name;
  if (variable.width > 0) text += fmt::format(":0{}", variable.width);
  if (variable.filter == model::TextFilter::Lower) text += "|lower";
  if (variable.filter == model::TextFilter::Slug) text += "|slug";
  return text + "}";
}

}  // namespace

std::string template_text(std::span<const model::TemplatePart> parts, int shard) {
  std::string text;
  for (const auto& part : parts) {
    text += part.variable ? variable_text(*part.variable, shard) : escaped(part.literal);
  }
  return text;
}

model::KeyTemplate make_template(std::span<const model::TemplatePart> parts, int shard) {
  auto made = model::KeyTemplate::parse(template_text(parts, shard));
  PARTITA_CHECK(made.ok());
  return std::move(made).value();
}

}  // namespace partita::planning
