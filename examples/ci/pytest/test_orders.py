def test_an_order_is_found_again(dynamodb):
    orders = dynamodb.create_table(
        TableName="orders", BillingMode="PAY_PER_REQUEST",
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}])
    orders.put_item(Item={"id": "1", "total": 9})
    assert orders.get_item(Key={"id": "1"})["Item"]["total"] == 9
