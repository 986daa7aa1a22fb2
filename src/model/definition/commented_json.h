#pragma once

#include <string_view>

#include "model/definition/node.h"
#include "partita/base/result.h"

namespace partita::model {

// The tree of a text in JSON as people write it into documents: with comments (`// ...` to the end
// of the line, `/* ... */`) and with a comma behind the last member. Comments within quotes are
// texts. `place` is that of the text in its model file: all places in the tree are this one,
// because nothing says in which column of the file the lines of a text begin.
// ERRORS: InvalidArgument with what is wrong and in which line of the text.
Result<Node> read_commented_json(std::string_view text, Place place);

}  // namespace partita::model
