#pragma once

namespace partita {

// Makes one function object of several lambdas, for std::visit. An alternative that none of them
// accepts is an error of the compiler.
//   std::visit(Overload{[](const First&) { ... }, [](const Second&) { ... }}, variant);
template <typename... Functions>
struct Overload : Functions... {
  using Functions::operator()...;
};

template <typename... Functions>
Overload(Functions...) -> Overload<Functions...>;

}  // namespace partita
