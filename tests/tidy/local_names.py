"""Finds the names that a file declares: those that a source keeps to itself in unnamed namespaces,
and those that a header gives to others."""

import re
from dataclasses import dataclass

import cpp
import functions

_TYPES = {"class", "struct", "union", "enum"}
_NO_VARIABLE = {"using", "namespace", "enum", "{"}
_BEFORE_A_NAME = _TYPES | {"constexpr", "constinit", "const", "inline", "static"}


@dataclass(frozen=True)
class LocalName:
    name: str
    line: int
    # What another file may say of the name as well: the types of a function's parameters, which
    # make it an overload, or the target of an alias. Nothing may be said of others twice.
    meaning: str
    is_alias: bool = False


def find(code):
    """The names in unnamed namespaces of a file whose comments and strings are blanked."""
    return _Finder(cpp.without_preprocessor(code), is_local=True).names


def find_shared(code):
    """The names in named namespaces, the same way."""
    return _Finder(cpp.without_preprocessor(code), is_local=False).names


class _Finder(functions.Scanner):
    def __init__(self, code, is_local):
        self.names = []
        self.is_local = is_local
        self.scopes = []  # Of each open scope: "" for an unnamed namespace, its words for others.
        super().__init__(code)

    def scan_braces(self, head, at):
        words = self.words(head)
        if not self.opens_scope(head):
            if words[:1] == ["enum"]:
                self.add_type(head)
            return super().scan_braces(head, at)
        is_namespace = "namespace" in words
        if not is_namespace:
            self.add_type(head)
        self.scopes.append("" if words == ["namespace"] else " ".join(words))
        end = self.scan_scope(at + 1)
        self.scopes.pop()
        return ([] if is_namespace else [at]), end

    def add_definition(self, head, parameters, opening, end):
        if self.token(head[0]) not in ("TEST", "TEST_F", "TEST_P", "TYPED_TEST", "TYPED_TEST_P"):
            self.add_function(head, parameters)
        super().add_definition(head, parameters, opening, end)

    def add_declaration(self, head):
        words = self.words(self.without_template(head))
        if words[:1] == ["using"] and "=" in words:
            self.add(words[1], head, " ".join(words[3:]), is_alias=True)
        elif words and words[0] not in _NO_VARIABLE and not self.declares_function(head):
            self.add_variable(head)
        super().add_declaration(head)

    def declares_function(self, head):
        """`f(int)`, but not `kItem(1)`, a constant made of what is in the parentheses."""
        parameters = self.find_parameters(head)
        return parameters is not None and not re.match("k[A-Z]", self.token(parameters - 1))

    def add_type(self, head):
        words = [word for word in self.words(self.without_template(head))
                 if word not in _BEFORE_A_NAME]
        if words:
            self.add(words[0], head)

    def add_function(self, head, parameters):
        if self.token(parameters - 1) == "]":  # A lambda, which is a variable.
            self.add_variable(head)
        else:
            self.add(self.name_before(parameters), head, self.types_of(parameters))

    def add_variable(self, head):
        words = self.words(self.without_template(head))
        is_declared_type = bool(words) and words[0] in _TYPES and len(words) == 2
        text = re.sub(r"(?: \[.*\])?(?: =.*| [{(}].*)?$", "", " ".join(words))
        if " " in text and not is_declared_type:
            self.add(text.split()[-1], head)

    def add(self, name, head, meaning="", is_alias=False):
        scope = self.scopes[-1] if self.scopes else "none"
        is_wanted = scope == "" if self.is_local else scope.startswith("namespace")
        if is_wanted and re.fullmatch(r"\w+", name):
            self.names.append(LocalName(name, self.line(head[0]), meaning, is_alias))

    def words(self, head):
        return [self.tokens[at] for at in head]

    def types_of(self, opening):
        """The parameters without their names and defaults."""
        text = " ".join(self.tokens[opening + 1:self.after_match(opening) - 1])
        parameters = [re.sub(r" = .*", "", parameter) for parameter in text.split(" , ")]
        return ", ".join(re.sub(r"(?<=\S) \w+$", "", parameter) for parameter in parameters)
