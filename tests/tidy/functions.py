"""Finds functions in C++ by their braces, and measures them.

It reads tokens, not the language: enough for formatted code that compiles. A head (all tokens since
the last `;`, `{` or `}`) before an opening brace decides what the braces hold.
"""

import bisect
import re
import sys
from dataclasses import dataclass

import cpp

sys.setrecursionlimit(10_000)

_SPECIFIERS = {"typedef", "static", "inline", "constexpr", "const", "friend", "export", "extern"}
_ACCESS = {"public", "private", "protected"}
# Words before a parenthesis that does not hold the parameters.
_NOT_A_NAME = {"alignas", "decltype", "noexcept", "requires", "explicit", "__attribute__", "throw"}
_CLOSING = {"(": ")", "{": "}", "[": "]"}


@dataclass(frozen=True)
class Function:
    name: str
    line: int  # Where its head starts.
    lines: int  # From there to the closing brace; 0 for a declaration.
    parameters: int
    is_foreign: bool  # Its signature was chosen by a library: it overrides one of its functions.
    nesting: int  # Levels of control flow inside each other.
    nesting_line: int  # Where the deepest one starts.


def find(code):
    """All functions of a file whose comments and strings are blanked, declarations included."""
    return Scanner(cpp.without_preprocessor(code)).functions


class Scanner:
    def __init__(self, code):
        pairs = cpp.tokens(code)
        self.tokens = [token for token, _ in pairs]
        self.offsets = [offset for _, offset in pairs]
        self.line_starts = [0] + [at + 1 for at, char in enumerate(code) if char == "\n"]
        self.functions = []
        at = 0
        while at < len(self.tokens):  # More than once only if a brace too many closes.
            at = self.scan_scope(at)

    # Helpers over tokens ------------------------------------------------------------------------

    def token(self, at):
        return self.tokens[at] if at < len(self.tokens) else ""

    def line(self, at):
        at = min(at, len(self.offsets) - 1)
        return bisect.bisect_right(self.line_starts, self.offsets[at])

    def after_match(self, at):
        """The index after the bracket that closes the one at `at`."""
        opening, closing, depth = self.tokens[at], _CLOSING[self.tokens[at]], 0
        while at < len(self.tokens):
            depth += (self.tokens[at] == opening) - (self.tokens[at] == closing)
            at += 1
            if depth == 0:
                break
        return at

    def after_attribute(self, at):
        """The index after `[[...]]`."""
        while at < len(self.tokens) and self.tokens[at:at + 2] != ["]", "]"]:
            at += 1
        return at + 2

    def is_word(self, at):
        return self.tokens[at][0].isalpha() or self.tokens[at][0] == "_"

    # Scopes: files, namespaces, classes -----------------------------------------------------------

    def scan_scope(self, at):
        """Reads declarations up to the brace that closes the scope; returns the index after it."""
        head = []
        while at < len(self.tokens):
            token = self.tokens[at]
            if token == "}":
                return at + 1
            if token == ";":
                self.add_declaration(head)
                head, at = [], at + 1
            elif token == ":" and len(head) == 1 and self.tokens[head[0]] in _ACCESS:
                head, at = [], at + 1
            elif token == "[[":
                at = self.after_attribute(at)
            elif token in "([":
                end = self.after_match(at)
                head += range(at, end)
                at = end
            elif token == "{":
                head, at = self.scan_braces(head, at)
            else:
                head.append(at)
                at += 1
        return at

    def scan_braces(self, head, at):
        """Returns what is left of the head after the braces at `at`, and the index after them."""
        if self.opens_scope(head):
            return [], self.scan_scope(at + 1)
        parameters = self.find_parameters(head)
        end = self.after_match(at)
        if parameters is None or self.is_inside_head(head, parameters):
            return head + [end - 1], end
        self.add_definition(head, parameters, at, end)
        return [], end

    def opens_scope(self, head):
        head = self.without_template(head)
        words = [self.tokens[at] for at in head]
        is_linkage = len(words) == 2 and words[0] == "extern" and words[1].startswith('"')
        if "namespace" in words[:2] or is_linkage:
            return True
        while words and words[0] in _SPECIFIERS:
            words.pop(0)
            head = head[1:]
        is_class = bool(words) and words[0] in ("class", "struct", "union")
        return is_class and self.find_parameters(head) is None

    def without_template(self, head):
        while head and self.tokens[head[0]] == "template":
            depth, taken = 0, 1
            for at in head[1:]:
                depth += (self.tokens[at] == "<") - (self.tokens[at] == ">")
                taken += 1
                if depth == 0:
                    break
            head = head[taken:]
        return head

    # Heads of functions ---------------------------------------------------------------------------

    def find_parameters(self, head):
        """The index of the parenthesis that opens the parameters, or None if it is no function."""
        head = self.without_template(head)
        angles, position = 0, 0
        while position < len(head):
            at = head[position]
            token, before = self.tokens[at], head[position - 1] if position else None
            if token == "<" and before is not None and self.is_word(before):
                angles += 1
            elif token == ">" and angles:
                angles -= 1
            elif token == "=" and not angles:
                return self.find_lambda_parameters(at)
            elif token == "enum" and not angles:
                return None
            elif token == "(":
                named = before is not None and self.is_word(before)
                if named and not angles and self.tokens[before] not in _NOT_A_NAME:
                    return at
                position += self.after_match(at) - at - 1
            position += 1
        return None

    def find_lambda_parameters(self, assignment):
        """For `auto name = [...](...) {`: a lambda outside functions is one itself."""
        if self.token(assignment + 1) != "[":
            return None
        after_captures = self.after_match(assignment + 1)
        return after_captures if self.token(after_captures) == "(" else None

    def is_inside_head(self, head, parameters):
        """Whether the braces still belong to the head: `: member_{1}`, `requires(T t) {...}`."""
        rest = [at for at in head if at >= self.after_match(parameters)]
        words = [self.tokens[at] for at in rest]
        if "requires" in words and self.ends_with_requires(rest):
            return True
        return ":" in words and (self.is_word(rest[-1]) or words[-1] == ">")

    def ends_with_requires(self, rest):
        last = max(at for at in rest if self.tokens[at] == "requires")
        if self.token(last + 1) == "(":
            return rest[-1] == self.after_match(last + 1) - 1
        return rest[-1] == last

    def count_parameters(self, opening):
        end = self.after_match(opening) - 1
        inside = self.tokens[opening + 1:end]
        if not inside or inside == ["void"]:
            return 0
        count, depth, angles = 1, 0, 0
        for position, token in enumerate(inside):
            depth += (token in "([{") - (token in ")]}")
            if token == "<" and position and (inside[position - 1][0].isalpha()):
                angles += 1
            elif token == ">" and angles:
                angles -= 1
            count += token == "," and depth == 0 and angles == 0
        return count

    def name_before(self, opening):
        if self.tokens[opening - 1] == "]":
            return "lambda"
        start = opening - 1
        if self.tokens[start - 1] == "~":
            start -= 1
        while start > 1 and self.tokens[start - 1] == "::":
            start -= 2
        name = "".join(self.tokens[start:opening])
        if re.fullmatch("[A-Z][A-Z_]+", name):  # TEST: only its arguments tell it from the next.
            name += "".join(self.tokens[opening:self.after_match(opening)]).replace(",", ", ")
        return name

    def is_foreign(self, head, parameters):
        """Inside a class `override` tells; outside, a name in another style than ours."""
        if any(self.tokens[at] == "override" for at in head if at > parameters):
            return True
        name = self.name_before(parameters).split("::")
        return len(name) > 1 and name[-1][0].isupper() and name[-1] != name[-2]

    # What is found --------------------------------------------------------------------------------

    def add_declaration(self, head):
        parameters = self.find_parameters(head)
        # A name with nothing before it is the call of a macro.
        if parameters is None or parameters - 1 <= head[0] or self.tokens[head[0]] == "using":
            return
        self.functions.append(Function(
            name=self.name_before(parameters), line=self.line(head[0]), lines=0,
            parameters=self.count_parameters(parameters),
            is_foreign=self.is_foreign(head, parameters), nesting=0, nesting_line=0))

    def add_definition(self, head, parameters, opening, end):
        start = self.line(head[0])
        nesting = _Nesting(self)
        nesting.block(opening + 1, 0)
        self.functions.append(Function(
            name=self.name_before(parameters), line=start, lines=self.line(end - 1) - start + 1,
            parameters=self.count_parameters(parameters),
            is_foreign=self.is_foreign(head, parameters), nesting=nesting.deepest,
            nesting_line=self.line(nesting.deepest_at)))


class _Nesting:
    """Walks the statements of a body and remembers how deep control flow gets.

    An `else if` is as deep as its `if`. A lambda goes on counting where it stands.
    """

    def __init__(self, scanner):
        self.scanner = scanner
        self.token = scanner.token
        self.deepest = 0
        self.deepest_at = 0

    def block(self, at, depth):
        while self.token(at) not in ("}", ""):
            at = self.statement(at, depth)
        return at + 1

    def statement(self, at, depth):
        token = self.token(at)
        if token == "{":
            return self.block(at + 1, depth)
        if token == "[[":
            return self.scanner.after_attribute(at)
        if token in ("case", "default"):
            return self.after_label(at)
        if token == "if":
            return self.if_statement(at, depth)
        if token in ("for", "while", "switch"):
            return self.nested(at, self.after_parentheses(at + 1), depth)
        if token == "do":
            return self.after_parentheses(self.nested(at, at + 1, depth) + 1)
        if token == "try":
            return self.try_statement(at, depth)
        return self.expression(at, depth)

    def nested(self, keyword, at, depth):
        if depth + 1 > self.deepest:
            self.deepest, self.deepest_at = depth + 1, keyword
        return self.statement(at, depth + 1)

    def if_statement(self, at, depth):
        end = self.nested(at, self.after_parentheses(at + 1), depth)
        while self.token(end) == "else":
            is_chain = self.token(end + 1) == "if"
            body = self.after_parentheses(end + 2) if is_chain else end + 1
            end = self.nested(end, body, depth)
            if not is_chain:
                break
        return end

    def try_statement(self, at, depth):
        end = self.nested(at, at + 1, depth)
        while self.token(end) == "catch":
            end = self.nested(end, self.after_parentheses(end + 1), depth)
        return end

    def expression(self, at, depth):
        while self.token(at) not in (";", "}", ""):
            at = self.block(at + 1, depth) if self.token(at) == "{" else at + 1
        return at + 1 if self.token(at) == ";" else at

    def after_label(self, at):
        while self.token(at) not in (":", ""):
            at += 1
        return at + 1

    def after_parentheses(self, at):
        while self.token(at) not in ("(", ""):  # `if constexpr (`
            at += 1
        return self.scanner.after_match(at) if self.token(at) else at
