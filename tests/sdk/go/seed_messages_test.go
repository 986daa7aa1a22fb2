package sdk

// The message queue's store (rez_agent): its Go runs here as it was written. What DynamoDB refuses
// of it, or what it does that its author did not mean, is shown as well.

import (
	"fmt"
	"strconv"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

const tableName = "rez-agent-messages-dev"

type Metrics struct {
	CompletedCount int
	FailedCount    int
	SuccessRate    float64
}

func TestMessages(t *testing.T) {
	createTable(t, tableName, []string{"message_id:S"}, map[string][]string{
		"stage-created_date-index":  {"stage:S", "created_date:S"},
		"status-created_date-index": {"status:S", "created_date:S"},
	})
	for day := 1; day <= 31; day++ {
		status := "completed"
		if day%10 == 0 {
			status = "failed"
		}
		putMessage(t, fmt.Sprintf("message-%02d", day), status,
			fmt.Sprintf("2025-10-%02dT14:30:00.000Z", day))
	}
	t.Run("list by stage and date", listByStage)
	t.Run("list failed", listFailed)
	t.Run("list all pages", listAllPages)
	t.Run("range of dates loses the last day", rangeOfDates)
	t.Run("unaliased status is refused", unaliasedStatus)
	t.Run("consistent read of an index is refused", consistentIndexRead)
	t.Run("store with time to live", storeWithTimeToLive)
	t.Run("update status", updateStatus)
	t.Run("update status with unused values is refused", updateWithUnusedValues)
	t.Run("update makes a message that was not there", updateMakesStub)
	t.Run("update under a condition", updateUnderCondition)
	t.Run("a message is fifteen write units", writeUnitsOfAMessage)
	t.Run("metrics", metrics)
	t.Run("add an index by type", addIndexByType)
}

func putMessage(t *testing.T, messageID, status, createdDate string) {
	t.Helper()
	_, err := dynamodbClient.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: aws.String(tableName),
		Item: map[string]types.AttributeValue{
			"message_id": text(messageID), "created_date": text(createdDate),
			"created_by": text("scheduler"), "stage": text("dev"),
			"message_type": text("scheduled_hello"), "status": text(status),
			"payload": &types.AttributeValueMemberM{Value: map[string]types.AttributeValue{
				"text": text("hello world"), "priority": text("default"),
				"tags": &types.AttributeValueMemberL{Value: []types.AttributeValue{
					text("scheduled"), text("daily")}},
			}},
			"updated_date": text(createdDate), "retry_count": number("0"),
			"correlation_id": text("660e9500-f39c-52e5-b827-557766551111"),
		},
	})
	must(t, err)
}

func getMessage(t *testing.T, messageID string) map[string]types.AttributeValue {
	t.Helper()
	result, err := dynamodbClient.GetItem(ctx, &dynamodb.GetItemInput{
		TableName: aws.String(tableName), ConsistentRead: aws.Bool(true),
		Key: map[string]types.AttributeValue{"message_id": text(messageID)},
	})
	must(t, err)
	return result.Item
}

func valueOf(item map[string]types.AttributeValue, name string) string {
	switch value := item[name].(type) {
	case *types.AttributeValueMemberS:
		return value.Value
	case *types.AttributeValueMemberN:
		return value.Value
	}
	return ""
}

func listByStage(t *testing.T) {
	result, err := dynamodbClient.Query(ctx, &dynamodb.QueryInput{
		TableName:              aws.String("rez-agent-messages-dev"),
		IndexName:              aws.String("stage-created_date-index"),
		KeyConditionExpression: aws.String("stage = :stage AND created_date > :date"),
		ExpressionAttributeValues: map[string]types.AttributeValue{
			":stage": &types.AttributeValueMemberS{Value: "dev"},
			":date":  &types.AttributeValueMemberS{Value: "2025-10-01T00:00:00Z"},
		},
		ScanIndexForward: aws.Bool(false), // Descending order
		Limit:            aws.Int32(50),
	})
	must(t, err)
	equal(t, len(result.Items), 31)
	equal(t, valueOf(result.Items[0], "message_id"), "message-31")
	equal(t, valueOf(result.Items[30], "message_id"), "message-01")
}

func listFailed(t *testing.T) {
	result, err := dynamodbClient.Query(ctx, &dynamodb.QueryInput{
		TableName:              aws.String("rez-agent-messages-dev"),
		IndexName:              aws.String("status-created_date-index"),
		KeyConditionExpression: aws.String("#status = :status"),
		ExpressionAttributeNames: map[string]string{
			"#status": "status", // Reserved keyword, use placeholder
		},
		ExpressionAttributeValues: map[string]types.AttributeValue{
			":status": &types.AttributeValueMemberS{Value: "failed"},
		},
		Limit: aws.Int32(100),
	})
	must(t, err)
	equal(t, result.Count, int32(3))
	equal(t, valueOf(result.Items[0], "message_id"), "message-10")
}

func listAllPages(t *testing.T) {
	var allItems []map[string]types.AttributeValue
	var lastKey map[string]types.AttributeValue

	pages := 0
	for {
		result, err := dynamodbClient.Query(ctx, &dynamodb.QueryInput{
			TableName:              aws.String(tableName),
			IndexName:              aws.String("stage-created_date-index"),
			KeyConditionExpression: aws.String("stage = :stage"),
			ExpressionAttributeValues: map[string]types.AttributeValue{
				":stage": &types.AttributeValueMemberS{Value: "dev"},
			},
			Limit:             aws.Int32(10),
			ExclusiveStartKey: lastKey,
		})
		must(t, err)

		allItems = append(allItems, result.Items...)
		pages++

		if result.LastEvaluatedKey == nil {
			break // No more pages
		}
		lastKey = result.LastEvaluatedKey
	}
	equal(t, pages, 4)
	for i, item := range allItems {
		equal(t, valueOf(item, "message_id"), fmt.Sprintf("message-%02d", i+1))
	}
}

func rangeOfDates(t *testing.T) {
	result, err := dynamodbClient.Query(ctx, &dynamodb.QueryInput{
		TableName:              aws.String(tableName),
		IndexName:              aws.String("stage-created_date-index"),
		KeyConditionExpression: aws.String("stage = :stage AND created_date BETWEEN :from AND :to"),
		ExpressionAttributeValues: map[string]types.AttributeValue{
			":stage": text("dev"), ":from": text("2025-10-01"), ":to": text("2025-10-31"),
		},
	})
	must(t, err)
	equal(t, result.Count, int32(30))
}

func unaliasedStatus(t *testing.T) {
	_, err := dynamodbClient.Query(ctx, &dynamodb.QueryInput{
		TableName:                 aws.String(tableName),
		IndexName:                 aws.String("status-created_date-index"),
		KeyConditionExpression:    aws.String("status = :status"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":status": text("failed")},
	})
	refused(t, err, "ValidationException", "Invalid KeyConditionExpression: "+
		"Attribute name is a reserved keyword; reserved keyword: status")
}

func consistentIndexRead(t *testing.T) {
	_, err := dynamodbClient.Query(ctx, &dynamodb.QueryInput{
		TableName:                 aws.String(tableName),
		IndexName:                 aws.String("stage-created_date-index"),
		KeyConditionExpression:    aws.String("stage = :stage"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":stage": text("dev")},
		ConsistentRead:            aws.Bool(true),
	})
	refused(t, err, "ValidationException",
		"Consistent reads are not supported on global secondary indexes")
}

func storeWithTimeToLive(t *testing.T) {
	messageID := "550e8400-e29b-41d4-a716-446655440000"
	ttl := time.Now().Add(90 * 24 * time.Hour).Unix()

	item := map[string]types.AttributeValue{
		"message_id":   &types.AttributeValueMemberS{Value: messageID},
		"created_date": &types.AttributeValueMemberS{Value: time.Now().Format(time.RFC3339)},
		"ttl":          &types.AttributeValueMemberN{Value: strconv.FormatInt(ttl, 10)},
		// ... other attributes
	}
	_, err := dynamodbClient.UpdateTimeToLive(ctx, &dynamodb.UpdateTimeToLiveInput{
		TableName: aws.String(tableName),
		TimeToLiveSpecification: &types.TimeToLiveSpecification{
			AttributeName: aws.String("ttl"), Enabled: aws.Bool(true),
		},
	})
	must(t, err)
	_, err = dynamodbClient.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: aws.String(tableName), Item: item,
	})
	must(t, err)
	equal(t, valueOf(getMessage(t, messageID), "ttl"), strconv.FormatInt(ttl, 10))
}

// setStatus is the document's update, with the values that its comment leaves to the reader.
func setStatus(messageID, status string, alsoUnused bool) error {
	updateExpr := "SET #status = :status, updated_date = :updated_date"
	if status == "processing" {
		updateExpr += ", processing_started_at = :started_at"
	} else if status == "completed" || status == "failed" {
		updateExpr += ", processing_completed_at = :completed_at"
	}
	now := time.Now().Format(time.RFC3339)
	values := map[string]types.AttributeValue{
		":status":       &types.AttributeValueMemberS{Value: status},
		":updated_date": &types.AttributeValueMemberS{Value: time.Now().Format(time.RFC3339)},
	}
	if status == "processing" || alsoUnused {
		values[":started_at"] = text(now)
	}
	if status == "completed" || status == "failed" || alsoUnused {
		values[":completed_at"] = text(now)
	}

	_, err := dynamodbClient.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName: aws.String(tableName),
		Key: map[string]types.AttributeValue{
			"message_id": &types.AttributeValueMemberS{Value: messageID},
		},
		UpdateExpression: aws.String(updateExpr),
		ExpressionAttributeNames: map[string]string{
			"#status": "status",
		},
		ExpressionAttributeValues: values,
	})
	return err
}

func updateStatus(t *testing.T) {
	putMessage(t, "updated", "queued", "2025-11-01T14:30:00.000Z")
	must(t, setStatus("updated", "processing", false))
	must(t, setStatus("updated", "completed", false))
	item := getMessage(t, "updated")
	equal(t, valueOf(item, "status"), "completed")
	equal(t, valueOf(item, "created_by"), "scheduler")
	for _, name := range []string{"processing_started_at", "processing_completed_at"} {
		_, err := time.Parse(time.RFC3339, valueOf(item, name))
		must(t, err)
	}
}

func updateWithUnusedValues(t *testing.T) {
	refused(t, setStatus("message-01", "processing", true), "ValidationException",
		"1 validation error detected: Value provided in ExpressionAttributeValues unused in "+
			"expressions: keys: {:completed_at}")
}

func updateMakesStub(t *testing.T) {
	must(t, setStatus("expired", "completed", false))
	item := getMessage(t, "expired")
	equal(t, valueOf(item, "status"), "completed")
	equal(t, valueOf(item, "created_date"), "")
}

func updateUnderCondition(t *testing.T) {
	messageID := "conditional"
	putMessage(t, messageID, "processing", "2025-11-02T14:30:00.000Z")
	complete := func() error {
		_, err := dynamodbClient.UpdateItem(ctx, &dynamodb.UpdateItemInput{
			TableName: aws.String(tableName),
			Key: map[string]types.AttributeValue{
				"message_id": &types.AttributeValueMemberS{Value: messageID},
			},
			UpdateExpression:    aws.String("SET #status = :new_status"),
			ConditionExpression: aws.String("#status = :expected_status"),
			ExpressionAttributeNames: map[string]string{
				"#status": "status",
			},
			ExpressionAttributeValues: map[string]types.AttributeValue{
				":new_status":      &types.AttributeValueMemberS{Value: "completed"},
				":expected_status": &types.AttributeValueMemberS{Value: "processing"},
			},
		})
		return err
	}
	must(t, complete())
	refused(t, complete(), "ConditionalCheckFailedException", "The conditional request failed")
}

// The document counts one unit a message. But it is written four times, and each time with both
// indexes, one of which must move its entry when the status changes: 3 + 3 * 4.
func writeUnitsOfAMessage(t *testing.T) {
	key := map[string]types.AttributeValue{"message_id": text("priced")}
	put, err := dynamodbClient.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: aws.String(tableName), ReturnConsumedCapacity: types.ReturnConsumedCapacityTotal,
		Item: map[string]types.AttributeValue{
			"message_id": text("priced"), "created_date": text("2025-12-01T14:30:00.000Z"),
			"stage": text("dev"), "status": text("created"),
		},
	})
	must(t, err)
	units := *put.ConsumedCapacity.CapacityUnits
	for _, status := range []string{"queued", "processing", "completed"} {
		update, err := dynamodbClient.UpdateItem(ctx, &dynamodb.UpdateItemInput{
			TableName: aws.String(tableName), Key: key,
			ReturnConsumedCapacity:    types.ReturnConsumedCapacityTotal,
			UpdateExpression:          aws.String("SET #status = :status"),
			ExpressionAttributeNames:  map[string]string{"#status": "status"},
			ExpressionAttributeValues: map[string]types.AttributeValue{":status": text(status)},
		})
		must(t, err)
		units += *update.ConsumedCapacity.CapacityUnits
	}
	equal(t, units, 15.0)
}

func metrics(t *testing.T) {
	queryByStatus := func(status string) (*dynamodb.QueryOutput, error) {
		return dynamodbClient.Query(ctx, &dynamodb.QueryInput{
			TableName: aws.String(tableName), IndexName: aws.String("status-created_date-index"),
			KeyConditionExpression: aws.String(
				"#status = :status AND created_date BETWEEN :from AND :to"),
			ExpressionAttributeNames: map[string]string{"#status": "status"},
			ExpressionAttributeValues: map[string]types.AttributeValue{
				":status": text(status), ":from": text("2025-10-01"), ":to": text("2025-10-32"),
			},
		})
	}
	completed, err := queryByStatus("completed")
	must(t, err)
	failed, err := queryByStatus("failed")
	must(t, err)
	metrics := Metrics{
		CompletedCount: len(completed.Items),
		FailedCount:    len(failed.Items),
		SuccessRate:    float64(len(completed.Items)) / float64(len(completed.Items)+len(failed.Items)),
	}
	equal(t, metrics, Metrics{28, 3, 28.0 / 31.0})
}

func addIndexByType(t *testing.T) {
	const index = "message_type-created_date-index"
	_, err := dynamodbClient.UpdateTable(ctx, &dynamodb.UpdateTableInput{
		TableName: aws.String(tableName),
		AttributeDefinitions: []types.AttributeDefinition{
			{AttributeName: aws.String("message_type"), AttributeType: types.ScalarAttributeTypeS},
			{AttributeName: aws.String("created_date"), AttributeType: types.ScalarAttributeTypeS},
		},
		GlobalSecondaryIndexUpdates: []types.GlobalSecondaryIndexUpdate{{
			Create: &types.CreateGlobalSecondaryIndexAction{
				IndexName: aws.String(index),
				KeySchema: []types.KeySchemaElement{
					{AttributeName: aws.String("message_type"), KeyType: types.KeyTypeHash},
					{AttributeName: aws.String("created_date"), KeyType: types.KeyTypeRange},
				},
				Projection: &types.Projection{ProjectionType: types.ProjectionTypeAll},
			},
		}},
	})
	must(t, err)
	untilActive(t, index)
	result, err := dynamodbClient.Query(ctx, &dynamodb.QueryInput{
		TableName: aws.String(tableName), IndexName: aws.String(index),
		KeyConditionExpression: aws.String("message_type = :type AND created_date < :date"),
		ExpressionAttributeValues: map[string]types.AttributeValue{
			":type": text("scheduled_hello"), ":date": text("2025-11"),
		},
		Select: types.SelectCount,
	})
	must(t, err)
	equal(t, result.Count, int32(31))
}

func untilActive(t *testing.T, index string) {
	t.Helper()
	for attempt := 0; attempt < 2000; attempt++ {
		answer, err := dynamodbClient.DescribeTable(ctx, &dynamodb.DescribeTableInput{
			TableName: aws.String(tableName),
		})
		must(t, err)
		for _, described := range answer.Table.GlobalSecondaryIndexes {
			if *described.IndexName == index && described.IndexStatus == types.IndexStatusActive {
				return
			}
		}
	}
	t.Fatalf("%s did not become active", index)
}
