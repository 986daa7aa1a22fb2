"""One meaning of a name for each folder of sources: several of its files may be compiled as one."""

import collections

import local_names


def check(tree):
    folders = collections.defaultdict(list)
    for file in tree.cpp_files():
        if file.path.startswith(("src/", "tests/")):
            folders[file.path.rsplit("/", 1)[0]].append(file)
    for files in folders.values():
        yield from check_folder(files)


def check_folder(files):
    known = {}  # A name to the file that had it first, and what it means there.
    for file in filter(lambda file: file.is_header, files):
        for name in local_names.find_shared(file.code):
            known.setdefault(key_of(name), (file, name))
    for file in filter(lambda file: not file.is_header, files):
        for name in local_names.find(file.code):
            first = known.setdefault(key_of(name), (file, name))
            if first[0] is not file and not is_same_alias(name, first[1]):
                yield file.finding("one-meaning", name.line,
                                   f"{first[0].name} has a `{name.name}` of its own, too",
                                   "Say by its name what it is, or let a header have both")


def key_of(name):
    return name.name, "" if name.is_alias else name.meaning


def is_same_alias(left, right):
    return left.is_alias and right.is_alias and left.meaning == right.meaning
