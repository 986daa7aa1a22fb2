"""The items that patterns are asked about: sample data, and what samples do not have.

Sample items have reached the ends of their lifecycles, and the encyclopedia's samples have few
edges, so some are added. All of it is then read by Scan.
"""

import collections
import datetime
import time

import models_pattern_cases
import models_pattern_cases_music
from models_patterns import all_items, day_of, resource

TABLES = models_pattern_cases.TABLES
DAY = datetime.timedelta(days=1)
HOUR = datetime.timedelta(hours=1)
SETTLED_SECONDS_MAX = 60


def worlds():
    """For each model its items by entity."""
    add_messages()
    add_jobs()
    add_executions()
    add_runs()
    add_edges()
    for table_name in TABLES.values():
        remove_the_dying(table_name)
    read = {model: sort_out(model, all_items(TABLES[model])) for model in TABLES}
    read["album_workflow"] = settled_workflow()
    return read


def settled_workflow():
    """The album workflow once the server has done what follows from what was written."""
    deadline = time.monotonic() + SETTLED_SECONDS_MAX
    while True:
        world = sort_out("album_workflow", all_items(TABLES["album_workflow"]))
        if is_settled(world):
            return world
        if time.monotonic() > deadline:
            raise AssertionError("the server keeps no metrics, or lets no task expire")


def is_settled(world):
    """Every day's metrics count its executions, and no pending task should have expired."""
    started = collections.Counter((day_of(run["startTime"]), run["workflowType"], "executionCount")
                                  for run in world["Execution"])
    for run in world["Execution"]:
        for status, count in (("completed", "successCount"), ("failed", "failureCount")):
            key = (day_of(run["startTime"]), run["workflowType"], count)
            started[key] += run["status"] == status
    counted = {(item["date"], item["workflowType"], count): item[count]
               for item in world["Metrics"]
               for count in ("executionCount", "successCount", "failureCount")}
    now = rfc3339(ago(datetime.timedelta()))
    return counted == started and not any(
        task["status"] == "pending" and task["expiresAt"] < now for task in world["Task"])


def sort_out(model, items):
    world = collections.defaultdict(list)
    for item in items:
        world[entity_of(model, item)].append(item)
    return world


def entity_of(model, item):
    if model == "music":
        return models_pattern_cases_music.entity_of(item)
    if model == "album_workflow":
        return item["entityType"].capitalize()
    return {"rez_agent": "Message", "photoeditor": "Job", "execution_index": "Execution"}[model]


def remove_the_dying(table_name):
    """Deletes what expires within the hour: patterns do not show what has expired."""
    table, limit = resource.Table(table_name), time.time() + 3600
    dying = [item for item in all_items(table_name) if item.get("ttl", limit) < limit]
    names = [element["AttributeName"] for element in table.key_schema]
    with table.batch_writer() as batch:
        for item in dying:
            batch.delete_item(Key={name: item[name] for name in names})


def ago(span):
    return datetime.datetime.now(datetime.timezone.utc) - span


def rfc3339(moment):
    return moment.strftime("%Y-%m-%dT%H:%M:%S.000Z")


def milliseconds(moment):
    return int(moment.timestamp() * 1000)


def put(model, *items):
    with resource.Table(TABLES[model]).batch_writer() as batch:
        for item in items:
            batch.put_item(Item=item)


def set_status(model, key, status, **others):
    values = {"status": status, **others}
    resource.Table(TABLES[model]).update_item(
        Key=key, UpdateExpression="SET " + ", ".join(f"#{name} = :{name}" for name in values),
        ExpressionAttributeNames={f"#{name}": name for name in values},
        ExpressionAttributeValues={f":{name}": value for name, value in values.items()})


def numbered_uuid(number):
    return f"00000000-0000-4000-9000-{number:012}"


def add_messages():
    """Two for each of created, queued, and processing since just now and since long."""
    for number in range(8):
        message_id = numbered_uuid(number)
        put("rez_agent", {"message_id": message_id, "created_by": "scheduler",
                          "correlation_id": message_id, "message_type": "scheduled_hello",
                          "payload": {"text": "hello"},
                          "created_date": rfc3339(ago(number * 3 * DAY + HOUR))})
        key = {"message_id": message_id}
        if number % 4 == 1:
            set_status("rez_agent", key, "queued")
        elif number % 4 == 2:
            set_status("rez_agent", key, "processing")
        elif number % 4 == 3:
            set_status("rez_agent", key, "processing", processing_started_at=rfc3339(ago(HOUR)))


def add_jobs():
    """A user with more jobs than two pages hold, in all states."""
    paths = ([], ["PROCESSING"], ["PROCESSING", "EDITING"], ["FAILED"],
             ["PROCESSING", "EDITING", "COMPLETED"])
    for number in range(45):
        job_id = f"{number:026}"
        put("photoeditor", {"jobId": job_id, "userId": "user-of-many-jobs", "fileSize": 1,
                            "fileType": "image/png", "provider": ("gemini", "stub")[number % 2],
                            "createdAt": milliseconds(ago(number * DAY + HOUR))})
        for status in paths[number % len(paths)]:
            others = {"error": {"code": "X", "message": "Y"}} if status == "FAILED" else {}
            if status == "PROCESSING" and number % 10 != 1:
                others["processingStartedAt"] = milliseconds(ago(HOUR))
            set_status("photoeditor", {"jobId": job_id}, status, **others)


def add_executions():
    arn = "arn:aws:states:us-east-1:123456789012:execution:my-agent-prod:"
    put("execution_index", *[
        {"executionArn": f"{arn}running-{number}", "status": "RUNNING",
         "startDate": rfc3339(ago(number * DAY + HOUR))} for number in range(5)])


def add_runs():
    for number in range(6):
        run = numbered_uuid(number)
        put("album_workflow", {"entityType": "execution", "executionId": run,
                               "workflowType": models_pattern_cases.WORKFLOWS[number % 2],
                               "imageS3Key": "x", "createdAt": rfc3339(ago(number * DAY + HOUR))})
        if number > 3:
            set_status("album_workflow", {"pk": run, "sk": "metadata"}, "waiting")
            put("album_workflow", {
                "entityType": "task", "taskId": f"task-{number}", "executionId": run,
                "workflowType": models_pattern_cases.WORKFLOWS[number % 2], "imageS3Key": "x",
                "taskToken": "secret", "albums": [],
                "expiresAt": rfc3339(ago(-20 * HOUR))})


def add_edges():
    """Groups, managers, performances and karma around artists a0..a4 and users u0..u2."""
    metadata = {"SK": "#METADATA"}
    artists = [f"a{number}" for number in range(5)]
    users = [f"u{number}" for number in range(3)]
    put("music",
        *[{**metadata, "PK": f"ARTIST#{artist}", "name": f"Artist {artist}",
           "tradition": "carnatic", "instruments": ["violin", "Sitar"]} for artist in artists],
        *[{**metadata, "PK": f"USER#{user}", "username": user,
           "email": f"{user.upper()}@Example.org"} for user in users],
        {**metadata, "PK": "EVENT#e0", "name": "Concert", "date": "2026-01-02",
         "location": {"country": "Peru"}})
    for number in range(12):
        put("music", {"PK": f"COMPOSITION#c{number}", "SK": "VERSION#LATEST", "title": "X"})
    put("music", *membership_rows(artists), *programme_rows(artists),
        *[row for user in users for row in user_rows(user, artists)],
        *[{"PK": "KARMA_RULE#artist", "SK": f"PERMISSION#{action}", "karma": 100}
          for action in ("create", "edit")])


def membership_rows(artists):
    return [*[{"PK": "ARTIST#a0", "SK": f"MEMBER#{member}"} for member in artists[1:]],
            *[{"PK": "COMPOSITION#c0", "SK": f"ATTRIBUTION#{artist}"} for artist in artists]]


def programme_rows(artists):
    rows = []
    for number in range(4):
        pk, date = f"PERFORMANCE#p{number}", f"2026-01-0{number + 1}"
        rows += [{"PK": pk, "SK": "#METADATA", "date": date},
                 {"PK": "EVENT#e0", "SK": f"PERFORMANCE#p{number}"},
                 *[{"PK": pk, "SK": f"ARTIST#{artist}", "date": date} for artist in artists[:3]],
                 *[{"PK": pk, "SK": f"COMPOSITION#{place:03}#c{place}", "position": place}
                   for place in range(1, 12)]]
    return rows


def user_rows(user, artists):
    """What a user manages, and its karma on several days."""
    pk = f"USER#{user}"
    return [*[{"PK": pk, "SK": f"MANAGES#ARTIST#{artist}"} for artist in artists[:3]],
            *[{"PK": pk, "SK": f"KARMA#2026-02-{day:02}T10:00:00.000Z", "change": day}
              for day in range(1, 20)],
            *[{"PK": pk, "SK": f"KARMA_PERMISSION#artist#{action}"}
              for action in ("create", "edit")]]
