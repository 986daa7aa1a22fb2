#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace partita {

template <typename Signature>
class FunctionRef;

// A reference to a callable: two pointers, no allocation, unlike std::function. For parameters
// only:
//
//   void for_each_row(FunctionRef<bool(const Row&)> visit);
//   for_each_row([&](const Row& row) { return ++count < limit; });
//
// LIFETIME: it must not outlive the callable that it was made from.
template <typename Answer, typename... Arguments>
class FunctionRef<Answer(Arguments...)> {
 public:
  template <typename Callable>
  requires(!std::is_same_v<std::remove_cvref_t<Callable>, FunctionRef> &&
           std::is_invocable_r_v<Answer, Callable&, Arguments...>)
      FunctionRef(Callable&& callable)  // NOLINT: implicit, lambdas are passed as they are
      : callable_(const_cast<void*>(static_cast<const void*>(std::addressof(callable)))),
        call_([](void* target, Arguments... arguments) -> Answer {
          return (*static_cast<std::remove_reference_t<Callable>*>(target))(
              std::forward<Arguments>(arguments)...);
        }) {}

  Answer operator()(Arguments... arguments) const {
    return call_(callable_, std::forward<Arguments>(arguments)...);
  }

 private:
  void* callable_;
  Answer (*call_)(void*, Arguments...);
};

}  // namespace partita
