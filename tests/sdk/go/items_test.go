package sdk

// What the SDK for Go adds to the API: marshalling of structs, the expression builder, paginators,
// typed errors, checksums of answers.

import (
	"errors"
	"os"
	"reflect"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

type album struct {
	Artist string            `dynamodbav:"artist"`
	Year   int               `dynamodbav:"year"`
	Title  string            `dynamodbav:"title,omitempty"`
	Price  float64           `dynamodbav:"price"`
	Tags   []string          `dynamodbav:"tags,stringset,omitempty"`
	Cover  []byte            `dynamodbav:"cover,omitempty"`
	Tracks []track           `dynamodbav:"tracks,omitempty"`
	Links  map[string]string `dynamodbav:"links,omitempty"`
	Rating *int              `dynamodbav:"rating"`
	hidden string
}

type track struct {
	Name    string
	Seconds uint16
}

const albums = "go-albums"

func TestAlbums(t *testing.T) {
	createTable(t, albums, []string{"artist:S", "year:N"}, nil)
	t.Run("structs come back", structsComeBack)
	t.Run("big numbers come back", bigNumbersComeBack)
	t.Run("batches are written and read", batches)
	t.Run("the paginator sees each item once", paginator)
	t.Run("the builder's expressions work", builder)
	t.Run("a failed condition has its type", failedCondition)
	t.Run("a cancelled transaction has its reasons", cancelledTransaction)
	t.Run("a missing table has its type", missingTable)
}

func structsComeBack(t *testing.T) {
	rating := 5
	written := album{
		Artist: "Pink Floyd", Year: 1973, Title: "The Dark Side of the Moon", Price: 45.5,
		Tags: []string{"rock"}, Cover: []byte{0, 255, 16}, Tracks: []track{{"Speak to Me", 67}},
		Links: map[string]string{"discogs": "10362"}, Rating: &rating,
	}
	item, err := attributevalue.MarshalMap(written)
	must(t, err)
	_, err = dynamodbClient.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: aws.String(albums), Item: item,
	})
	must(t, err)
	answer, err := dynamodbClient.GetItem(ctx, &dynamodb.GetItemInput{
		TableName: aws.String(albums), ConsistentRead: aws.Bool(true),
		Key: map[string]types.AttributeValue{"artist": item["artist"], "year": item["year"]},
	})
	must(t, err)
	var read album
	must(t, attributevalue.UnmarshalMap(answer.Item, &read))
	if !reflect.DeepEqual(read, written) {
		t.Fatalf("%+v\ninstead of %+v", read, written)
	}
}

func bigNumbersComeBack(t *testing.T) {
	const digits = "1234567890.1234567890123456789012345678"
	key := map[string]types.AttributeValue{"artist": text("number"), "year": number("1E0")}
	_, err := dynamodbClient.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName: aws.String(albums), Key: key, UpdateExpression: aws.String("SET n = :n"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":n": number(digits)},
	})
	must(t, err)
	answer, err := dynamodbClient.GetItem(ctx, &dynamodb.GetItemInput{
		TableName: aws.String(albums), Key: key,
	})
	must(t, err)
	equal(t, valueOf(answer.Item, "n"), digits)
	equal(t, valueOf(answer.Item, "year"), "1")
}

func batches(t *testing.T) {
	var requests []types.WriteRequest
	var keys []map[string]types.AttributeValue
	for year := 1; year <= 25; year++ {
		item, err := attributevalue.MarshalMap(album{Artist: "batch", Year: year, Price: 1})
		must(t, err)
		requests = append(requests, types.WriteRequest{PutRequest: &types.PutRequest{Item: item}})
		keys = append(keys, map[string]types.AttributeValue{
			"artist": item["artist"], "year": item["year"]})
	}
	written, err := dynamodbClient.BatchWriteItem(ctx, &dynamodb.BatchWriteItemInput{
		RequestItems: map[string][]types.WriteRequest{albums: requests},
	})
	must(t, err)
	equal(t, len(written.UnprocessedItems), 0)
	read, err := dynamodbClient.BatchGetItem(ctx, &dynamodb.BatchGetItemInput{
		RequestItems: map[string]types.KeysAndAttributes{albums: {Keys: keys}},
	})
	must(t, err)
	equal(t, len(read.Responses[albums]), 25)
}

func paginator(t *testing.T) {
	pages := dynamodb.NewQueryPaginator(dynamodbClient, &dynamodb.QueryInput{
		TableName: aws.String(albums), KeyConditionExpression: aws.String("artist = :artist"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":artist": text("batch")},
	}, func(options *dynamodb.QueryPaginatorOptions) { options.Limit = 7 })
	var read []album
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		must(t, err)
		var items []album
		must(t, attributevalue.UnmarshalListOfMaps(page.Items, &items))
		read = append(read, items...)
	}
	equal(t, len(read), 25)
	for i, item := range read {
		equal(t, item.Year, i+1)
	}
	scanned := 0
	scan := dynamodb.NewScanPaginator(dynamodbClient, &dynamodb.ScanInput{
		TableName: aws.String(albums), Limit: aws.Int32(10),
		FilterExpression:          aws.String("artist = :artist"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":artist": text("batch")},
	})
	for scan.HasMorePages() {
		page, err := scan.NextPage(ctx)
		must(t, err)
		scanned += len(page.Items)
	}
	equal(t, scanned, 25)
}

func builder(t *testing.T) {
	key := expression.Key("artist").Equal(expression.Value("batch")).
		And(expression.Key("year").Between(expression.Value(5), expression.Value(9)))
	filter := expression.Name("price").LessThan(expression.Value(2)).
		And(expression.Not(expression.Name("title").AttributeExists()))
	built, err := expression.NewBuilder().WithKeyCondition(key).WithFilter(filter).
		WithProjection(expression.NamesList(expression.Name("year"))).Build()
	must(t, err)
	answer, err := dynamodbClient.Query(ctx, &dynamodb.QueryInput{
		TableName: aws.String(albums), KeyConditionExpression: built.KeyCondition(),
		FilterExpression: built.Filter(), ProjectionExpression: built.Projection(),
		ExpressionAttributeNames: built.Names(), ExpressionAttributeValues: built.Values(),
	})
	must(t, err)
	equal(t, answer.Count, int32(5))
	equal(t, len(answer.Items[0]), 1)

	update := expression.Set(expression.Name("title"), expression.Value("new")).
		Add(expression.Name("price"), expression.Value(1)).Remove(expression.Name("tags"))
	built, err = expression.NewBuilder().WithUpdate(update).
		WithCondition(expression.Name("price").Equal(expression.Value(1))).Build()
	must(t, err)
	updated, err := dynamodbClient.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName:        aws.String(albums),
		Key:              map[string]types.AttributeValue{"artist": text("batch"), "year": number("5")},
		UpdateExpression: built.Update(), ConditionExpression: built.Condition(),
		ExpressionAttributeNames: built.Names(), ExpressionAttributeValues: built.Values(),
		ReturnValues: types.ReturnValueUpdatedNew,
	})
	must(t, err)
	equal(t, valueOf(updated.Attributes, "title"), "new")
	equal(t, valueOf(updated.Attributes, "price"), "2")
}

func failedCondition(t *testing.T) {
	_, err := dynamodbClient.DeleteItem(ctx, &dynamodb.DeleteItemInput{
		TableName:           aws.String(albums),
		Key:                 map[string]types.AttributeValue{"artist": text("no"), "year": number("1")},
		ConditionExpression: aws.String("attribute_exists(artist)"),
	})
	var failed *types.ConditionalCheckFailedException
	if !errors.As(err, &failed) {
		t.Fatal(err)
	}
	equal(t, failed.ErrorMessage(), "The conditional request failed")
}

func cancelledTransaction(t *testing.T) {
	put := func(artist, condition string) types.TransactWriteItem {
		return types.TransactWriteItem{Put: &types.Put{
			TableName: aws.String(albums), ConditionExpression: aws.String(condition),
			Item: map[string]types.AttributeValue{"artist": text(artist), "year": number("1")},
		}}
	}
	_, err := dynamodbClient.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{
		TransactItems: []types.TransactWriteItem{
			put("new", "attribute_not_exists(artist)"), put("other", "attribute_exists(artist)")},
	})
	var cancelled *types.TransactionCanceledException
	if !errors.As(err, &cancelled) {
		t.Fatal(err)
	}
	equal(t, len(cancelled.CancellationReasons), 2)
	equal(t, *cancelled.CancellationReasons[0].Code, "None")
	equal(t, *cancelled.CancellationReasons[1].Code, "ConditionalCheckFailed")
	answer, err := dynamodbClient.TransactGetItems(ctx, &dynamodb.TransactGetItemsInput{
		TransactItems: []types.TransactGetItem{{Get: &types.Get{
			TableName: aws.String(albums),
			Key:       map[string]types.AttributeValue{"artist": text("new"), "year": number("1")},
		}}},
	})
	must(t, err)
	equal(t, len(answer.Responses[0].Item), 0)
}

func missingTable(t *testing.T) {
	_, err := dynamodbClient.DescribeTable(ctx, &dynamodb.DescribeTableInput{
		TableName: aws.String("nowhere"),
	})
	var missing *types.ResourceNotFoundException
	if !errors.As(err, &missing) {
		t.Fatal(err)
	}
	equal(t, missing.ErrorMessage(), "Requested resource not found: Table: nowhere not found")
}

func TestCredentials(t *testing.T) {
	endpoint := os.Getenv("PARTITA_ENDPOINT")
	list := func(client *dynamodb.Client) error {
		_, err := client.ListTables(ctx, &dynamodb.ListTablesInput{})
		return err
	}
	guessed := connect(endpoint, withKeys(os.Getenv("AWS_ACCESS_KEY_ID"), "guessed"))
	refused(t, list(guessed), "InvalidSignatureException", "")
	unknown := connect(endpoint, withKeys("AKIAUNKNOWNUNKNOWN00", "guessed"))
	refused(t, list(unknown), "UnrecognizedClientException", "")
	anyone := connect(os.Getenv("PARTITA_OPEN_ENDPOINT"), withKeys("anyone", "anything"))
	must(t, list(anyone))
}
