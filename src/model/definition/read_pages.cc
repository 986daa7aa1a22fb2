#include <utility>

#include "model/definition/node_access.h"
#include "model/definition/plain_value.h"
#include "model/definition/sections.h"

namespace partita::model {
namespace {

constexpr int kWidgetKinds = 6;

// The one key that says what a widget shows, or null and a finding.
const Node* subject_of(const Node& node, SectionContext& context, Widget& widget) {
  const Node* subject = nullptr;
  std::vector<std::string_view> names;
  int count = 0;
  for (int i = 0; i < kWidgetKinds; ++i) {
    const auto kind = static_cast<WidgetKind>(i);
    names.push_back(name_of(kind));
    const Node* found = node.find(name_of(kind));
    if (found == nullptr) continue;
    subject = found;
    widget.kind = kind;
    ++count;
  }
  if (count == 1) return subject;
  context.refuse(count == 0 ? kMissing : kWrongForm, node.place,
                 fmt::format("exactly one of {} says what a widget shows", listed(names)));
  return nullptr;
}

const Measure* measure_of(const Rollup& rollup, std::string_view name, Place place,
                          SectionContext& context) {
  const Measure* measure = rollup.find_measure(name);
  if (measure == nullptr) {
    context.refuse_name(fmt::format("measure of {}", rollup.name), name, place,
                        names_of(rollup.measures));
  }
  return measure;
}

// "rollup" or "rollup.measure".
void read_source(const Node& subject, SectionContext& context, Widget& widget) {
  const std::size_t dot = subject.text.find('.');
  widget.rollup = context.rollup(subject.text.substr(0, dot), subject.place);
  if (widget.rollup == nullptr || dot == std::string::npos) return;
  widget.measure = measure_of(*widget.rollup, subject.text.substr(dot + 1), subject.place, context);
}

std::string group_at(const Node& node, std::string_view key, const Widget& widget,
                     SectionContext& context) {
  std::string name = text_at(node, key);
  if (name.empty() || widget.rollup == nullptr) return name;
  for (const GroupKey& group : widget.rollup->group_by) {
    if (group.name == name) return name;
  }
  context.refuse_name(fmt::format("group of {}", widget.rollup->name), name, place_at(node, key),
                      names_of(widget.rollup->group_by));
  return name;
}

Widget widget_of(const Node& node, SectionContext& context) {
  Widget widget;
  widget.place = node.place;
  const Node* subject = subject_of(node, context, widget);
  if (subject == nullptr) return widget;
  if (widget.kind == WidgetKind::Table) {
    widget.pattern = context.pattern(subject->text, subject->place);
  } else {
    read_source(*subject, context, widget);
  }
  widget.title = text_at(node, "title");
  widget.window = span_at(node, "window");
  widget.x = group_at(node, "x", widget, context);
  widget.split = group_at(node, "split", widget, context);
  widget.by = group_at(node, "by", widget, context);
  widget.as = text_at(node, "as");
  widget.limit = count_at(node, "limit");
  for (const Node::Member& member : members_at(node, "params")) {
    widget.params.emplace_back(member.name, plain_value(member.value));
  }
  for (const Node& action : elements_at(node, "actions")) {
    widget.actions.push_back(context.pattern(action.text, action.place));
  }
  for (const Node& measure : elements_at(node, "measures")) {
    if (widget.rollup == nullptr) break;
    widget.measures.push_back(measure_of(*widget.rollup, measure.text, measure.place, context));
  }
  return widget;
}

}  // namespace

void read_pages(SectionContext& context) {
  auto page = context.model.pages.begin();
  for (const Node::Member& member : members_at(context.file, "pages")) {
    page->title = text_at(member.value, "title");
    for (const Node& row : elements_at(member.value, "rows")) {
      auto& widgets = page->rows.emplace_back();
      for (const Node& widget : row.elements) widgets.push_back(widget_of(widget, context));
    }
    ++page;
  }
}

}  // namespace partita::model
