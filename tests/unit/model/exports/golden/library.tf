# The tables of the model library, version 4.
# With stage = prod.

terraform {
  required_providers {
    # 6.29 brought key_schema, for indexes with several key attributes.
    aws = {
      source  = "hashicorp/aws"
      version = ">= 6.29"
    }
  }
}

resource "aws_dynamodb_table" "main" {
  name                        = "library-prod"
  billing_mode                = "PROVISIONED"
  read_capacity               = 5
  write_capacity              = 2
  hash_key                    = "pk"
  range_key                   = "sk"
  table_class                 = "STANDARD_INFREQUENT_ACCESS"
  deletion_protection_enabled = true
  stream_enabled              = true
  stream_view_type            = "NEW_IMAGE"

  attribute {
    name = "dueOn"
    type = "S"
  }

  attribute {
    name = "kind"
    type = "S"
  }

  attribute {
    name = "pk"
    type = "S"
  }

  attribute {
    name = "sk"
    type = "S"
  }

  attribute {
    name = "state"
    type = "S"
  }

  attribute {
    name = "title"
    type = "S"
  }

  # Loans by state.
  global_secondary_index {
    name               = "by-state"
    projection_type    = "INCLUDE"
    non_key_attributes = ["bookId"]
    read_capacity      = 5
    write_capacity     = 2

    key_schema {
      attribute_name = "kind"
      key_type       = "HASH"
    }

    key_schema {
      attribute_name = "state"
      key_type       = "HASH"
    }

    key_schema {
      attribute_name = "dueOn"
      key_type       = "RANGE"
    }

    key_schema {
      attribute_name = "title"
      key_type       = "RANGE"
    }
  }

  local_secondary_index {
    name            = "local"
    range_key       = "title"
    projection_type = "KEYS_ONLY"
  }

  # later comes with phase 2.

  ttl {
    attribute_name = "ttl"
    enabled        = true
  }

  point_in_time_recovery {
    enabled                 = true
    recovery_period_in_days = 7
  }

  # False is the key that AWS owns; true without an ARN is the managed aws/dynamodb.
  server_side_encryption {
    enabled     = true
    kms_key_arn = "arn:aws:kms:eu-west-1:123456789012:key/abc"
  }

  tags = {
    "Name"        = "library-prod"
    "cost center" = "\"5\" of prod"
  }

  # Auto scaling sets capacity. To change an index, drop global_secondary_index.
  lifecycle {
    ignore_changes = [read_capacity, write_capacity, global_secondary_index]
  }
}

resource "aws_appautoscaling_target" "main_read" {
  service_namespace  = "dynamodb"
  resource_id        = "table/${aws_dynamodb_table.main.name}"
  scalable_dimension = "dynamodb:table:ReadCapacityUnits"
  min_capacity       = 5
  max_capacity       = 50
}

resource "aws_appautoscaling_policy" "main_read" {
  name               = "main_read"
  policy_type        = "TargetTrackingScaling"
  service_namespace  = aws_appautoscaling_target.main_read.service_namespace
  resource_id        = aws_appautoscaling_target.main_read.resource_id
  scalable_dimension = aws_appautoscaling_target.main_read.scalable_dimension

  target_tracking_scaling_policy_configuration {
    target_value = 60

    predefined_metric_specification {
      predefined_metric_type = "DynamoDBReadCapacityUtilization"
    }
  }
}

resource "aws_appautoscaling_target" "main_by-state_read" {
  service_namespace  = "dynamodb"
  resource_id        = "table/${aws_dynamodb_table.main.name}/index/by-state"
  scalable_dimension = "dynamodb:index:ReadCapacityUnits"
  min_capacity       = 5
  max_capacity       = 50
}

resource "aws_appautoscaling_policy" "main_by-state_read" {
  name               = "main_by-state_read"
  policy_type        = "TargetTrackingScaling"
  service_namespace  = aws_appautoscaling_target.main_by-state_read.service_namespace
  resource_id        = aws_appautoscaling_target.main_by-state_read.resource_id
  scalable_dimension = aws_appautoscaling_target.main_by-state_read.scalable_dimension

  target_tracking_scaling_policy_configuration {
    target_value = 60

    predefined_metric_specification {
      predefined_metric_type = "DynamoDBReadCapacityUtilization"
    }
  }
}
