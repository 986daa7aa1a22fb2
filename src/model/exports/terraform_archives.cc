#include "model/exports/terraform_archives.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "model/definition/archive.h"

namespace partita::exports {
namespace {

// Names of resources have no dots.
std::string label_of_archive(const model::Archive& archive) {
  std::string label = fmt::format("{}_{}", archive.bucket, archive.of->name);
  std::ranges::replace(label, '.', '_');
  return label;
}

void write_ages(HclText& hcl, const model::Archive& archive) {
  hcl.blank();
  hcl.comment(
      fmt::format("Files of {} that have left {}.", archive.of->name, archive.of->table->name));
  hcl.open("resource", {"aws_s3_bucket_lifecycle_configuration", label_of_archive(archive)});
  hcl.text("bucket", archive.bucket);
  hcl.blank();
  hcl.open("rule");
  hcl.text("id", archive.of->name);
  hcl.text("status", "Enabled");
  hcl.blank();
  hcl.open("filter");
  hcl.text("prefix", archive.prefix.empty() ? "" : archive.prefix + "/");
  hcl.close();
  for (const model::ArchiveAge& age : archive.ages) {
    hcl.blank();
    hcl.open("transition");
    hcl.argument("days", std::to_string(age.days));
    hcl.text("storage_class", age.storage);
    hcl.close();
  }
  hcl.close();
  hcl.close();
}

}  // namespace

void write_archives(HclText& hcl, const model::Model& model) {
  for (const model::RawElement& element : model.archives) {
    const model::Archive archive = model::archive_of(model, element);
    if (!element.notes.is_live || archive.of == nullptr || archive.ages.empty()) continue;
    write_ages(hcl, archive);
  }
}

}  // namespace partita::exports
