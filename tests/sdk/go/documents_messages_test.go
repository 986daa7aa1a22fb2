package sdk

// The message queue's document (rez_agent) on its modelled table: its Go as it was written, against
// the server that enforces the models. What its author did not mean is shown as well.

import (
	"crypto/rand"
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// modelledMessages are the messages of the server that enforces the models.
type modelledMessages struct {
	dynamodbClient *dynamodb.Client
}

func TestMessagesOfTheModel(t *testing.T) {
	endpoint := os.Getenv("PARTITA_MODELS_ENDPOINT")
	if endpoint == "" {
		t.Fatal("PARTITA_MODELS_ENDPOINT is not set: run this through tests/sdk/server.py --models")
	}
	messages := modelledMessages{connect(endpoint)}
	t.Run("sample item begins as created", messages.sampleItem)
	t.Run("store with time to live", messages.storeWithTimeToLive)
	t.Run("walk through its states", messages.walkThroughStates)
	t.Run("list by stage and by status", messages.listByStageAndStatus)
	t.Run("list all pages", messages.listAllPages)
	t.Run("optimistic locking", messages.optimisticLocking)
	t.Run("no backwards transitions", messages.noBackwardsTransitions)
	t.Run("an update makes no message", messages.updateMakesNoMessage)
	t.Run("payload by type", messages.payloadByType)
	t.Run("metrics", messages.metrics)
	t.Run("batches", messages.batches)
}

func uuid() string {
	var bytes [16]byte
	if _, err := rand.Read(bytes[:]); err != nil {
		panic(err)
	}
	bytes[6] = bytes[6]&0x0f | 0x40
	bytes[8] = bytes[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", bytes[:4], bytes[4:6], bytes[6:8], bytes[8:10], bytes[10:])
}

// sample is the document's item example as a new message, with an id of its own.
func sample(messageID string) map[string]types.AttributeValue {
	return map[string]types.AttributeValue{
		"message_id": text(messageID), "created_by": text("scheduler"), "stage": text("dev"),
		"message_type": text("scheduled_hello"), "status": text("created"),
		"payload": &types.AttributeValueMemberM{Value: map[string]types.AttributeValue{
			"text": text("hello world"), "priority": text("default"),
			"tags": &types.AttributeValueMemberL{Value: []types.AttributeValue{
				text("scheduled"), text("daily")}},
		}},
		"retry_count":    number("0"),
		"correlation_id": text("660e9500-f39c-52e5-b827-557766551111"),
	}
}

func (m modelledMessages) put(item map[string]types.AttributeValue) error {
	_, err := m.dynamodbClient.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: aws.String(tableName), Item: item,
	})
	return err
}

func (m modelledMessages) created(t *testing.T) string {
	t.Helper()
	messageID := uuid()
	must(t, m.put(sample(messageID)))
	return messageID
}

// get is "Pattern 1", with the consistent read of "Strong Consistency".
func (m modelledMessages) get(t *testing.T, messageID string) map[string]types.AttributeValue {
	t.Helper()
	result, err := m.dynamodbClient.GetItem(ctx, &dynamodb.GetItemInput{
		TableName: aws.String(tableName), ConsistentRead: aws.Bool(true),
		Key: map[string]types.AttributeValue{"message_id": text(messageID)},
	})
	must(t, err)
	return result.Item
}

// setStatus is "Pattern 3" with the clock of the worker and what its comment leaves to the reader.
func (m modelledMessages) setStatus(
	messageID, status string, now time.Time, errorMessage string,
) error {
	updateExpr := "SET #status = :status, updated_date = :updated_date"
	if status == "processing" {
		updateExpr += ", processing_started_at = :started_at"
	} else if status == "completed" || status == "failed" {
		updateExpr += ", processing_completed_at = :completed_at"
	}
	values := map[string]types.AttributeValue{
		":status":       &types.AttributeValueMemberS{Value: status},
		":updated_date": &types.AttributeValueMemberS{Value: now.Format(time.RFC3339)},
		// ... conditional attributes
	}
	if status == "processing" {
		values[":started_at"] = text(now.Format(time.RFC3339))
	} else if status == "completed" || status == "failed" {
		values[":completed_at"] = text(now.Format(time.RFC3339))
	}
	if errorMessage != "" {
		updateExpr += ", error_message = :error_message"
		values[":error_message"] = text(errorMessage)
	}

	_, err := m.dynamodbClient.UpdateItem(ctx, &dynamodb.UpdateItemInput{
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

func (m modelledMessages) sampleItem(t *testing.T) {
	completed := sample(uuid())
	completed["status"] = text("completed")
	refused(t, m.put(completed), "ConditionalCheckFailedException", "")
	messageID := m.created(t)
	item := m.get(t, messageID)
	equal(t, valueOf(item, "correlation_id"), "660e9500-f39c-52e5-b827-557766551111")
	equal(t, valueOf(item, "schema_version"), "1.0")
}

func (m modelledMessages) storeWithTimeToLive(t *testing.T) {
	messageID := uuid()
	ttl := time.Now().Add(90 * 24 * time.Hour).Unix()

	item := map[string]types.AttributeValue{
		"message_id":   &types.AttributeValueMemberS{Value: messageID},
		"created_date": &types.AttributeValueMemberS{Value: time.Now().Format(time.RFC3339)},
		"ttl":          &types.AttributeValueMemberN{Value: strconv.FormatInt(ttl, 10)},
		// ... other attributes
	}
	for name, value := range sample(messageID) {
		item[name] = value
	}
	must(t, m.put(item))
	equal(t, valueOf(m.get(t, messageID), "ttl"), strconv.FormatInt(ttl, 10))
	// The ttl of the document's item example is before its creation.
	item["ttl"] = number("1737464400")
	refused(t, m.put(item), "ValidationException", "")
}

func (m modelledMessages) walkThroughStates(t *testing.T) {
	messageID := m.created(t)
	for _, status := range []string{"queued", "processing", "completed"} {
		must(t, m.setStatus(messageID, status, time.Now(), ""))
	}
	item := m.get(t, messageID)
	equal(t, valueOf(item, "status"), "completed")
	for _, name := range []string{"processing_started_at", "processing_completed_at"} {
		_, err := time.Parse(time.RFC3339, valueOf(item, name))
		must(t, err)
	}
	failing := m.created(t)
	must(t, m.setStatus(failing, "processing", time.Now(), ""))
	must(t, m.setStatus(failing, "failed", time.Now(), "ntfy.sh answered 503"))
	equal(t, valueOf(m.get(t, failing), "status"), "failed")
}

func (m modelledMessages) listByStageAndStatus(t *testing.T) {
	messageID := m.created(t)
	result, err := m.dynamodbClient.Query(ctx, &dynamodb.QueryInput{
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
	equal(t, valueOf(result.Items[0], "message_id"), messageID)

	must(t, m.setStatus(messageID, "failed", time.Now(), "it was not published"))
	result, err = m.dynamodbClient.Query(ctx, &dynamodb.QueryInput{
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
	equal(t, valueOf(result.Items[len(result.Items)-1], "message_id"), messageID)
}

func (m modelledMessages) listAllPages(t *testing.T) {
	for i := 0; i < 120; i++ {
		m.created(t)
	}
	var allItems []map[string]types.AttributeValue
	var lastKey map[string]types.AttributeValue

	for {
		result, err := m.dynamodbClient.Query(ctx, &dynamodb.QueryInput{
			TableName:              aws.String(tableName),
			IndexName:              aws.String("stage-created_date-index"),
			KeyConditionExpression: aws.String("stage = :stage"),
			ExpressionAttributeValues: map[string]types.AttributeValue{
				":stage": &types.AttributeValueMemberS{Value: "dev"},
			},
			Limit:             aws.Int32(100),
			ExclusiveStartKey: lastKey,
		})
		must(t, err)

		allItems = append(allItems, result.Items...)

		if result.LastEvaluatedKey == nil {
			break // No more pages
		}
		lastKey = result.LastEvaluatedKey
	}
	seen := map[string]bool{}
	for _, item := range allItems {
		seen[valueOf(item, "message_id")] = true
	}
	equal(t, len(seen), len(allItems))
	equal(t, len(seen) > 120, true)
}

// complete is "Conditional Writes (Optimistic Locking)".
func (m modelledMessages) complete(messageID string) error {
	_, err := m.dynamodbClient.UpdateItem(ctx, &dynamodb.UpdateItemInput{
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

func (m modelledMessages) optimisticLocking(t *testing.T) {
	messageID := m.created(t)
	must(t, m.setStatus(messageID, "processing", time.Now(), ""))
	must(t, m.complete(messageID))
	refused(t, m.complete(messageID), "ConditionalCheckFailedException", "")
}

func (m modelledMessages) noBackwardsTransitions(t *testing.T) {
	messageID := m.created(t)
	for _, status := range []string{"processing", "completed"} {
		must(t, m.setStatus(messageID, status, time.Now(), ""))
	}
	refused(t, m.setStatus(messageID, "processing", time.Now(), ""),
		"ConditionalCheckFailedException", "")
	equal(t, valueOf(m.get(t, messageID), "status"), "completed")
}

// On a bare table the document's update makes a stub of a message that has expired.
func (m modelledMessages) updateMakesNoMessage(t *testing.T) {
	messageID := uuid()
	if m.setStatus(messageID, "completed", time.Now(), "") == nil {
		t.Fatal("the update of a message that is not there was accepted")
	}
	equal(t, len(m.get(t, messageID)), 0)
}

func (m modelledMessages) payloadByType(t *testing.T) {
	manual := sample(uuid())
	manual["message_type"] = text("manual_notification")
	manual["created_by"] = text("user:email@example.com")
	manual["payload"] = &types.AttributeValueMemberM{Value: map[string]types.AttributeValue{
		"text": text("User-defined message"), "title": text("Optional title"),
		"priority": text("high"), "click_url": text("https://example.com"),
		"tags": &types.AttributeValueMemberL{Value: []types.AttributeValue{
			text("manual"), text("urgent")}},
	}}
	must(t, m.put(manual))
	// A type that the document only announces takes any payload.
	later := sample(uuid())
	later["message_type"] = text("deployment_notification")
	later["payload"] = &types.AttributeValueMemberM{
		Value: map[string]types.AttributeValue{"commit": text("6697edb")}}
	must(t, m.put(later))
	wrong := sample(uuid())
	wrong["payload"] = &types.AttributeValueMemberM{
		Value: map[string]types.AttributeValue{"title": text("no text")}}
	refused(t, m.put(wrong), "ValidationException", "")
}

func (m modelledMessages) metrics(t *testing.T) {
	messageID := m.created(t)
	must(t, m.setStatus(messageID, "processing", time.Now(), ""))
	must(t, m.setStatus(messageID, "completed", time.Now(), ""))
	queryByStatus := func(status string, since time.Time) (*dynamodb.QueryOutput, error) {
		return m.dynamodbClient.Query(ctx, &dynamodb.QueryInput{
			TableName: aws.String(tableName), IndexName: aws.String("status-created_date-index"),
			KeyConditionExpression:   aws.String("#status = :status AND created_date > :since"),
			ExpressionAttributeNames: map[string]string{"#status": "status"},
			ExpressionAttributeValues: map[string]types.AttributeValue{
				":status": text(status), ":since": text(since.UTC().Format(time.RFC3339)),
			},
		})
	}
	// Count completed messages (last 24 hours)
	completed, err := queryByStatus("completed", time.Now().Add(-24*time.Hour))
	must(t, err)
	// Count failed messages
	failed, err := queryByStatus("failed", time.Now().Add(-24*time.Hour))
	must(t, err)

	metrics := Metrics{
		CompletedCount: len(completed.Items),
		FailedCount:    len(failed.Items),
		SuccessRate:    float64(len(completed.Items)) / float64(len(completed.Items)+len(failed.Items)),
	}
	equal(t, metrics.CompletedCount > 0 && metrics.SuccessRate > 0 && metrics.SuccessRate <= 1, true)
}

func (m modelledMessages) batches(t *testing.T) {
	var writes []types.WriteRequest
	var keys []map[string]types.AttributeValue
	for i := 0; i < 25; i++ {
		messageID := uuid()
		writes = append(writes, types.WriteRequest{
			PutRequest: &types.PutRequest{Item: sample(messageID)}})
		keys = append(keys, map[string]types.AttributeValue{"message_id": text(messageID)})
	}
	written, err := m.dynamodbClient.BatchWriteItem(ctx, &dynamodb.BatchWriteItemInput{
		RequestItems: map[string][]types.WriteRequest{tableName: writes}})
	must(t, err)
	equal(t, len(written.UnprocessedItems), 0)
	read, err := m.dynamodbClient.BatchGetItem(ctx, &dynamodb.BatchGetItemInput{
		RequestItems: map[string]types.KeysAndAttributes{tableName: {Keys: keys}}})
	must(t, err)
	equal(t, len(read.Responses[tableName]), 25)
}
