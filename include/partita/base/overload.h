#pragma once

namespace partita {

// Several functions as one, for std::visit: an alternative that none of them takes does not
// compile.
//   std::visit(Overload{[](const First&) { ... }, [](const Second&) { ... }}, variant);
template <typename... Functions>
struct Overload : Functions... {
  using Functions::operator()...;
};

template <typename... Functions>
Overload(Functions...) -> Overload<Functions...>;

}  // namespace partita
