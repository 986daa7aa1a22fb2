"""What each access pattern of the music encyclopedia must answer, in plain Python."""

import re

from boto3.dynamodb.conditions import Attr
from models_pattern_cases import times
from models_patterns import Case, in_days, some, some_days, text_bounds

METADATA = "#METADATA"
# The rows of one entity: how their two keys begin.
ROWS = {
    "Artist": ("ARTIST#", METADATA), "Composition": ("COMPOSITION#", "VERSION#LATEST"),
    "Version": ("COMPOSITION#", "VERSION#v"), "Raga": ("RAGA#", METADATA),
    "Tala": ("TALA#", METADATA), "User": ("USER#", METADATA), "Event": ("EVENT#", METADATA),
    "Venue": ("VENUE#", METADATA), "Performance": ("PERFORMANCE#", METADATA),
    "Member": ("ARTIST#", "MEMBER#"), "Attribution": ("COMPOSITION#", "ATTRIBUTION#"),
    "Follows": ("USER#", "FOLLOWS#ARTIST#"), "Manages": ("USER#", "MANAGES#ARTIST#"),
    "Manager": ("ARTIST#", "MANAGER#"), "Programme": ("EVENT#", "PERFORMANCE#"),
    "Performs": ("PERFORMANCE#", "ARTIST#"), "SetList": ("PERFORMANCE#", "COMPOSITION#"),
    "Karma": ("USER#", "KARMA#"), "KarmaPermission": ("USER#", "KARMA_PERMISSION#"),
    "KarmaRule": ("KARMA_RULE#", "PERMISSION#"),
}


def entity_of(item):
    for entity, (pk, sk) in ROWS.items():
        if item["PK"].startswith(pk) and item["SK"].startswith(sk):
            return entity
    raise AssertionError(f"no entity has {item['PK']} {item['SK']}")


def slug(text):
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")


def by_id(name, path, entity, prefix, attribute):
    """The item of an entity with that id, by its partition key."""
    return Case(
        name=name, path=path, is_one=True, order=lambda item: 0,
        asks=lambda world: [{attribute: value} for value in
                            some(item[attribute] for item in world[entity]) + ["nowhere"]],
        answer=lambda world, arguments: [item for item in world[entity]
                                         if item[attribute] == arguments[attribute]],
        legs=lambda arguments: [{"PK": f"{prefix}#{arguments[attribute]}"}])


def by_name(name, path, entity, **spelling):
    """Items found by a text of theirs: by_name(..., parameter="name", index="GSI1PK", ...)."""
    parameter, index, prefix = spelling["parameter"], spelling["index"], spelling["prefix"]
    attribute, fold = spelling.get("attribute", parameter), spelling.get("fold", slug)
    order = spelling["order"]

    def has(item, wanted):
        values = item.get(attribute)
        values = values if isinstance(values, list) else [values]
        return any(value is not None and fold(value) == fold(wanted) for value in values)

    def known(world):
        values = [item[attribute] for item in world[entity] if attribute in item]
        return {one for value in values for one in (value if isinstance(value, list) else [value])}

    return Case(
        name=name, path=path, order=lambda item: item[order],
        asks=lambda world: [{parameter: value} for value in
                            [*some(known(world)), some(known(world))[0].upper(), "nowhere"]],
        answer=lambda world, arguments: sorted(
            (item for item in world[entity] if has(item, arguments[parameter])),
            key=lambda item: item[order]),
        legs=lambda arguments: [{index: f"{prefix}#{fold(arguments[parameter])}"}],
        # An item with a list is in the index once for each element, under that one's key.
        entry=lambda item, arguments: {**item, index: f"{prefix}#{fold(arguments[parameter])}"})


def rows_of(name, path, entity, prefix, attribute, **others):
    """All rows of an entity below the partition key of another."""
    return Case(
        name=name, path=path, order=lambda item: item["SK"],
        asks=lambda world: [{attribute: value} for value in
                            some(item[attribute] for item in world[entity]) + ["nowhere"]],
        answer=lambda world, arguments: sorted(
            (item for item in world[entity] if item[attribute] == arguments[attribute]),
            key=lambda item: item["SK"], reverse=others.get("is_newest_first", False)),
        legs=lambda arguments: [{"PK": f"{prefix}#{arguments[attribute]}"}], **others)


def in_time(name, path, entity, attribute, **range_of):
    """Rows of an entity below an id, newest first, in a range of days."""
    moment, key, prefix = range_of["moment"], range_of["key"], range_of["prefix"]
    return Case(
        name=name, path=path, order=lambda item: item[moment], is_newest_first=True,
        asks=lambda world: times(
            [{attribute: value} for value in
             some(item[attribute] for item in world[entity]) + ["nowhere"]],
            some_days(world[entity], moment)),
        answer=lambda world, arguments: sorted(
            (item for item in world[entity] if item[attribute] == arguments[attribute]
             and in_days(item[moment], arguments)), key=lambda item: item[moment], reverse=True),
        legs=lambda arguments: [{key: f"{range_of['of']}#{arguments[attribute]}",
                                 **text_bounds(arguments, f"{prefix}#")}])


def music():
    return [*entities(), *lists(), *versions(), *edges(), *events()]


def entities():
    def name(pattern, path, entity, prefix):
        return by_name(pattern, path, entity, parameter="name", index="GSI1PK",
                       prefix=f"{prefix}_NAME", order="GSI1SK")

    def folded(pattern, entity, parameter, index, prefix):
        return by_name(pattern, "/users", entity, parameter=parameter, index=index, prefix=prefix,
                       fold=str.lower, order=index.replace("PK", "SK"))

    return [
        by_id("get_artist", "/artists/{artistId}", "Artist", "ARTIST", "artistId"),
        name("artist_by_name", "/artists", "Artist", "ARTIST"),
        by_id("get_composition", "/compositions/{compositionId}", "Composition", "COMPOSITION",
              "compositionId"),
        by_id("get_raga", "/ragas/{ragaId}", "Raga", "RAGA", "ragaId"),
        name("raga_by_name", "/ragas", "Raga", "RAGA"),
        by_id("get_tala", "/talas/{talaId}", "Tala", "TALA", "talaId"),
        name("tala_by_name", "/talas", "Tala", "TALA"),
        by_id("get_user", "/users/{userId}", "User", "USER", "userId"),
        folded("user_by_email", "User", "email", "GSI1PK", "EMAIL"),
        folded("user_by_username", "User", "username", "GSI2PK", "USERNAME"),
        by_id("get_event", "/events/{eventId}", "Event", "EVENT", "eventId"),
        by_id("get_venue", "/venues/{venueId}", "Venue", "VENUE", "venueId"),
    ]


def lists():
    def name_then_id(item):
        return f"{slug(item['name'])}#{item['artistId']}"

    return [
        Case("list_artists", "/artists", asks=lambda _: [{}], order=name_then_id,
             answer=lambda world, _: sorted(world["Artist"], key=name_then_id),
             legs=lambda _: [{"GSI4PK": f"ARTIST#{shard}"} for shard in range(8)]),
        by_name("artists_by_instrument", "/artists", "Artist", parameter="instrument",
                attribute="instruments", index="GSI2PK", prefix="INSTRUMENT", order="artistId"),
        by_name("artists_by_tradition", "/artists", "Artist", parameter="tradition",
                index="GSI3PK", prefix="TRADITION", order="artistId"),
        by_name("compositions_by_raga", "/ragas/{ragaId}/compositions", "Composition",
                parameter="ragaId", index="GSI1PK", prefix="RAGA", fold=str,
                order="compositionId"),
        by_name("compositions_by_composer", "/compositions", "Composition", parameter="composer",
                index="GSI2PK", prefix="COMPOSER", order="compositionId"),
    ]


def versions():
    def number(world, version):
        return [{"compositionId": item["compositionId"], "version": version}
                for item in world["Version"] if item["version"] == version][:3]

    return [
        rows_of("composition_history", "/compositions/{compositionId}/versions", "Version",
                "COMPOSITION", "compositionId", is_newest_first=True),
        Case("composition_version", "/compositions/{compositionId}/versions/{version}",
             is_one=True, order=lambda item: item["SK"],
             asks=lambda world: [*number(world, 1), *number(world, 2),
                                 {**number(world, 1)[0], "version": 999}],
             answer=lambda world, arguments: [
                 item for item in world["Version"]
                 if item["compositionId"] == arguments["compositionId"]
                 and item["version"] == arguments["version"]],
             legs=lambda arguments: [{"PK": f"COMPOSITION#{arguments['compositionId']}",
                                      "SK": f"VERSION#v{int(arguments['version']):04}#"}]),
    ]


def edges():
    return [
        rows_of("group_members", "/artists/{artistId}/members", "Member", "ARTIST", "artistId"),
        rows_of("attributions", "/compositions/{compositionId}/attributions", "Attribution",
                "COMPOSITION", "compositionId"),
        rows_of("followed_artists", "/users/{userId}/follows", "Follows", "USER", "userId"),
        in_time("recently_followed", "/users/{userId}/follows/recent", "Follows", "userId",
                moment="followedAt", key="PK", of="USER", prefix="FOLLOWED"),
        rows_of("managers_of_artist", "/artists/{artistId}/managers", "Manager", "ARTIST",
                "artistId"),
        rows_of("managed_artists", "/users/{userId}/manages", "Manages", "USER", "userId"),
        in_time("karma_history", "/users/{userId}/karma", "Karma", "userId", moment="at", key="PK",
                of="USER", prefix="KARMA"),
        rows_of("karma_permissions", "/users/{userId}/permissions", "KarmaPermission", "USER",
                "userId"),
        rows_of("karma_rules", "/karma-rules/{entity}", "KarmaRule", "KARMA_RULE", "entity"),
    ]


def events():
    def chosen(world, arguments):
        return sorted((item for item in world["Event"] if item["status"] == arguments["status"]
                       and in_days(item["date"], arguments)
                       and arguments.get("country") in (None, country(item))),
                      key=lambda item: item["GSI1SK"])

    def country(item):
        return item.get("location", {}).get("country", "")

    def legs(arguments):
        return [{"GSI1PK": f"STATUS#{arguments['status']}", **text_bounds(arguments, "DATE#")}]

    statuses = [{"status": status} for status in ("scheduled", "cancelled", "completed")]

    def below(entity, attribute):
        return lambda world, arguments: sorted(
            (item for item in world[entity] if item[attribute] == arguments[attribute]),
            key=lambda item: item["SK"])

    def ids(entity, attribute):
        return lambda world: [{attribute: value} for value in
                              some(item[attribute] for item in world[entity]) + ["nowhere"]]

    def details(world, arguments):
        found = [below(entity, "performanceId")(world, arguments)
                 for entity in ("Performance", "Performs", "SetList")]
        return [item for items in found for item in items]

    return [
        Case("events_by_date", "/events", order=lambda item: item["GSI1SK"], answer=chosen,
             asks=lambda world: times(statuses, some_days(world["Event"], "date")), legs=legs),
        Case("events_in_country", "/events", order=lambda item: item["GSI1SK"], answer=chosen,
             asks=lambda world: times(statuses, [{"country": "India"}, {"country": "Peru"}],
                                      some_days(world["Event"], "date")), legs=legs,
             filter=lambda arguments: Attr("location.country").eq(arguments["country"])),
        Case("event_programme", "/events/{eventId}/programme", order=lambda item: item["SK"],
             asks=ids("Programme", "eventId"), legs=lambda a: [{"PK": f"EVENT#{a['eventId']}"}],
             answer=lambda world, a: [*below("Event", "eventId")(world, a),
                                      *below("Programme", "eventId")(world, a)],
             members={"event": ("Event", False), "performances": ("Programme", True)}),
        Case("performance_details", "/performances/{performanceId}",
             order=lambda item: item["SK"], asks=ids("Performance", "performanceId"),
             legs=lambda a: [{"PK": f"PERFORMANCE#{a['performanceId']}"}], answer=details,
             members={"performance": ("Performance", False), "artists": ("Performs", True),
                      "compositions": ("SetList", True)}),
        in_time("performances_of_artist", "/artists/{artistId}/performances", "Performs",
                "artistId", moment="date", key="GSI1PK", of="ARTIST", prefix="PERFORMS"),
        Case("performances_of_composition", "/compositions/{compositionId}/performances",
             order=lambda item: item["GSI2SK"], asks=ids("SetList", "compositionId"),
             answer=lambda world, a: sorted(below("SetList", "compositionId")(world, a),
                                            key=lambda item: item["GSI2SK"]),
             legs=lambda a: [{"GSI2PK": f"COMPOSITION#{a['compositionId']}"}]),
    ]
