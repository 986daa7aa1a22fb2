"""A client of the server on 127.0.0.1:8000: client.py write|read"""

import sys

import boto3

client = boto3.client("dynamodb", endpoint_url="http://127.0.0.1:8000", region_name="us-east-1",
                      aws_access_key_id="a", aws_secret_access_key="b")
if sys.argv[1] == "write":
    client.create_table(TableName="orders", BillingMode="PAY_PER_REQUEST",
                        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
                        AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}])
    client.put_item(TableName="orders", Item={"id": {"S": "1"}, "v": {"N": "7"}})
item = client.get_item(TableName="orders", Key={"id": {"S": "1"}})["Item"]
if item["v"]["N"] != "7":
    sys.exit(f"not what was written: {item}")
print(f"{sys.argv[1]}: {item}")
