#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

#include "model/definition/archive.h"
#include "model/definition/archive_section.h"
#include "model/definition/node_access.h"

namespace partita::model {
namespace {

constexpr std::string_view kScheme = "s3://";
constexpr std::size_t kBucketBytesMin = 3;
constexpr std::size_t kBucketBytesMax = 63;
constexpr std::size_t kPrefixBytesMax = 256;
constexpr int kPrecisionMax = 18;

bool is_bucket(std::string_view name) {
  const auto is_end = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  return name.size() >= kBucketBytesMin && name.size() <= kBucketBytesMax && is_end(name.front()) &&
         is_end(name.back()) &&
         std::ranges::all_of(name, [&](char c) { return is_end(c) || c == '.' || c == '-'; });
}

bool is_prefix(std::string_view prefix) {
  const auto is_known = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("/-_.").find(c) != std::string_view::npos;
  };
  const bool has_empty_step = prefix.starts_with('/') || prefix.find("//") != prefix.npos ||
                              prefix.find("..") != prefix.npos;
  return prefix.size() <= kPrefixBytesMax && !has_empty_step &&
         std::ranges::all_of(prefix, is_known);
}

void read_place(const Node& node, SectionContext& context, Archive& archive) {
  std::string_view to = text_at(node, "to").empty() ? std::string_view() : node.find("to")->text;
  if (to.starts_with(kScheme)) {
    to.remove_prefix(kScheme.size());
    const auto slash = to.find('/');
    archive.bucket = to.substr(0, slash);
    archive.prefix = slash == to.npos ? "" : to.substr(slash + 1);
    if (archive.prefix.ends_with('/')) archive.prefix.pop_back();
    if (is_bucket(archive.bucket) && is_prefix(archive.prefix)) return;
  }
  context.refuse(kWrongForm, place_at(node, "to"),
                 "`to` is a bucket of the server's place and perhaps a prefix, as in "
                 "s3://my-archive/orders; a server started with --s3 dir=/srv has it as the "
                 "directory /srv/my-archive");
}

struct FolderWord {
  std::string_view word;
  ArchiveFolder::By by;
};
constexpr FolderWord kFolderWords[] = {{"day", ArchiveFolder::By::OfDay},
                                       {"month", ArchiveFolder::By::OfMonth},
                                       {"year", ArchiveFolder::By::OfYear}};

// "stage", "day(created_date)"
ArchiveFolder parse_folder(std::string_view text) {
  for (const FolderWord& known : kFolderWords) {
    const bool is_call = text.size() > known.word.size() + 2 && text.starts_with(known.word) &&
                         text[known.word.size()] == '(' && text.ends_with(')');
    if (!is_call) continue;
    const auto inner = text.substr(known.word.size() + 1, text.size() - known.word.size() - 2);
    return {.by = known.by, .attribute = std::string(inner), .column = std::string(known.word)};
  }
  return {.attribute = std::string(text), .column = std::string(text)};
}

bool has_days(const AttributeType& type) {
  return type.kind == AttributeKind::Timestamp || type.kind == AttributeKind::Date;
}

bool names_folders(const AttributeType& type) {
  const auto stored = stored_type(type);
  return stored == ValueType::S || stored == ValueType::N || stored == ValueType::Bool;
}

// Whether the folder's attribute is there and has what the folder is named by.
void check_folder(const ArchiveFolder& folder, Place place, SectionContext& context,
                  const Entity& entity) {
  context.check_attributes(entity, {folder.attribute}, place);
  const Attribute* attribute = entity.find_attribute(folder.attribute);
  if (attribute == nullptr) return;
  const bool by_value = folder.by == ArchiveFolder::By::Value;
  if (by_value && !names_folders(*attribute->type)) {
    context.refuse(kWrongForm, place,
                   fmt::format("`{}` is a {}, which names no folder; texts, numbers and flags do",
                               folder.attribute, name_of(attribute->type->kind)));
  } else if (!by_value && !has_days(*attribute->type)) {
    context.refuse(
        kWrongForm, place,
        fmt::format("`{}({})` needs a timestamp or a date, and `{}` is a {}", folder.column,
                    folder.attribute, folder.attribute, name_of(attribute->type->kind)));
  } else if (!by_value && entity.find_attribute(folder.column) != nullptr) {
    context.refuse(kWrongForm, place,
                   fmt::format("`{}({})` and the attribute `{}` would both become the column `{}`",
                               folder.column, folder.attribute, folder.column, folder.column));
  }
}

void read_folders(const Node& node, SectionContext& context, Archive& archive) {
  const Place place = place_at(node, "partition_by");
  std::set<std::string> columns;
  for (const std::string& text : texts_at(node, "partition_by")) {
    ArchiveFolder folder = parse_folder(text);
    check_folder(folder, place, context, *archive.of);
    if (!columns.insert(folder.column).second) {
      context.refuse(kWrongForm, place,
                     fmt::format("two folders would both be `{}=`", folder.column));
    }
    archive.folders.push_back(std::move(folder));
  }
  if (archive.folders.size() > Archive::kFoldersMax) {
    context.refuse(
        kWrongForm, place,
        fmt::format("`partition_by` has at most {} levels of folders", Archive::kFoldersMax));
  }
}

// "decimal(18,2)"
std::optional<ArchiveForm> parse_decimal(std::string_view text) {
  constexpr std::string_view kWord = "decimal(";
  if (!text.starts_with(kWord) || !text.ends_with(')')) return std::nullopt;
  const char* const end = text.data() + text.size() - 1;
  ArchiveForm form{.kind = ArchiveForm::Kind::Decimal};
  auto parsed = std::from_chars(text.data() + kWord.size(), end, form.precision);
  if (parsed.ec != std::errc() || parsed.ptr == end || *parsed.ptr != ',') return std::nullopt;
  const char* scale = parsed.ptr + 1;
  while (scale != end && *scale == ' ') ++scale;
  parsed = std::from_chars(scale, end, form.scale);
  const bool is_good = parsed.ec == std::errc() && parsed.ptr == end && form.precision >= 1 &&
                       form.precision <= kPrecisionMax && form.scale >= 0 &&
                       form.scale <= form.precision;
  return is_good ? std::optional(form) : std::nullopt;
}

std::optional<ArchiveForm> parse_form(std::string_view text) {
  if (text == "json") return ArchiveForm{.kind = ArchiveForm::Kind::Json};
  if (text == "text") return ArchiveForm{.kind = ArchiveForm::Kind::Text};
  if (text == "double") return ArchiveForm{.kind = ArchiveForm::Kind::Double};
  return parse_decimal(text);
}

bool can_have(const AttributeType& type, ArchiveForm::Kind form) {
  const auto stored = stored_type(type);
  const bool is_number = stored == ValueType::N;
  switch (form) {
    case ArchiveForm::Kind::Json:
      return true;
    case ArchiveForm::Kind::Text:
      return is_number || stored == ValueType::S;
    case ArchiveForm::Kind::Double:
    case ArchiveForm::Kind::Decimal:
      return is_number;
  }
  return false;
}

void read_forms(const Node& node, SectionContext& context, Archive& archive) {
  const Place place = place_at(node, "columns");
  for (const auto& [attribute, text] : text_map_at(node, "columns")) {
    context.check_attributes(*archive.of, {attribute}, place);
    const Attribute* known = archive.of->find_attribute(attribute);
    auto form = parse_form(text);
    if (!form) {
      context.refuse(
          kWrongForm, place,
          fmt::format("`{}` is no form of a column: json, text, double, or decimal(18,2) "
                      "with up to {} digits",
                      text, kPrecisionMax));
      continue;
    }
    if (known == nullptr) continue;
    if (!can_have(*known->type, form->kind)) {
      context.refuse(kWrongForm, place,
                     fmt::format("`{}` is a {}, which no column of the form {} can hold", attribute,
                                 name_of(known->type->kind), text));
      continue;
    }
    form->attribute = attribute;
    archive.forms.push_back(std::move(*form));
  }
}

struct StorageWord {
  std::string_view word;
  std::string_view storage;
};
constexpr StorageWord kStorageWords[] = {
    {"infrequent", "STANDARD_IA"}, {"cold", "GLACIER"}, {"frozen", "DEEP_ARCHIVE"}};

void read_ages(const Node& node, SectionContext& context, Archive& archive) {
  for (const auto& [age, word] : text_map_at(node, "older_than")) {
    const auto duration = parse_duration(age);
    const auto* const known = std::ranges::find(kStorageWords, word, &StorageWord::word);
    const bool is_good = duration && *duration >= std::chrono::days(1) &&
                         *duration % std::chrono::days(1) == Duration::zero();
    if (!is_good || known == std::end(kStorageWords)) {
      context.refuse(kWrongForm, place_at(node, "older_than"),
                     fmt::format("`older_than` has ages in whole days, each with infrequent, cold "
                                 "or frozen, as in {{365d: cold}}, not {}: {}",
                                 age, word));
      continue;
    }
    archive.ages.push_back({.days = static_cast<int>(*duration / std::chrono::days(1)),
                            .storage = std::string(known->storage)});
  }
}

Archive read_archive(const Model& model, const RawElement& element, SectionContext& context) {
  const Node& node = element.content;
  Archive archive;
  archive.place = element.notes.place;
  archive.of = model.find_entity(element.name);
  archive.on = text_at(node, "on") == "delete" ? Archive::On::Delete : Archive::On::Expire;
  read_place(node, context, archive);
  read_ages(node, context, archive);
  archive.flush = span_at(node, "flush").value_or(Archive::kFlush);
  if (archive.flush < Archive::kFlushMin) {
    context.refuse(kWrongForm, place_at(node, "flush"),
                   fmt::format("`flush` is at least {}: each time it has passed makes a file",
                               duration_text(Archive::kFlushMin)));
  }
  if (archive.of == nullptr) return archive;
  read_folders(node, context, archive);
  read_forms(node, context, archive);
  return archive;
}

}  // namespace

void check_archives(SectionContext& context) {
  for (const RawElement& element : context.model.archives) {
    read_archive(context.model, element, context);
  }
}

// The reader has told what is wrong with it.
Archive archive_of(const Model& model, const RawElement& element) {
  FindingList ignored;
  Model scratch;
  SectionContext context{element.content, scratch, ignored};
  return read_archive(model, element, context);
}

}  // namespace partita::model
