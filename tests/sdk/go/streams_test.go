package sdk

// The client of DynamoDB Streams: a stream is found, followed to its end, and replayed.

import (
	"errors"
	"os"
	"reflect"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	streamvalue "github.com/aws/aws-sdk-go-v2/feature/dynamodbstreams/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/dynamodbstreams"
	streamtypes "github.com/aws/aws-sdk-go-v2/service/dynamodbstreams/types"
)

type order struct {
	ID   string `dynamodbav:"id"`
	Cost int    `dynamodbav:"cost"`
}

const orders = "go-orders"

func TestStreams(t *testing.T) {
	createTable(t, orders, []string{"id:S"}, nil)
	arn := enableStream(t, orders)
	streams := connectStreams(t)
	changeOrders(t)
	records := follow(t, streams, arn)
	var names []streamtypes.OperationType
	for _, record := range records {
		names = append(names, record.EventName)
	}
	expected := []streamtypes.OperationType{"INSERT", "INSERT", "MODIFY", "REMOVE", "INSERT"}
	if !reflect.DeepEqual(names, expected) {
		t.Errorf("the changes are %v instead of %v", names, expected)
	}
	if replayed, stored := replay(t, records), scanOrders(t); !reflect.DeepEqual(replayed, stored) {
		t.Errorf("the replay is %v, the table %v", replayed, stored)
	}
	missingStream(t, streams, arn)
}

func connectStreams(t *testing.T) *dynamodbstreams.Client {
	t.Helper()
	settings, err := config.LoadDefaultConfig(ctx)
	must(t, err)
	endpoint := dynamodbstreams.EndpointResolverFromURL(os.Getenv("PARTITA_ENDPOINT"))
	return dynamodbstreams.NewFromConfig(settings, func(o *dynamodbstreams.Options) {
		o.EndpointResolver = endpoint
	})
}

func enableStream(t *testing.T, table string) *string {
	t.Helper()
	updated, err := dynamodbClient.UpdateTable(ctx, &dynamodb.UpdateTableInput{
		TableName: aws.String(table),
		StreamSpecification: &types.StreamSpecification{
			StreamEnabled: aws.Bool(true), StreamViewType: types.StreamViewTypeNewAndOldImages,
		},
	})
	must(t, err)
	return updated.TableDescription.LatestStreamArn
}

func changeOrders(t *testing.T) {
	t.Helper()
	for _, each := range []order{{"a", 1}, {"b", 2}, {"a", 3}, {"a", 3}} {
		item, err := attributevalue.MarshalMap(each)
		must(t, err)
		_, err = dynamodbClient.PutItem(ctx, &dynamodb.PutItemInput{
			TableName: aws.String(orders), Item: item,
		})
		must(t, err)
	}
	key := func(id string) map[string]types.AttributeValue {
		return map[string]types.AttributeValue{"id": &types.AttributeValueMemberS{Value: id}}
	}
	_, err := dynamodbClient.DeleteItem(ctx, &dynamodb.DeleteItemInput{
		TableName: aws.String(orders), Key: key("b"),
	})
	must(t, err)
	_, err = dynamodbClient.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName: aws.String(orders), Key: key("c"), UpdateExpression: aws.String("ADD cost :c"),
		ExpressionAttributeValues: map[string]types.AttributeValue{
			":c": &types.AttributeValueMemberN{Value: "5"},
		},
	})
	must(t, err)
}

// follow reads every shard from its oldest record to the newest, two at a time.
func follow(t *testing.T, streams *dynamodbstreams.Client, arn *string) []streamtypes.Record {
	t.Helper()
	described, err := streams.DescribeStream(ctx, &dynamodbstreams.DescribeStreamInput{StreamArn: arn})
	must(t, err)
	var records []streamtypes.Record
	for _, shard := range described.StreamDescription.Shards {
		start, err := streams.GetShardIterator(ctx, &dynamodbstreams.GetShardIteratorInput{
			StreamArn: arn, ShardId: shard.ShardId,
			ShardIteratorType: streamtypes.ShardIteratorTypeTrimHorizon,
		})
		must(t, err)
		for iterator := start.ShardIterator; iterator != nil; {
			page, err := streams.GetRecords(ctx, &dynamodbstreams.GetRecordsInput{
				ShardIterator: iterator, Limit: aws.Int32(2),
			})
			must(t, err)
			if len(page.Records) == 0 {
				break
			}
			records, iterator = append(records, page.Records...), page.NextShardIterator
		}
	}
	return records
}

func replay(t *testing.T, records []streamtypes.Record) map[string]order {
	t.Helper()
	replayed := map[string]order{}
	for _, record := range records {
		var before, now order
		must(t, streamvalue.UnmarshalMap(record.Dynamodb.OldImage, &before))
		must(t, streamvalue.UnmarshalMap(record.Dynamodb.NewImage, &now))
		if replayed[before.ID] != before {
			t.Errorf("before %v there was %v instead of %v", now, replayed[before.ID], before)
		}
		delete(replayed, before.ID)
		if record.EventName != streamtypes.OperationTypeRemove {
			replayed[now.ID] = now
		}
	}
	return replayed
}

func scanOrders(t *testing.T) map[string]order {
	t.Helper()
	page, err := dynamodbClient.Scan(ctx, &dynamodb.ScanInput{TableName: aws.String(orders)})
	must(t, err)
	var all []order
	must(t, attributevalue.UnmarshalListOfMaps(page.Items, &all))
	stored := map[string]order{}
	for _, each := range all {
		stored[each.ID] = each
	}
	return stored
}

func missingStream(t *testing.T, streams *dynamodbstreams.Client, arn *string) {
	t.Helper()
	_, err := streams.DescribeStream(ctx, &dynamodbstreams.DescribeStreamInput{
		StreamArn: aws.String(*arn + "0"),
	})
	var missing *streamtypes.ResourceNotFoundException
	if !errors.As(err, &missing) {
		t.Errorf("a missing stream is %v", err)
	}
}
