#!/usr/bin/env bash
# The AWS CLI against a running Partita, as a person would use it at a prompt.
# Each `check` is one test: what a command prints, or how it fails. Run by tests/sdk/server.py.
set -euo pipefail
readonly endpoint=${PARTITA_ENDPOINT:?run this through tests/sdk/server.py}
failures=0

# Debian's program, not another one of the same name that may come first in the path.
dynamodb() { /usr/bin/aws --endpoint-url "$endpoint" --output text dynamodb "$@"; }
scaling() { /usr/bin/aws --endpoint-url "$endpoint" --output text application-autoscaling "$@"; }
dynamodbstreams() { /usr/bin/aws --endpoint-url "$endpoint" --output text dynamodbstreams "$@"; }

# check <title> <expected> <command>...: the command succeeds and prints exactly this. Columns of
# the CLI's text are written here with one space between.
check() {
  local title=$1 expected=$2 printed
  if ! printed=$("${@:3}" 2>&1); then
    report "$title" "failed: $printed"
    return
  fi
  printed=$(tr '\t' ' ' <<<"$printed")
  [[ $printed == "$expected" ]] || report "$title" "printed: $printed" "instead of: $expected"
}

# refuses <title> <error> <operation> <message> <command>...: the CLI's own words for an error of
# the server, and its exit status for one.
refuses() {
  local title=$1 printed status=0
  local expected="An error occurred ($2) when calling the $3 operation: $4"
  printed=$("${@:5}" 2>&1) || status=$?
  [[ $status == 254 ]] || report "$title" "ended with $status instead of 254: $printed"
  [[ $printed == *"$expected"* ]] || report "$title" "printed: $printed" "instead of: $expected"
}

report() {
  failures=$((failures + 1))
  printf 'not ok: %s\n' "$1"
  printf '  %s\n' "${@:2}"
}

tables() {
  check 'create-table tells the name' Music \
    dynamodb create-table --table-name Music --billing-mode PAY_PER_REQUEST \
    --attribute-definitions AttributeName=artist,AttributeType=S \
    AttributeName=song,AttributeType=S AttributeName=genre,AttributeType=S \
    AttributeName=plays,AttributeType=N \
    --key-schema AttributeName=artist,KeyType=HASH AttributeName=song,KeyType=RANGE \
    --global-secondary-indexes 'IndexName=by-genre,KeySchema=[{AttributeName=genre,KeyType=HASH},
      {AttributeName=plays,KeyType=RANGE}],Projection={ProjectionType=ALL}' \
    --query TableDescription.TableName
  check 'wait table-exists ends' '' dynamodb wait table-exists --table-name Music
  check 'describe-table tells the status' 'ACTIVE by-genre ALL' \
    dynamodb describe-table --table-name Music --query \
    'Table.[TableStatus, GlobalSecondaryIndexes[0].IndexName,
      GlobalSecondaryIndexes[0].Projection.ProjectionType]'
  check 'list-tables lists' Music dynamodb list-tables --query TableNames
  refuses 'create-table twice' ResourceInUseException CreateTable '' \
    dynamodb create-table --table-name Music --billing-mode PAY_PER_REQUEST \
    --attribute-definitions AttributeName=id,AttributeType=S \
    --key-schema AttributeName=id,KeyType=HASH
}

items() {
  check 'put-item in the short form' '' dynamodb put-item --table-name Music \
    --item 'artist={S=ravi},song={S=alpha},genre={S=raga},plays={N=9}'
  check 'batch-write-item leaves nothing over' '0' dynamodb batch-write-item \
    --query 'length(UnprocessedItems)' --request-items '{"Music":[
      {"PutRequest":{"Item":{"artist":{"S":"ravi"},"song":{"S":"beta"},"genre":{"S":"raga"},
        "plays":{"N":"10"}}}},
      {"PutRequest":{"Item":{"artist":{"S":"ravi"},"song":{"S":"gamma"},"genre":{"S":"jazz"},
        "plays":{"N":"1"}}}}]}'
  check 'get-item projects' 'raga' dynamodb get-item --table-name Music --consistent-read \
    --key '{"artist":{"S":"ravi"},"song":{"S":"beta"}}' --projection-expression genre \
    --query Item.genre.S
  check 'update-item returns the new values' 11 dynamodb update-item --table-name Music \
    --key '{"artist":{"S":"ravi"},"song":{"S":"beta"}}' --update-expression 'ADD plays :one' \
    --expression-attribute-values '{":one":{"N":"1"}}' --return-values UPDATED_NEW \
    --query Attributes.plays.N
  refuses 'put-item under a condition' ConditionalCheckFailedException PutItem \
    'The conditional request failed' dynamodb put-item --table-name Music \
    --item '{"artist":{"S":"ravi"},"song":{"S":"beta"}}' \
    --condition-expression 'attribute_not_exists(artist)'
  check 'delete-item returns the old item' jazz dynamodb delete-item --table-name Music \
    --key '{"artist":{"S":"ravi"},"song":{"S":"gamma"}}' --return-values ALL_OLD \
    --query Attributes.genre.S
  refuses 'put-item into no table' ResourceNotFoundException PutItem \
    'Requested resource not found' dynamodb put-item --table-name Nowhere --item '{"id":{"S":"a"}}'
}

reads() {
  check 'query by a prefix' 'alpha' dynamodb query --table-name Music \
    --key-condition-expression 'artist = :a AND begins_with(song, :s)' \
    --expression-attribute-values '{":a":{"S":"ravi"},":s":{"S":"al"}}' --query 'Items[].song.S'
  check 'query of an index, backward' 'beta alpha' dynamodb query --table-name Music \
    --index-name by-genre --key-condition-expression 'genre = :g' --no-scan-index-forward \
    --expression-attribute-values '{":g":{"S":"raga"}}' --query 'Items[].song.S'
  check 'query pages by itself' '2' dynamodb query --table-name Music --page-size 1 \
    --key-condition-expression 'artist = :a' --expression-attribute-values '{":a":{"S":"ravi"}}' \
    --query 'length(Items)' --output json
  check 'scan counts' '1 2' dynamodb scan --table-name Music --filter-expression 'plays > :n' \
    --expression-attribute-values '{":n":{"N":"10"}}' --select COUNT --query '[Count, ScannedCount]'
  local reserved='Attribute name is a reserved keyword; reserved keyword: status'
  refuses 'query with a reserved word' ValidationException Query \
    "Invalid KeyConditionExpression: $reserved" \
    dynamodb query --table-name Music --key-condition-expression 'status = :s' \
    --expression-attribute-values '{":s":{"S":"x"}}'
}

batches_and_transactions() {
  check 'batch-get-item finds both' '2' dynamodb batch-get-item --query 'length(Responses.Music)' \
    --request-items '{"Music":{"Keys":[{"artist":{"S":"ravi"},"song":{"S":"alpha"}},
      {"artist":{"S":"ravi"},"song":{"S":"beta"}}]}}'
  check 'transact-write-items' '' dynamodb transact-write-items --transact-items \
    '[{"Put":{"TableName":"Music","Item":{"artist":{"S":"t"},"song":{"S":"1"}}}},
      {"Delete":{"TableName":"Music","Key":{"artist":{"S":"ravi"},"song":{"S":"alpha"}}}}]'
  check 'transact-get-items' 't None' dynamodb transact-get-items --transact-items \
    '[{"Get":{"TableName":"Music","Key":{"artist":{"S":"t"},"song":{"S":"1"}}}},
      {"Get":{"TableName":"Music","Key":{"artist":{"S":"ravi"},"song":{"S":"alpha"}}}}]' \
    --query '[Responses[0].Item.artist.S, Responses[1].Item]'
  local cancelled='Transaction cancelled, please refer cancellation reasons for specific reasons'
  refuses 'a transaction that is cancelled' TransactionCanceledException TransactWriteItems \
    "$cancelled [ConditionalCheckFailed]" \
    dynamodb transact-write-items --transact-items \
    '[{"ConditionCheck":{"TableName":"Music","Key":{"artist":{"S":"no"},"song":{"S":"1"}},
      "ConditionExpression":"attribute_exists(artist)"}}]'
}

settings() {
  local arn
  arn=$(dynamodb describe-table --table-name Music --query Table.TableArn)
  check 'tag-resource' '' dynamodb tag-resource --resource-arn "$arn" --tags Key=team,Value=music
  check 'list-tags-of-resource' 'team music' dynamodb list-tags-of-resource --resource-arn "$arn" \
    --query 'Tags[].[Key, Value]'
  check 'update-time-to-live' 'ttl True' dynamodb update-time-to-live --table-name Music \
    --time-to-live-specification Enabled=true,AttributeName=ttl \
    --query 'TimeToLiveSpecification.[AttributeName, Enabled]'
  check 'delete-table' Music dynamodb delete-table --table-name Music \
    --query TableDescription.TableName
  check 'wait table-not-exists ends' '' dynamodb wait table-not-exists --table-name Music
}

# put-item in the short form: an order and what it costs.
order() { dynamodb put-item --table-name Orders --item "id={S=$1},cost={N=$2}"; }

# The costs of the orders as the stream's changes leave them behind, by order.
replayed() {
  local event id cost
  declare -A costs=()
  while read -r event id cost; do
    if [[ $event == REMOVE ]]; then unset "costs[$id]"; else costs[$id]=$cost; fi
  done < <(dynamodbstreams get-records --shard-iterator "$1" --query \
    'Records[].[eventName, dynamodb.Keys.id.S, dynamodb.NewImage.cost.N]')
  for id in "${!costs[@]}"; do printf '%s %s\n' "$id" "${costs[$id]}"; done | sort
}

streams() {
  local arn shard start
  check 'create-table with a stream' NEW_AND_OLD_IMAGES \
    dynamodb create-table --table-name Orders --billing-mode PAY_PER_REQUEST \
    --attribute-definitions AttributeName=id,AttributeType=S \
    --key-schema AttributeName=id,KeyType=HASH \
    --stream-specification StreamEnabled=true,StreamViewType=NEW_AND_OLD_IMAGES \
    --query TableDescription.StreamSpecification.StreamViewType
  arn=$(dynamodb describe-table --table-name Orders --query Table.LatestStreamArn)
  check 'list-streams lists' "$arn Orders" dynamodbstreams list-streams --table-name Orders \
    --query 'Streams[].[StreamArn, TableName]'
  check 'describe-stream tells the status' 'ENABLED id' dynamodbstreams describe-stream \
    --stream-arn "$arn" --query 'StreamDescription.[StreamStatus, KeySchema[0].AttributeName]'
  order a 1 && order b 2 && order a 3 && order a 3 && order c 4
  dynamodb delete-item --table-name Orders --key 'id={S=b}'
  shard=$(dynamodbstreams describe-stream --stream-arn "$arn" \
    --query 'StreamDescription.Shards[0].ShardId')
  start=$(dynamodbstreams get-shard-iterator --stream-arn "$arn" --shard-id "$shard" \
    --shard-iterator-type TRIM_HORIZON --query ShardIterator)
  check 'get-records tells the changes in order' 'INSERT INSERT MODIFY INSERT REMOVE' \
    dynamodbstreams get-records --shard-iterator "$start" --query 'Records[].eventName'
  check 'the replay of the stream is the table' "$(dynamodb scan --table-name Orders \
    --query 'Items[].[id.S, cost.N]' | tr '\t' ' ' | sort)" replayed "$start"
  refuses 'get-shard-iterator of no shard' ResourceNotFoundException GetShardIterator \
    'Requested resource not found: Shard does not exist' dynamodbstreams get-shard-iterator \
    --stream-arn "$arn" --shard-id shardId-00000000000000000000-00000000 \
    --shard-iterator-type LATEST
}

capacity() {
  local -r target=(--service-namespace dynamodb --resource-id table/Scaled
    --scalable-dimension dynamodb:table:ReadCapacityUnits)
  dynamodb create-table --table-name Scaled \
    --provisioned-throughput ReadCapacityUnits=5,WriteCapacityUnits=5 \
    --attribute-definitions AttributeName=id,AttributeType=S \
    --key-schema AttributeName=id,KeyType=HASH >/dev/null
  dynamodb wait table-exists --table-name Scaled
  scaling register-scalable-target "${target[@]}" --min-capacity 5 --max-capacity 50 >/dev/null
  check 'describe-scalable-targets tells the bounds' '5 50' scaling describe-scalable-targets \
    --service-namespace dynamodb --query 'ScalableTargets[].[MinCapacity, MaxCapacity]'
  check 'put-scaling-policy has four alarms' 4 scaling put-scaling-policy "${target[@]}" \
    --policy-name follow --policy-type TargetTrackingScaling \
    --target-tracking-scaling-policy-configuration '{"TargetValue": 70,
      "PredefinedMetricSpecification":
        {"PredefinedMetricType": "DynamoDBReadCapacityUtilization"}}' --query 'length(Alarms)'
  check 'deregister-scalable-target is silent' '' scaling deregister-scalable-target "${target[@]}"
  refuses 'put-scheduled-action' UnknownOperationException PutScheduledAction \
    'Partita does not have the operation AnyScaleFrontendService.PutScheduledAction' \
    scaling put-scheduled-action "${target[@]}" --scheduled-action-name night \
    --schedule 'cron(0 0 * * ? *)'
}

strangers() {
  AWS_SECRET_ACCESS_KEY=guessed refuses 'another secret' InvalidSignatureException ListTables \
    'The request signature we calculated does not match' dynamodb list-tables
  AWS_ACCESS_KEY_ID=AKIAUNKNOWNUNKNOWN00 refuses 'an unknown access key' \
    UnrecognizedClientException ListTables \
    'The security token included in the request is invalid.' dynamodb list-tables
}

tables
items
reads
batches_and_transactions
settings
streams
capacity
strangers
[[ $failures == 0 ]] || { printf '%d failed\n' "$failures"; exit 1; }
echo 'all passed'
