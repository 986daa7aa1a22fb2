#include <fmt/format.h>

#include "model/definition/archive.h"
#include "model/lint/rule_groups.h"

namespace partita::lint {
namespace {

using model::Archive;
using model::Attribute;

// Values that no two items share, or few.
bool is_of_one_item(const model::Entity& entity, const Attribute& attribute) {
  return attribute.generate || attribute.name == entity.id_attribute() ||
         attribute.type->format == model::TextFormat::Uuid ||
         attribute.type->format == model::TextFormat::Ulid;
}

void check_folders(LintContext& context, const Archive& archive, const std::string& subject) {
  for (const auto& folder : archive.folders) {
    const Attribute* attribute = archive.of->find_attribute(folder.attribute);
    const bool is_value = folder.by == model::ArchiveFolder::By::Value;
    if (attribute == nullptr || !is_value || !is_of_one_item(*archive.of, *attribute)) continue;
    context.report("L270", {archive.place, subject,
                            fmt::format("`partition_by: [{}]` makes a folder, and a file, of "
                                        "almost every item",
                                        folder.attribute),
                            "name folders by what many items share, such as a day"});
  }
}

void check_personal_data(LintContext& context, const Archive& archive, const std::string& subject) {
  for (const Attribute& attribute : archive.of->attributes) {
    if (!attribute.is_pii) continue;
    context.report("L271", {archive.place, subject,
                            fmt::format("`{}` is personal data, and files of the archive keep it "
                                        "when an `erase` has removed it from the table",
                                        attribute.name),
                            "let the bucket's own rules remove files once they are old"});
    return;
  }
}

void check_expiry(LintContext& context, const Archive& archive, const std::string& subject) {
  const bool can_expire =
      archive.of->expire.has_value() || !archive.of->table->ttl_attribute.empty();
  if (archive.on == Archive::On::Delete || can_expire) return;
  context.report(
      "L272", {archive.place, subject,
               fmt::format("nothing of {} ever expires, so nothing is archived", archive.of->name),
               "say when in the entity's `expire`, or archive `on: delete`"});
}

}  // namespace

void check_archives(LintContext& context) {
  for (const auto& element : context.model().archives) {
    const Archive archive = model::archive_of(context.model(), element);
    if (!element.notes.is_live || archive.of == nullptr) continue;
    const std::string subject = fmt::format("archive of {}", archive.of->name);
    check_folders(context, archive, subject);
    check_personal_data(context, archive, subject);
    check_expiry(context, archive, subject);
  }
}

}  // namespace partita::lint
