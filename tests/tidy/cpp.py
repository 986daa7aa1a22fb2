"""Just enough of C++'s lexical rules: comments, strings, preprocessor lines, tokens."""

import re

_COMMENT_OR_LITERAL = re.compile(
    r'''
      (?P<include> ^[ \t]*\#[ \t]*include\s*["<][^">\n]*[">] )  # Its quotes hold a path.
    | (?P<number>  (?<!\w) \.?\d (?:'?[\w.])* )               # Before quotes: 1'000 holds one.
    | (?P<raw>     R"(?P<fence>[^()\s\\]*)\( .*? \)(?P=fence)" )
    | (?P<string>  "(?:\\.|[^"\\\n])*" )
    | (?P<char>    '(?:\\.|[^'\\\n])+' )
    | (?P<comment> //(?:\\\n|[^\n])* | /\*.*?\*/ )
    ''',
    re.VERBOSE | re.DOTALL | re.MULTILINE)
_DIRECTIVE = re.compile(r'^[ \t]*#[ \t]*(\w*)(?:\\\n|[^\n])*', re.MULTILINE)
_TOKEN = re.compile(
    r'''
      operator\s*(?: \(\s*\) | \[\s*\] | ""\s*\w+ | co_await\b
                   | (?:new|delete)\b(?:\s*\[\s*\])? | [^\w\s("']+ )
    | [A-Za-z_]\w* | \.?\d(?:'?[\w.])* | "[^"]*" | '[^']*' | :: | -> | \[\[ | \S
    ''',
    re.VERBOSE)


def blanked(text):
    """As many lines and columns as `text`, but empty."""
    return re.sub(r"[^\n]", " ", text)


def without_comments_and_strings(text):
    def replacement(match):
        kind, found = match.lastgroup, match.group()
        if kind in ("include", "number"):
            return found
        if kind == "comment":
            return blanked(found)
        quote = found[-1]  # The quotes stay, so that a literal remains one token.
        return quote + blanked(found[1:-1]) + quote

    return _COMMENT_OR_LITERAL.sub(replacement, text)


def without_preprocessor(code):
    """Blanks directives with their continuation lines, and all branches but the first of an #if."""
    pieces, at = [], 0
    open_ifs = []  # For each open #if: whether we are in one of its later branches.
    for match in _DIRECTIVE.finditer(code):
        word = match.group(1)
        between = code[at:match.start()]
        pieces += [blanked(between) if any(open_ifs) else between, blanked(match.group())]
        at = match.end()
        if word in ("if", "ifdef", "ifndef"):
            open_ifs.append(False)
        elif word in ("else", "elif") and open_ifs:
            open_ifs[-1] = True
        elif word == "endif" and open_ifs:
            open_ifs.pop()
    return "".join(pieces) + code[at:]


def tokens(code):
    """Pairs of token and offset."""
    return [(match.group(), match.start()) for match in _TOKEN.finditer(code)]


def includes(file):
    """Triples of line, path and whether it is written in quotes."""
    pattern = re.compile(r'\s*#\s*include\s*([<"])([^">]+)[">]')
    for number, line in enumerate(file.code.splitlines(), 1):
        if match := pattern.match(line):
            yield number, match.group(2), match.group(1) == '"'
