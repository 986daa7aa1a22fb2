#include "partita/value/value_set.h"

#include "language/value/set_errors.h"

namespace partita {
namespace {

ValueType set_type(const std::string&) { return ValueType::SS; }
ValueType set_type(const Number&) { return ValueType::NS; }
ValueType set_type(const Binary&) { return ValueType::BS; }

std::string_view text_of(const std::string& element) { return element; }
std::string_view text_of(const Number&) { return {}; }
std::string_view text_of(const Binary& element) { return element.bytes; }

template <typename Element>
Error duplicates(const std::vector<Element>& elements) {
  std::vector<std::string_view> texts;
  texts.reserve(elements.size());
  for (const Element& element : elements) texts.push_back(text_of(element));
  return duplicates_in_set(set_type(elements.front()), texts);
}

}  // namespace

template <typename Element>
Result<ValueSet<Element>> ValueSet<Element>::create(std::vector<Element> elements) {
  if (elements.empty()) return empty_set(set_type(Element()));
  if (std::is_sorted(elements.begin(), elements.end(), std::less_equal<>())) {
    return from_sorted(std::move(elements));
  }

  // Pointers are sorted first, because the message shows the elements in the order given.
  std::vector<Element*> order;
  order.reserve(elements.size());
  for (Element& element : elements) order.push_back(&element);
  const auto is_less = [](const Element* a, const Element* b) { return *a < *b; };
  const auto is_same = [](const Element* a, const Element* b) { return *a == *b; };
  std::sort(order.begin(), order.end(), is_less);
  if (std::adjacent_find(order.begin(), order.end(), is_same) != order.end()) {
    return duplicates(elements);
  }
  std::vector<Element> sorted;
  sorted.reserve(elements.size());
  for (Element* element : order) sorted.push_back(std::move(*element));
  return from_sorted(std::move(sorted));
}

template class ValueSet<std::string>;
template class ValueSet<Number>;
template class ValueSet<Binary>;

}  // namespace partita
