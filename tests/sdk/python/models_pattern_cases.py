"""What each access pattern of four of the models must answer, in plain Python."""

import time

from boto3.dynamodb.conditions import Attr
from models_patterns import Case, epoch_bounds, in_days, some, some_days, text_bounds

ROOTS = {"rez_agent": "/api", "photoeditor": "/api/photoeditor",
         "execution_index": "/api/execution_index", "album_workflow": "/api/album_workflow",
         "music": "/api/music"}
TABLES = {"rez_agent": "rez-agent-messages-dev", "photoeditor": "photoeditor-dev-jobs",
          "execution_index": "ExecutionIndex", "album_workflow": "album-workflow",
          "music": "music-encyclopedia"}
NOWHERE = "00000000-0000-4000-8000-000000000000"
QUARTER_OF_AN_HOUR = 15 * 60


def equals(item, arguments):
    """Whether the item has what the arguments say of it, but for the bounds of a range."""
    return all(item.get(name) == value for name, value in arguments.items()
               if name not in ("from", "to"))


def times(*lists):
    """Every combination of arguments."""
    combinations = [{}]
    for options in lists:
        combinations = [{**one, **other} for one in combinations for other in options]
    return combinations


def listed(name, path, entity, parameters, time_of, bounds):
    """Items of an entity by attributes of the same names, newest first, in a range of days."""
    return Case(
        name=name, path=path,
        asks=lambda world: times(*[[{parameter: value} for value in values]
                                   for parameter, values in parameters.items()],
                                 some_days(world[entity], time_of)),
        answer=lambda world, arguments: sorted(
            (item for item in world[entity]
             if equals(item, arguments) and in_days(item[time_of], arguments)),
            key=lambda item: item[time_of], reverse=True),
        legs=lambda arguments: [{name: arguments[name] for name in parameters} | bounds(arguments)],
        order=lambda item: item[time_of], is_newest_first=True)


def one(name, path, entity, attribute, parameter=None):
    """The item of an entity with that id."""
    parameter = parameter or attribute
    return Case(
        name=name, path=path, is_one=True, order=lambda item: 0,
        asks=lambda world: [{parameter: value} for value in
                            some(item[attribute] for item in world[entity]) + [NOWHERE]],
        answer=lambda world, arguments: [item for item in world[entity]
                                         if item[attribute] == arguments[parameter]],
        legs=lambda arguments: [{attribute: arguments[parameter]}])


def rez_agent():
    stages, statuses = ["dev", "prod"], ["completed", "failed", "created", "processing"]

    def stuck(world, arguments):
        # Times of one form sort as text does.
        limit = time.strftime("%Y-%m-%dT%H:%M:%S",
                              time.gmtime(time.time() - QUARTER_OF_AN_HOUR))
        return sorted((item for item in world["Message"]
                       if item["status"] == "processing" and item["processing_started_at"] < limit
                       and in_days(item["created_date"], arguments)),
                      key=lambda item: item["created_date"])

    def listed_messages(name, parameters):
        return listed(name, "/messages", "Message", parameters, "created_date", text_bounds)

    return [
        one("get_message", "/messages/{id}", "Message", "message_id", "id"),
        listed_messages("list_by_stage", {"stage": stages}),
        listed_messages("list_by_stage_and_status", {"stage": stages, "status": statuses}),
        listed_messages("list_by_status", {"status": statuses}),
        Case("stuck", "/messages/stuck",
             asks=lambda world: some_days(world["Message"], "created_date"), answer=stuck,
             legs=lambda arguments: [{"status": "processing", **text_bounds(arguments)}],
             order=lambda item: item["created_date"],
             filter=lambda _: Attr("processing_started_at").lt(time.strftime(
                 "%Y-%m-%dT%H:%M:%S", time.gmtime(time.time() - QUARTER_OF_AN_HOUR)))),
    ]


def photoeditor():
    statuses = ["COMPLETED", "FAILED", "QUEUED", "EDITING"]

    def stuck(world, arguments):
        limit = (time.time() - QUARTER_OF_AN_HOUR) * 1000
        return sorted((item for item in world["Job"]
                       if item["status"] in ("PROCESSING", "EDITING")
                       and item["processingStartedAt"] < limit
                       and in_days(item["createdAt"], arguments)),
                      key=lambda item: item["createdAt"])

    def listed_jobs(name, path, parameters):
        return listed(name, path, "Job", parameters, "createdAt", epoch_bounds)

    users = ["user-of-many-jobs", "user-of-none"]
    return [
        one("get_job", "/jobs/{jobId}", "Job", "jobId"),
        listed_jobs("list_user_jobs", "/users/{userId}/jobs", {"userId": users}),
        listed_jobs("list_user_jobs_by_status", "/users/{userId}/jobs",
                    {"userId": users, "status": statuses}),
        listed_jobs("list_jobs_by_status", "/jobs", {"status": statuses}),
        Case("failed_jobs_of_provider", "/jobs",
             asks=lambda world: times([{"provider": "gemini"}, {"provider": "stub"}],
                                      some_days(world["Job"], "createdAt")),
             answer=lambda world, arguments: sorted(
                 (item for item in world["Job"] if item["status"] == "FAILED"
                  and equals(item, arguments) and in_days(item["createdAt"], arguments)),
                 key=lambda item: item["createdAt"], reverse=True),
             legs=lambda arguments: [{"status": "FAILED", **epoch_bounds(arguments)}],
             order=lambda item: item["createdAt"], is_newest_first=True,
             filter=lambda arguments: Attr("provider").eq(arguments["provider"])),
        Case("stuck_jobs", "/jobs/stuck",
             asks=lambda world: some_days(world["Job"], "createdAt"), answer=stuck,
             legs=lambda arguments: [{"status": status, **epoch_bounds(arguments)}
                                     for status in ("PROCESSING", "EDITING")],
             order=lambda item: item["createdAt"],
             filter=lambda _: Attr("processingStartedAt").lt(
                 int((time.time() - QUARTER_OF_AN_HOUR) * 1000))),
    ]


def execution_index():
    agents = ["billing-agent", "my-agent", "no-agent"]
    statuses = ["SUCCEEDED", "FAILED", "RUNNING"]

    def listed_executions(name, parameters):
        return listed(name, "/executions", "Execution", parameters, "startDate", text_bounds)

    return [
        one("get_execution", "/executions/{executionArn}", "Execution", "executionArn"),
        listed_executions("executions_of_agent", {"agentName": agents}),
        listed_executions("executions_by_status", {"status": statuses}),
        listed_executions("executions_of_agent_by_status",
                          {"agentName": agents, "status": statuses}),
    ]


WORKFLOWS = ["durable-functions", "step-functions"]
RUN_STATES = ["running", "waiting", "completed", "failed"]
TASK_STATES = ["pending", "completed", "expired"]


def album_workflow():
    return [*runs_and_albums(), *tasks(), *metrics()]


def of_run(world):
    """Runs to ask about, with and without their kind of workflow, and one that is not there."""
    runs = {item["executionId"]: item["workflowType"] for item in world["Execution"]}
    asked = [{"executionId": run, "workflowType": runs[run]} for run in some(runs)]
    return [*asked, {"executionId": NOWHERE, "workflowType": "step-functions"}]


def runs_and_albums():
    def ids(world):
        return [{"executionId": arguments["executionId"]} for arguments in of_run(world)]

    def sorted_of(world, entity, arguments, order, newest=False):
        return sorted((item for item in world[entity] if equals(item, arguments)),
                      key=order, reverse=newest)

    def key(item):
        return item["sk"]

    def number(item):
        return item["albumIndex"]

    def created(item):
        return item["createdAt"]

    def status_then_created(item):
        return item["status"], item["createdAt"]

    def by_execution(entity_type):
        return lambda arguments: [{**arguments, "entityType": entity_type}]

    return [
        Case("get_execution", "/executions/{executionId}", asks=ids, is_one=True, order=key,
             answer=lambda world, arguments: sorted_of(world, "Execution", arguments, key),
             legs=lambda arguments: [{"pk": arguments["executionId"]}]),
        Case("list_executions", "/executions", order=status_then_created,
             asks=lambda _: [{"workflowType": kind} for kind in WORKFLOWS],
             answer=lambda world, arguments: sorted_of(world, "Execution", arguments,
                                                       status_then_created),
             legs=by_execution("execution")),
        Case("running_executions", "/executions/running", order=created, is_newest_first=True,
             asks=lambda _: [{"workflowType": kind} for kind in WORKFLOWS],
             answer=lambda world, arguments: sorted_of(
                 world, "Execution", {**arguments, "status": "running"}, created, newest=True),
             legs=lambda arguments: [{**arguments, "entityType": "execution",
                                      "status": "running"}]),
        Case("executions_by_date", "/executions", order=created, is_newest_first=True,
             asks=lambda world: times([{"workflowType": kind} for kind in WORKFLOWS],
                                      some_days(world["Execution"], "createdAt")[1:]),
             answer=lambda world, arguments: [
                 item for item in sorted_of(world, "Execution", arguments, created, newest=True)
                 if in_days(item["createdAt"], arguments)],
             legs=lambda arguments: [
                 {"workflowType": arguments["workflowType"], "entityType": "execution",
                  "status": status, **text_bounds(arguments)} for status in RUN_STATES]),
        Case("execution_with_albums", "/executions/{executionId}/full", asks=ids, order=key,
             answer=lambda world, arguments: sorted_of(world, "Album", arguments, key)
             + sorted_of(world, "Execution", arguments, key),
             legs=lambda arguments: [{"pk": arguments["executionId"]}],
             members={"execution": ("Execution", False), "albums": ("Album", True)}),
        Case("execution_context", "/executions/{executionId}/context", asks=of_run,
             order=lambda item: (item["entityType"], item["sortValue"]),
             answer=lambda world, arguments: sorted_of(world, "Album", arguments, number)
             + sorted_of(world, "Execution", arguments, key)
             + sorted_of(world, "Task", arguments, key),
             legs=lambda arguments: [arguments],
             members={"execution": ("Execution", False), "albums": ("Album", True),
                      "tasks": ("Task", True)}),
        Case("get_album", "/executions/{executionId}/albums/{albumIndex}", is_one=True, order=key,
             asks=lambda world: times(ids(world), [{"albumIndex": 3}, {"albumIndex": 99}]),
             answer=lambda world, arguments: sorted_of(world, "Album", arguments, key),
             legs=lambda arguments: [{"pk": arguments["executionId"],
                                      "sk": f"album-{arguments['albumIndex']}"}]),
        Case("albums_in_key_order", "/executions/{executionId}/albums", asks=ids, order=key,
             answer=lambda world, arguments: sorted_of(world, "Album", arguments, key),
             legs=lambda arguments: [{"pk": arguments["executionId"]}]),
        Case("albums_of_execution", "/executions/{executionId}/albums", asks=of_run, order=number,
             answer=lambda world, arguments: sorted_of(world, "Album", arguments, number),
             legs=by_execution("album")),
        Case("album_by_workflow", "/executions/{executionId}/albums", order=number,
             asks=lambda world: times(of_run(world), [{"albumIndex": 2}, {"albumIndex": 99}]),
             answer=lambda world, arguments: sorted_of(world, "Album", arguments, number),
             legs=lambda arguments: [{
                 "workflowType": arguments["workflowType"], "entityType": "album",
                 "executionId": arguments["executionId"], "sortValue": arguments["albumIndex"]}]),
    ]


def tasks():
    def created(item):
        return item["createdAt"]

    def chosen(world, arguments, newest, **others):
        return sorted((item for item in world["Task"] if equals(item, {**arguments, **others})
                       and in_days(item["createdAt"], arguments)), key=created, reverse=newest)

    def legs(arguments, kinds, statuses):
        return [{"workflowType": kind, "entityType": "task", "status": status,
                 **text_bounds(arguments)} for kind in kinds for status in statuses]

    return [
        Case("get_task", "/tasks/{taskId}", is_one=True, order=created,
             asks=lambda world: [{"taskId": task} for task in
                                 some(item["taskId"] for item in world["Task"]) + ["task-0"]],
             answer=lambda world, arguments: chosen(world, arguments, False),
             legs=lambda arguments: [{"pk": arguments["taskId"]}]),
        Case("pending_tasks", "/tasks/pending", asks=lambda _: [{}], order=created,
             answer=lambda world, arguments: chosen(world, arguments, False, status="pending"),
             legs=lambda arguments: [{"workflowType": kind, "entityType": "task",
                                      "status": "pending"} for kind in WORKFLOWS]),
        Case("tasks_by_status", "/tasks", order=created, is_newest_first=True,
             asks=lambda world: times([{"workflowType": kind} for kind in WORKFLOWS],
                                      [{"status": status} for status in ("pending", "completed")],
                                      some_days(world["Task"], "createdAt")),
             answer=lambda world, arguments: chosen(world, arguments, True),
             legs=lambda arguments: legs(arguments, [arguments["workflowType"]],
                                         [arguments["status"]])),
        Case("tasks_by_date", "/tasks", order=created, is_newest_first=True,
             asks=lambda world: some_days(world["Task"], "createdAt")[1:],
             answer=lambda world, arguments: chosen(world, arguments, True),
             legs=lambda arguments: legs(arguments, WORKFLOWS, TASK_STATES)),
        Case("tasks_of_execution", "/executions/{executionId}/tasks", asks=of_run,
             order=lambda item: item["sortValue"],
             answer=lambda world, arguments: chosen(world, arguments, False),
             legs=lambda arguments: [{**arguments, "entityType": "task"}]),
    ]


def metrics():
    def day(item):
        return item["date"]

    def chosen(world, arguments):
        return sorted((item for item in world["Metrics"] if equals(item, arguments)
                       and in_days(item["date"], arguments)), key=lambda item: (day(item),
                                                                                item["sk"]))

    def days(world):
        return some([item["date"] for item in world["Metrics"]] or ["2025-01-15"]) + ["1999-01-01"]

    return [
        Case("metrics_of_day", "/metrics/{date}/{workflowType}", is_one=True, order=day,
             asks=lambda world: [{"date": date, "workflowType": "step-functions"}
                                 for date in days(world)],
             answer=chosen,
             legs=lambda arguments: [{"pk": arguments["date"],
                                      "sk": f"metrics-{arguments['workflowType']}"}]),
        Case("compare_metrics", "/metrics/{date}", order=lambda item: item["sk"],
             asks=lambda world: [{"date": date} for date in days(world)], answer=chosen,
             legs=lambda arguments: [{"pk": arguments["date"]}],
             shape=lambda item: {"step-functions": "stepFunctions",
                                 "durable-functions": "durableFunctions"}[item["workflowType"]]),
        Case("metrics_by_range", "/metrics", order=day,
             asks=lambda world: times(
                 [{"workflowType": kind} for kind in WORKFLOWS],
                 [{}, {"from": days(world)[0], "to": days(world)[1]}, {"from": days(world)[1]}]),
             answer=chosen,
             legs=lambda arguments: [{"workflowType": arguments["workflowType"],
                                      "entityType": "metrics", "period": "daily",
                                      **text_bounds(arguments)}]),
    ]
