"""Auto scaling with boto3's own client of it, and in the order in which Terraform calls it."""

import time
import unittest

import boto3
from botocore.config import Config

from partita import ENDPOINT, TestCase, client, unique_name

scaling = boto3.client("application-autoscaling", endpoint_url=ENDPOINT,
                       config=Config(retries={"max_attempts": 0}))


def target_of(table, direction="Read"):
    return {"ServiceNamespace": "dynamodb", "ResourceId": f"table/{table}",
            "ScalableDimension": f"dynamodb:table:{direction}CapacityUnits"}


def tracking(direction="Read", value=70.0, **others):
    metric = {"PredefinedMetricType": f"DynamoDB{direction}CapacityUtilization"}
    return {"PolicyType": "TargetTrackingScaling", "TargetTrackingScalingPolicyConfiguration":
            {"TargetValue": value, "PredefinedMetricSpecification": metric, **others}}


def capacity(table):
    throughput = client.describe_table(TableName=table)["Table"]["ProvisionedThroughput"]
    return throughput["ReadCapacityUnits"], throughput["WriteCapacityUnits"]


class Scaling(TestCase):
    def setUp(self):
        self.name = unique_name()
        client.create_table(
            TableName=self.name,
            ProvisionedThroughput={"ReadCapacityUnits": 5, "WriteCapacityUnits": 5},
            AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
            KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}])
        client.get_waiter("table_exists").wait(TableName=self.name, WaiterConfig={"Delay": 1})

    def capacity_becomes(self, wanted, seconds=30):
        end = time.monotonic() + seconds
        while capacity(self.name) != wanted and time.monotonic() < end:
            client.list_tables()
        self.assertEqual(capacity(self.name), wanted)

    def test_a_minimum_above_the_capacity_raises_it_within_seconds(self):
        target = target_of(self.name)
        scaling.register_scalable_target(**target, MinCapacity=20, MaxCapacity=100)
        self.capacity_becomes((20, 5))
        done = scaling.describe_scaling_activities(**target)["ScalingActivities"]
        self.assertEqual(done[0]["Description"], "Setting read capacity units to 20.")
        self.assertEqual(done[0]["Cause"], "minimum capacity was set to 20")

    def test_as_terraform_calls_it(self):
        target = target_of(self.name, "Write")
        # aws_appautoscaling_target: create, then what it reads before each plan.
        # Debian's boto3 is older than the tags and the ARN of a target: scripts have those.
        scaling.register_scalable_target(**target, MinCapacity=5, MaxCapacity=50)
        asked = {"ServiceNamespace": "dynamodb", "ResourceIds": [target["ResourceId"]],
                 "ScalableDimension": target["ScalableDimension"]}
        [read] = scaling.describe_scalable_targets(**asked)["ScalableTargets"]
        self.assertEqual((read["MinCapacity"], read["MaxCapacity"]), (5, 50))
        self.assertIn("AWSServiceRoleForApplicationAutoScaling_DynamoDBTable", read["RoleARN"])
        self.assertEqual(set(read["SuspendedState"].values()), {False})
        # aws_appautoscaling_policy.
        answer = scaling.put_scaling_policy(**target, PolicyName="jobs_write", **tracking("Write"))
        self.assertEqual([alarm["AlarmName"].split("-")[-6] for alarm in answer["Alarms"]],
                         ["AlarmHigh", "AlarmLow", "ProvisionedCapacityHigh",
                          "ProvisionedCapacityLow"])
        [policy] = scaling.describe_scaling_policies(
            **target, PolicyNames=["jobs_write"])["ScalingPolicies"]
        self.assertEqual(policy["PolicyARN"], answer["PolicyARN"])
        self.assertEqual(policy["PolicyType"], "TargetTrackingScaling")
        self.assertEqual(policy["TargetTrackingScalingPolicyConfiguration"],
                         tracking("Write")["TargetTrackingScalingPolicyConfiguration"])
        # A changed block.
        scaling.register_scalable_target(**target, MaxCapacity=60)
        scaling.put_scaling_policy(**target, PolicyName="jobs_write",
                                   **tracking("Write", 50.5, ScaleInCooldown=60))
        [read] = scaling.describe_scalable_targets(**asked)["ScalableTargets"]
        self.assertEqual((read["MinCapacity"], read["MaxCapacity"]), (5, 60))
        [policy] = scaling.describe_scaling_policies(**target)["ScalingPolicies"]
        changed = policy["TargetTrackingScalingPolicyConfiguration"]
        self.assertEqual((changed["TargetValue"], changed["ScaleInCooldown"]), (50.5, 60))
        # destroy: it looks until nothing is left.
        scaling.delete_scaling_policy(**target, PolicyName="jobs_write")
        self.assertEqual(scaling.describe_scaling_policies(**target)["ScalingPolicies"], [])
        scaling.deregister_scalable_target(**target)
        self.assertEqual(scaling.describe_scalable_targets(**asked)["ScalableTargets"], [])
        with self.assertRaises(scaling.exceptions.ObjectNotFoundException):
            scaling.deregister_scalable_target(**target)

    def test_errors_are_those_of_the_service(self):
        target = target_of(self.name)
        with self.assertRaises(scaling.exceptions.ObjectNotFoundException) as refused:
            scaling.put_scaling_policy(**target, PolicyName="p", **tracking())
        self.assertEqual(
            refused.exception.response["Error"]["Message"],
            "No scalable target registered for service namespace: dynamodb, resource ID: "
            f"table/{self.name}, scalable dimension: dynamodb:table:ReadCapacityUnits")
        with self.assertRaises(scaling.exceptions.ValidationException):
            scaling.register_scalable_target(**target_of("nowhere"), MinCapacity=1, MaxCapacity=2)
        with self.assertRaises(scaling.exceptions.InvalidNextTokenException):
            scaling.describe_scalable_targets(ServiceNamespace="dynamodb", NextToken="x")

    def test_a_paginator_reads_all_targets(self):
        for direction in ("Read", "Write"):
            scaling.register_scalable_target(
                **target_of(self.name, direction), MinCapacity=5, MaxCapacity=10)
        pages = scaling.get_paginator("describe_scalable_targets").paginate(
            ServiceNamespace="dynamodb", ResourceIds=[f"table/{self.name}"],
            PaginationConfig={"PageSize": 1})
        found = [target["ScalableDimension"] for page in pages
                 for target in page["ScalableTargets"]]
        self.assertEqual(found, ["dynamodb:table:ReadCapacityUnits",
                                 "dynamodb:table:WriteCapacityUnits"])


if __name__ == "__main__":
    unittest.main()
