// A tour of rez_agent's messages with the AWS SDK for Go v2: a scheduler creates a message, a
// processor delivers it, and the server keeps both from going astray.
package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"sort"
	"strings"
	"sync"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"
)

const tableName = "rez-agent-messages-dev"

type item = map[string]types.AttributeValue

var (
	ctx = context.Background()
	db  = connect()
)

func main() {
	id := newUUID()
	message := item{
		"message_id": text(id), "created_by": text("scheduler"),
		"message_type": text("scheduled_hello"), "correlation_id": text(newUUID()),
		"payload": &types.AttributeValueMemberM{Value: item{"text": text("hello world")}},
	}
	must(put(message))
	fmt.Println("The scheduler creates a message; the server adds state, times and time to live:")
	show(get(id), "status", "stage", "created_date", "ttl", "retry_count")

	message["created_by"] = text("nobody")
	refused("Somebody without an address creates one:", put(message))
	refused("It cannot be completed before it was processed:", setStatus(id, "completed", nil))

	must(setStatus(id, "processing", nil))
	must(setStatus(id, "processing", nil))
	fmt.Println("It is delivered twice, as queues do; the start is stamped once, the retry counted:")
	show(get(id), "status", "retry_count", "processing_started_at")

	refused("A failure needs its reason:", setStatus(id, "failed", nil))
	race(id)
	refused("A message that is not there is not made by an update:",
		setStatus(newUUID(), "processing", nil))
}

// race lets one processor complete the message and another one fail it, at the same moment.
func race(id string) {
	outcomes := make([]error, 2)
	var processors sync.WaitGroup
	processors.Add(2)
	go func() {
		defer processors.Done()
		outcomes[0] = setStatus(id, "completed", item{"notification_id": text("ntfy_abc123")})
	}()
	go func() {
		defer processors.Done()
		outcomes[1] = setStatus(id, "failed", item{"error_message": text("ntfy.sh answered 503")})
	}()
	processors.Wait()
	won := 0
	var lost *types.ConditionalCheckFailedException
	for _, err := range outcomes {
		if err == nil {
			won++
		} else if !errors.As(err, &lost) {
			must(err)
		}
	}
	fmt.Printf("Two processors end it at once, one with success, one with failure: %d of 2 wins.\n", won)
	if won != 1 {
		os.Exit(1)
	}
}

func connect() *dynamodb.Client {
	endpoint := os.Getenv("AWS_ENDPOINT_URL_DYNAMODB")
	if endpoint == "" {
		endpoint = "http://127.0.0.1:8000"
	}
	// A local server takes any credentials.
	settings, err := config.LoadDefaultConfig(ctx, config.WithRegion("us-east-1"),
		config.WithCredentialsProvider(credentials.NewStaticCredentialsProvider("me", "any", "")))
	must(err)
	return dynamodb.NewFromConfig(settings, func(o *dynamodb.Options) {
		o.EndpointResolver = dynamodb.EndpointResolverFromURL(endpoint)
	})
}

func put(message item) error {
	_, err := db.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: aws.String(tableName), Item: message,
	})
	return err
}

func get(id string) item {
	answer, err := db.GetItem(ctx, &dynamodb.GetItemInput{
		TableName: aws.String(tableName), Key: item{"message_id": text(id)},
	})
	must(err)
	return answer.Item
}

// setStatus moves a message, and sets what else there is to say about it.
func setStatus(id, status string, others item) error {
	input := &dynamodb.UpdateItemInput{
		TableName: aws.String(tableName), Key: item{"message_id": text(id)},
		ExpressionAttributeNames:  map[string]string{"#status": "status"},
		ExpressionAttributeValues: item{":status": text(status)},
	}
	sets := []string{"#status = :status"}
	for name, value := range others {
		sets = append(sets, name+" = :"+name)
		input.ExpressionAttributeValues[":"+name] = value
	}
	sort.Strings(sets)
	input.UpdateExpression = aws.String("SET " + strings.Join(sets, ", "))
	_, err := db.UpdateItem(ctx, input)
	return err
}

// refused prints how the server refuses what it must refuse.
func refused(step string, err error) {
	var answer smithy.APIError
	if !errors.As(err, &answer) {
		fmt.Fprintf(os.Stderr, "%s this was not refused: %v\n", step, err)
		os.Exit(1)
	}
	fmt.Printf("%s\n  %s: %s\n", step, answer.ErrorCode(), answer.ErrorMessage())
}

func show(message item, names ...string) {
	var parts []string
	for _, name := range names {
		switch value := message[name].(type) {
		case *types.AttributeValueMemberS:
			parts = append(parts, name+": "+value.Value)
		case *types.AttributeValueMemberN:
			parts = append(parts, name+": "+value.Value)
		}
	}
	fmt.Println("  " + strings.Join(parts, ", "))
}

func text(value string) types.AttributeValue { return &types.AttributeValueMemberS{Value: value} }

func newUUID() string {
	var bytes [16]byte
	_, err := rand.Read(bytes[:])
	must(err)
	bytes[6] = bytes[6]&0x0f | 0x40
	bytes[8] = bytes[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", bytes[:4], bytes[4:6], bytes[6:8], bytes[8:10], bytes[10:])
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
