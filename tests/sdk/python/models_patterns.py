"""Access patterns asked in three ways: by an SDK, over REST and by the command line.

A `Case` says what a pattern must answer: a filter and an order over all items, in plain Python. It
knows neither the model's file nor its plan. What an SDK's user would write is the index and the key
condition that `partita model explain` prints, with the values of the case.
"""

import dataclasses
import datetime
import decimal
import json
import os
import pathlib
import re
import subprocess
import typing
import urllib.error
import urllib.parse
import urllib.request

import boto3

ENDPOINT = os.environ["PARTITA_SAMPLES_ENDPOINT"]
PROGRAM = os.environ["PARTITA_PROGRAM"]
MODELS = pathlib.Path(__file__).resolve().parents[3] / "models"

resource = boto3.resource("dynamodb", endpoint_url=ENDPOINT)


@dataclasses.dataclass(frozen=True)
class Case:
    """One access pattern that reads.

    answer(world, arguments) gives the items in order, legs(arguments) the values of the key
    condition, one map for each query that it takes; order(item) is what the items are sorted by.
    """
    name: str
    path: str
    asks: typing.Callable
    answer: typing.Callable
    legs: typing.Callable
    order: typing.Callable
    is_newest_first: bool = False
    filter: typing.Callable = None    # Of the arguments: a condition for an SDK's FilterExpression.
    keep: typing.Callable = None      # Of an item: whether it is of the entity that is asked for.
    members: dict = None              # Of a collection: the entity of each, and if it has many.
    shape: typing.Callable = None     # Of an item: the name that it has in an answer that is a map.
    is_one: bool = False              # The answer is one item, or that there is none.
    entry: typing.Callable = None     # Of an item and the arguments: the item as its index has it.


@dataclasses.dataclass(frozen=True)
class Plan:
    """What `partita model explain` says of a pattern."""
    index: str
    condition: str


def plans_of(model):
    """The plans of all patterns that read, by name."""
    printed = subprocess.run([PROGRAM, "model", "explain", MODELS / f"{model}.yaml"], check=True,
                             capture_output=True, text=True).stdout
    plans = {}
    for line in printed.splitlines()[1:]:
        name, index, *rest = re.split(r"\s{2,}", line.strip())
        if rest and re.match(r"#?\w+ = ", rest[0]):
            plans[name] = Plan(index, rest[0].split(" + filter ")[0])
    return plans


def all_items(table_name):
    items, start = [], {}
    while True:
        page = resource.Table(table_name).scan(**start)
        items += page["Items"]
        if "LastEvaluatedKey" not in page:
            return items
        start = {"ExclusiveStartKey": page["LastEvaluatedKey"]}


def ask_sdk(table_name, plan, case, arguments):
    """All items that the printed key condition finds, of several queries in the case's order."""
    condition, literals = number_literals(plan.condition)
    request = {"KeyConditionExpression": condition, "ScanIndexForward": not case.is_newest_first}
    names = set(re.findall(r"#(\w+)", condition))
    if names:
        request["ExpressionAttributeNames"] = {f"#{name}": name for name in names}
    if plan.index != "table":
        request["IndexName"] = plan.index
    if case.filter:
        request["FilterExpression"] = case.filter(arguments)
    legs = case.legs(arguments)
    answers = []
    for leg in legs:
        values = {f":{name}": value for name, value in leg.items()} | literals
        answers += query(table_name, ExpressionAttributeValues=values, **request)
    if case.keep:
        answers = [item for item in answers if case.keep(item)]
    if len(legs) > 1:
        answers.sort(key=case.order, reverse=case.is_newest_first)
    return answers


def number_literals(condition):
    """Texts in quotes become values of the request: DynamoDB has no literals."""
    literals = {}

    def replace(found):
        literals[f":literal{len(literals)}"] = found[1]
        return f":literal{len(literals) - 1}"

    return re.sub(r'"([^"]*)"', replace, condition), literals


def query(table_name, **request):
    items = []
    while True:
        page = resource.Table(table_name).query(**request)
        items += page["Items"]
        if "LastEvaluatedKey" not in page:
            return items
        request["ExclusiveStartKey"] = page["LastEvaluatedKey"]


class NotFound(Exception):
    """The server or the command line says that there is no such item."""


def rest_url(root, case, arguments):
    """The address of the pattern: what is not in its path follows behind the question mark."""
    names = re.findall(r"\{(\w+)\}", case.path)
    path = case.path
    for name in names:
        path = path.replace(f"{{{name}}}", urllib.parse.quote(str(arguments[name]), safe=""))
    rest = {name: value for name, value in arguments.items() if name not in names}
    return f"{ENDPOINT}{root}{path}" + (f"?{urllib.parse.urlencode(rest)}" if rest else "")


def get_json(url):
    try:
        with urllib.request.urlopen(url) as answer:
            return parse(answer.read())
    except urllib.error.HTTPError as error:
        if error.code == 404:
            raise NotFound(error.read().decode()) from error
        raise AssertionError(f"{url}: {error.code} {error.read().decode()}") from error


def parse(text):
    return json.loads(text, parse_float=decimal.Decimal, parse_int=decimal.Decimal)


def is_list(case):
    return not (case.is_one or case.members or case.shape)


def ask_rest(root, case, arguments, limit=None):
    """The answer of one request, or all items of all pages if it is a list."""
    if is_list(case):
        return [item for page in rest_pages(root, case, arguments, limit) for item in page["items"]]
    return get_json(rest_url(root, case, arguments))


def rest_pages(root, case, arguments, limit=None):
    """The pages of a list, each as it was answered."""
    size = {"limit": limit} if limit else {}
    page = get_json(rest_url(root, case, {**arguments, **size}))
    while True:
        assert page["count"] == len(page["items"]), page
        yield page
        if not page["has_more"]:
            return
        page = get_json(rest_url(root, case, {**arguments, **size, "page": page["next"]}))


def ask_cli(model, case, arguments):
    """What `partita model run` prints, the items of all pages if it is a list."""
    command = [PROGRAM, "model", "run", model, case.name, "--endpoint", ENDPOINT, "-o", "json"]
    for name, value in arguments.items():
        command += [f"--{name}", str(value)]
    if is_list(case):
        command.append("--all")
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    if ended.returncode == 3:
        raise NotFound(ended.stderr)
    assert ended.returncode == 0, f"{command}: {ended.returncode} {ended.stdout}{ended.stderr}"
    answer = parse(ended.stdout)
    return answer["items"] if is_list(case) else answer


# What the model's own API does not show: keys that are made of attributes, and what is hidden.
UNSHOWN = {"album_workflow": {"pk", "sk", "sortValue", "ttl"},
           "music": {"PK", "SK", "LSI1SK", *(f"GSI{number}{key}" for number in range(1, 5)
                                            for key in ("PK", "SK"))}}


def shown(model, item):
    """A stored item as REST shows it, in a form that can be compared."""
    unshown = UNSHOWN.get(model, ())
    return canonical({name: "•••" if name == "taskToken" else value
                      for name, value in item.items() if name not in unshown})


def canonical(value):
    """JSON with one spelling for each value: numbers normalised, names and sets in order."""
    def plain(one):
        if isinstance(one, decimal.Decimal):
            return format(one.normalize(), "f")
        if isinstance(one, dict):
            return {name: plain(member) for name, member in one.items()}
        if isinstance(one, set):
            return sorted(plain(member) for member in one)
        return [plain(member) for member in one] if isinstance(one, list) else one
    return json.dumps(plain(value), sort_keys=True)


def day_of(value):
    """The day, in UTC, of a timestamp in any of the encodings."""
    if isinstance(value, str):
        return value[:10]
    moment = datetime.datetime.fromtimestamp(int(value) / 1000, datetime.timezone.utc)
    return moment.strftime("%Y-%m-%d")


def in_days(value, arguments):
    """Whether a timestamp lies in the days of the arguments, the last of them included."""
    return arguments.get("from", "") <= day_of(value) <= arguments.get("to", "~")


def text_bounds(arguments, prefix=""):
    """The bounds of a key condition over timestamps that are text."""
    return {"lo": prefix + arguments.get("from", "0"), "hi": prefix + arguments.get("to", "") + "~"}


def epoch_bounds(arguments):
    """The bounds of a key condition over milliseconds."""
    return {"lo": _milliseconds(arguments.get("from", "1970-01-01")),
            "hi": _milliseconds(arguments.get("to", "2999-12-31")) + 24 * 60 * 60 * 1000 - 1}


def _milliseconds(day):
    midnight = datetime.datetime.fromisoformat(day).replace(tzinfo=datetime.timezone.utc)
    return int(midnight.timestamp()) * 1000


def some_days(items, name):
    """Ranges to ask for: none, open ends, one day, several, one without any item."""
    days = sorted({day_of(item[name]) for item in items})
    first, middle, last = days[len(days) // 4], days[len(days) // 2], days[3 * len(days) // 4]
    return [{}, {"from": middle}, {"to": middle}, {"from": middle, "to": middle},
            {"from": first, "to": last}, {"from": "1999-01-01", "to": "1999-12-31"}]


def some(values):
    """A few of the values, always the same: the first, the last, one between."""
    ordered = sorted(values)
    return list(dict.fromkeys([ordered[0], ordered[len(ordered) // 2], ordered[-1]]))
