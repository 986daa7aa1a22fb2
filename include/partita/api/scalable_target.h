#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "partita/api/shape.h"
#include "partita/api/timestamp.h"

// What the operations of Application Auto Scaling have in common.
namespace partita::api {

// AWS: all services that can be scaled. Ours: DynamoDb.
enum class ServiceNamespace : std::uint8_t {
  Ecs,
  ElasticMapReduce,
  Ec2,
  AppStream,
  DynamoDb,
  Rds,
  SageMaker,
  CustomResource,
  Comprehend,
  Lambda,
  Cassandra,
  Kafka,
  ElastiCache,
  Neptune,
  Workspaces
};
inline constexpr std::array<std::string_view, 15> kServiceNamespaceWords = {
    "ecs",         "elasticmapreduce", "ec2",        "appstream", "dynamodb",  "rds",
    "sagemaker",   "custom-resource",  "comprehend", "lambda",    "cassandra", "kafka",
    "elasticache", "neptune",          "workspaces"};
constexpr EnumWords wire_names(ServiceNamespace) { return kServiceNamespaceWords; }

// AWS: of all services, in its order.
enum class ScalableDimension : std::uint8_t {
  EcsServiceDesiredCount,
  Ec2SpotFleetTargetCapacity,
  ElasticMapReduceInstanceCount,
  AppStreamDesiredCapacity,
  TableReadCapacityUnits,
  TableWriteCapacityUnits,
  IndexReadCapacityUnits,
  IndexWriteCapacityUnits,
  RdsReadReplicaCount,
  SageMakerDesiredInstanceCount,
  CustomResourceProperty,
  ComprehendClassifierUnits,
  ComprehendRecognizerUnits,
  LambdaProvisionedConcurrency,
  CassandraReadCapacityUnits,
  CassandraWriteCapacityUnits,
  KafkaVolumeSize,
  ElastiCacheNodes,
  ElastiCacheNodeGroups,
  ElastiCacheReplicas,
  NeptuneReadReplicaCount,
  SageMakerProvisionedConcurrency,
  SageMakerDesiredCopyCount,
  WorkspacesDesiredUserSessions
};
inline constexpr std::array<std::string_view, 24> kScalableDimensionWords = {
    "ecs:service:DesiredCount",
    "ec2:spot-fleet-request:TargetCapacity",
    "elasticmapreduce:instancegroup:InstanceCount",
    "appstream:fleet:DesiredCapacity",
    "dynamodb:table:ReadCapacityUnits",
    "dynamodb:table:WriteCapacityUnits",
    "dynamodb:index:ReadCapacityUnits",
    "dynamodb:index:WriteCapacityUnits",
    "rds:cluster:ReadReplicaCount",
    "sagemaker:variant:DesiredInstanceCount",
    "custom-resource:ResourceType:Property",
    "comprehend:document-classifier-endpoint:DesiredInferenceUnits",
    "comprehend:entity-recognizer-endpoint:DesiredInferenceUnits",
    "lambda:function:ProvisionedConcurrency",
    "cassandra:table:ReadCapacityUnits",
    "cassandra:table:WriteCapacityUnits",
    "kafka:broker-storage:VolumeSize",
    "elasticache:cache-cluster:Nodes",
    "elasticache:replication-group:NodeGroups",
    "elasticache:replication-group:Replicas",
    "neptune:cluster:ReadReplicaCount",
    "sagemaker:variant:DesiredProvisionedConcurrency",
    "sagemaker:inference-component:DesiredCopyCount",
    "workspaces:workspacespool:DesiredUserSessions"};
constexpr EnumWords wire_names(ScalableDimension) { return kScalableDimensionWords; }

inline constexpr Bounds kScalingText{.min = 1, .max = 1600};
inline constexpr Bounds kScalingTextList{.min = 0, .max = 50};
inline constexpr Bounds kScalingPage{.min = 1, .max = 50};
inline constexpr Bounds kScalingToken{.min = 0, .max = 4096};

// What is not done at present.
struct SuspendedState {
  std::optional<bool> dynamic_scaling_in_suspended;
  std::optional<bool> dynamic_scaling_out_suspended;
  std::optional<bool> scheduled_scaling_suspended;

  static constexpr auto shape() {
    using Self = SuspendedState;
    return std::tuple(optional("DynamicScalingInSuspended", &Self::dynamic_scaling_in_suspended),
                      optional("DynamicScalingOutSuspended", &Self::dynamic_scaling_out_suspended),
                      optional("ScheduledScalingSuspended", &Self::scheduled_scaling_suspended));
  }
};

// The read or the write capacity of a table or a global index, and between which bounds it may be
// scaled.
struct ScalableTarget {
  ServiceNamespace service_namespace = ServiceNamespace::DynamoDb;
  std::string resource_id;  // "table/Orders", "table/Orders/index/byDate"
  ScalableDimension scalable_dimension = ScalableDimension::TableReadCapacityUnits;
  std::int64_t min_capacity = 0;
  std::int64_t max_capacity = 0;
  std::string role_arn;
  Timestamp creation_time;
  std::optional<SuspendedState> suspended_state;
  std::optional<std::string> scalable_target_arn;

  static constexpr auto shape() {
    using Self = ScalableTarget;
    return std::tuple(
        required("ServiceNamespace", &Self::service_namespace),
        required("ResourceId", &Self::resource_id),
        required("ScalableDimension", &Self::scalable_dimension),
        required("MinCapacity", &Self::min_capacity), required("MaxCapacity", &Self::max_capacity),
        required("RoleARN", &Self::role_arn), required("CreationTime", &Self::creation_time),
        optional("SuspendedState", &Self::suspended_state),
        optional("ScalableTargetARN", &Self::scalable_target_arn));
  }
};

}  // namespace partita::api
