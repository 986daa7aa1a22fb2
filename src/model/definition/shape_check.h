#pragma once

#include "model/definition/finding_list.h"
#include "model/definition/node.h"
#include "model/definition/shape.h"

namespace partita::model {

// Checks that the node is a map of this shape, all the way down: unknown and missing keys, values
// of the wrong form. Where it adds no finding, readers can take each value in its form unasked.
void check_shape(const Node& node, const Shape& shape, FindingList& findings);

// The same for the value of one key.
void check_value(const Node& node, const Key& key, FindingList& findings);

}  // namespace partita::model
