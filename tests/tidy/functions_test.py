#!/usr/bin/env python3
"""Tests of how tidy finds the functions of a file."""

import unittest

import cpp
import functions


class Functions(unittest.TestCase):
    """The finder of functions, on what C++ has to offer."""

    def find(self, code):
        return functions.find(cpp.without_comments_and_strings(code))

    def only(self, code):
        found = self.find(code)
        self.assertEqual(len(found), 1, found)
        return found[0]

    def names(self, code):
        return [function.name for function in self.find(code)]

    def nesting(self, body):
        return self.only("void f() {\n" + body + "\n}").nesting

    def test_finds_functions_in_namespaces_and_classes(self):
        self.assertEqual(self.names("namespace a {\nclass B : public C<int> {\n public:\n"
                                    "  int d() const { return 1; }\n  int e_ = 0;\n};\n"
                                    "void B::g() {}\n}\nextern \"C\" {\nint h() {}\n}"),
                         ["d", "B::g", "h"])

    def test_finds_a_constructor_with_an_initialiser_list(self):
        found = self.only("A::A(int a, int b)\n    : a_{a}, b_(b), c_{1} {\n  d();\n}")
        self.assertEqual((found.name, found.parameters, found.lines), ("A::A", 2, 4))

    def test_finds_a_destructor_and_operators(self):
        self.assertEqual(self.names("A::~A() {}\nbool operator==(A a, B b) {}\n"
                                    "int F::operator()(int a) {}\nA::operator bool() const {}"),
                         ["A::~A", "operator==", "F::operator()", "bool"])

    def test_finds_templates_with_constraints(self):
        found = self.only("template <typename T, class U = std::vector<int>>\n"
                          "  requires std::integral<T>\nauto f(std::map<T, U> m, T t) -> T {\n}")
        self.assertEqual((found.name, found.parameters, found.lines), ("f", 2, 4))

    def test_is_not_misled_by_braces_that_hold_values(self):
        self.assertEqual(self.names("constexpr int kA[] = {1, 2};\nstd::atomic<int> b{0};\n"
                                    "enum class C : int { D, E };\nstruct F { int g{1}; };\n"
                                    "std::function<void(int)> h{};\nvoid i(J j = {}) {}"), ["i"])

    def test_is_not_misled_by_concepts(self):
        self.assertEqual(self.names("template <class T>\nconcept A = requires(T t) { t.b(); };\n"
                                    "void c() {}"), ["c"])

    def test_is_not_misled_by_attributes_and_specifiers(self):
        found = self.only("[[nodiscard]] __attribute__((noinline)) static int f(int a) noexcept(1) "
                          "{ return a; }")
        self.assertEqual((found.name, found.parameters), ("f", 1))

    def test_is_not_misled_by_strings_and_comments(self):
        found = self.only('void f() {\n  g("}", \'}\', R"x(})")x", 1\'000);  // }\n  /* } */\n}')
        self.assertEqual(found.lines, 4)

    def test_is_not_misled_by_macros_and_branches_of_the_preprocessor(self):
        self.assertEqual(self.names("#define A(x) \\\n  if (x) {\nvoid f() {\n#if B\n  if (c) {\n"
                                    "#else\n  if (d) {\n#endif\n  }\n}\nvoid g() {}"), ["f", "g"])

    def test_names_a_test_by_its_arguments(self):
        self.assertEqual(self.names("TEST(Number, IsExact) {\n}\n"), ["TEST(Number, IsExact)"])

    def test_takes_a_lambda_outside_of_functions_for_a_function(self):
        self.assertEqual(self.only("auto f = [](int a, int b) {\n  g();\n};").parameters, 2)

    def test_counts_a_lambda_inside_a_function_with_it(self):
        found = self.only("void f() {\n  run([&](int a, int b) {\n    g();\n  });\n}")
        self.assertEqual(found.lines, 5)

    def test_counts_parameters_with_commas_inside(self):
        found = self.only("void f(std::map<int, int> a, void (*b)(int, int), C c = {1, 2}) {}")
        self.assertEqual(found.parameters, 3)

    def test_counts_no_parameters(self):
        self.assertEqual(self.only("void f() {}").parameters, 0)
        self.assertEqual(self.only("void f(void) {}").parameters, 0)

    def test_counts_an_else_if_as_its_if(self):
        self.assertEqual(self.nesting("if (a) {} else if (b) {} else if (c) {} else { d(); }"), 1)

    def test_counts_control_flow_without_braces(self):
        self.assertEqual(self.nesting("for (;;)\n  while (a)\n    if (b) c();\nif (d) e();"), 3)

    def test_counts_loops_switches_and_exceptions(self):
        self.assertEqual(self.nesting("do { switch (a) { case B: try { c(); } catch (D& d) {"
                                      " if (e) f(); } break; default: g(); } } while (h);"), 4)

    def test_counts_on_inside_a_lambda(self):
        self.assertEqual(self.nesting("for (;;) { run([&] { if (a) { b(); } }); }"), 2)

    def test_does_not_count_plain_blocks_and_values(self):
        self.assertEqual(self.nesting("{ { A a{{1}, {2}}; } }\nreturn {.b = {1}};"), 0)

    def test_counts_the_control_flow_of_a_coroutine(self):
        self.assertEqual(self.nesting("while (true) {\n  auto a = co_await b();\n"
                                      "  if (!a) co_return c();\n  co_yield *a;\n}"), 2)


if __name__ == "__main__":
    unittest.main()
