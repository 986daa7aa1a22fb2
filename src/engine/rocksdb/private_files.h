#pragma once

#include <filesystem>

namespace partita::engine {

enum class Privacy {
  WasPrivate,    // Nobody but the owner had any rights.
  MadePrivate,   // Others had, and have none any more.
  CannotBeMade,  // Others have, and this process may not change that.
};

// Takes the rights of the group and of all others from a directory and from everything in it.
// Symbolic links are left alone, and so is what they lead to.
Privacy make_private(const std::filesystem::path& directory);

}  // namespace partita::engine
