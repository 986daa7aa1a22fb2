"""Sizes: what does not fit on a page or two is two things."""

HEADER_LINES_MAX = 250
SOURCE_LINES_MAX = 500
TEST_LINES_MAX = 800
STYLE_LINES_MAX = 300
COLUMNS_MAX = 100
FUNCTION_LINES_MAX = 60
PARAMETERS_MAX = 5
NESTING_MAX = 3


def check(tree):
    for file in tree.files:
        if file.is_code:
            yield from check_lines(file)
            yield from check_columns(file)
        if file.is_script or file.is_style:
            yield from check_lines(file)
        if file.is_cpp:
            yield from check_functions(file)


def lines_max(file):
    if file.is_header:
        return HEADER_LINES_MAX
    if file.is_style:
        return STYLE_LINES_MAX
    return TEST_LINES_MAX if file.is_test else SOURCE_LINES_MAX


def check_lines(file):
    lines, limit = len(file.lines), lines_max(file)
    if lines > limit:
        yield file.finding("file-lines", limit + 1, f"{lines} lines, at most {limit} are allowed",
                           "Split the file by idea, each part under its own name")


def check_columns(file):
    for number, line in enumerate(file.lines, 1):
        if len(line) > COLUMNS_MAX:
            yield file.finding("columns", number,
                               f"{len(line)} columns, at most {COLUMNS_MAX} are allowed",
                               "Break the line; `make format` does it for C++")


def check_functions(file):
    for function in file.functions:
        if function.lines > FUNCTION_LINES_MAX:
            yield file.finding(
                "function-lines", function.line,
                f"{function.name} has {function.lines} lines, "
                f"at most {FUNCTION_LINES_MAX} are allowed",
                "Keep the branches here and give each straight part a function with a name")
        if function.parameters > PARAMETERS_MAX and not function.is_foreign:
            yield file.finding(
                "parameters", function.line,
                f"{function.name} takes {function.parameters} parameters, "
                f"at most {PARAMETERS_MAX} are allowed",
                "Put those that belong together into a struct with named fields")
        if function.nesting > NESTING_MAX:
            yield file.finding(
                "nesting", function.nesting_line,
                f"{function.name} nests control flow {function.nesting} levels deep, "
                f"at most {NESTING_MAX} are allowed",
                "Return early, or give the inner part a function with a name")
