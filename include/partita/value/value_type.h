#pragma once

#include <string_view>

namespace partita {

// The types of attribute values, named as on the wire. Not stored: the item format has its own
// tags.
enum class ValueType { S, N, B, Bool, Null, L, M, SS, NS, BS };

// "S", "BOOL", "NS": the type's name on the wire.
std::string_view name_of(ValueType type);

}  // namespace partita
