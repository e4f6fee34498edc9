#!/usr/bin/env bash
# Plays a flow with curl alone: upload, start, three days later a reminder, two signatures, the callbacks.
#
#   countersign serve --workspace ./workspace --port 4010 --clock virtual     # prints email and password once
#   BASE_URL=http://127.0.0.1:4010 EMAIL=… PASSWORD=… ./play-a-flow.sh contract.pdf
set -euo pipefail
pdf=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The first string value of a field of the JSON on standard input; an integration would take jq.
field() {
  awk -v key="\"$1\":\"" '{ at = index($0, key); if (at) { rest = substr($0, at + length(key)); print substr(rest, 1, index(rest, "\"") - 1) } }'
}

# 1. Credentials: four values, sent with every request in one header (OAuth 1.0, PLAINTEXT).
token=$(curl -sSf "$BASE_URL/api/v2/getpersonaltoken" --data-urlencode "email=$EMAIL" --data-urlencode "password=$PASSWORD")
value() { echo "$token" | field "$1"; }
auth="Authorization: OAuth oauth_signature_method=\"PLAINTEXT\", oauth_consumer_key=\"$(value apitoken)\", oauth_token=\"$(value accesstoken)\", oauth_signature=\"$(value apisecret)&$(value accesssecret)\""
api() { curl -sSf -H "$auth" "$@"; }
post() { api -H 'Content-Type: application/json' --data "$2" "$BASE_URL$1"; }

# 2. Upload the PDF and start the flow.
document=$(api -F "file=@$pdf;type=application/pdf" -F title=Contract "$BASE_URL/api/v2/documents/new" | field id)
instance=$(post /flow/instances '{
  "title": "Contract",
  "duration": 14,
  "process": {
    "dsl-version": "0.3.0",
    "automatic-reminders": [{ "date": { "type": "relative", "days_delay": 3, "repeat": "periodically" } }],
    "stages": [{ "signing": {
      "actions": [{ "notify": { "users": ["alice", "bob"], "methods": { "email": { "message": "invitation" } } } }],
      "expect": { "signed-by": { "users": ["alice", "bob"], "documents": ["contract"] } }
    } }]
  },
  "process_parameters": {
    "documents": { "contract": "'"$document"'" },
    "users": {
      "alice": { "id_type": "email", "id": "alice@example.test" },
      "bob": { "id_type": "email", "id": "bob@example.test" }
    },
    "messages": { "invitation": "Please sign the contract." }
  }
}' | field id)
echo "started $instance"

# 3. Move time: three days later everything due has run before this answers.
post /local/clock '{"advance": "P3D"}' > /dev/null
echo "reminders $(api "$BASE_URL/local/mailbox?flow_instance_id=$instance" | grep -o '"kind":"reminder"' | wc -l | tr -d ' ')"

# 4. Read mail and sign: the link in the latest message opens the participant's session, which is two cookies.
for name in alice bob; do
  mail=$(api "$BASE_URL/local/mailbox?flow_instance_id=$instance&participant=$name&limit=1" | field id)
  link=$(api "$BASE_URL/local/mailbox/$mail" | field link)
  curl -sSf -o /dev/null -c "$work/$name" "$link"
  csrf=$(awk '$6 ~ /^csrf_token_/ { print $7 }' "$work/$name")
  curl -sSf -b "$work/$name" -H "X-CSRF-Token: $csrf" -H 'Content-Type: application/json' \
    --data '{"signature": {"kind": "typed", "data": "'"$name"'"}}' \
    "$BASE_URL/flow/instances/$instance/documents/$document/sign"
  echo "signed $name"
done

# 5. Inspect: a step of the clock waits for the seal, and each event is listed, sent or not.
post /local/clock '{"advance": "PT1M"}' > /dev/null
echo "status $(api "$BASE_URL/flow/instances/$instance" | field status)"
echo "callbacks $(api "$BASE_URL/local/callbacks?flow_instance_id=$instance" | grep -o '"type":"completed"' | sort -u | wc -l | tr -d ' ') completed"
