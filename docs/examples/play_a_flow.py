"""Plays a flow from Python, with the standard library alone (3.9 or newer).

    countersign serve --workspace ./workspace --port 4010 --clock virtual     # prints email and password once
    BASE_URL=http://127.0.0.1:4010 EMAIL=... PASSWORD=... python3 play_a_flow.py contract.pdf
"""

import http.client
import json
import os
import sys
import threading
import urllib.parse
import urllib.request
import uuid
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

BASE = urllib.parse.urlsplit(os.environ.get("BASE_URL", "http://127.0.0.1:4010"))


def ask(method, path, headers=None, body=None):
    """One request. Answers the parsed body and the headers; an error body is raised as it came."""
    connection = http.client.HTTPConnection(BASE.hostname, BASE.port, timeout=60)
    connection.request(method, path, body, headers or {})
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    if answer.status >= 400:
        raise RuntimeError(f"{method} {path}: {answer.status} {text.decode()}")
    is_json = (answer.getheader("content-type") or "").startswith("application/json")
    return (json.loads(text) if is_json and text else None), answer.headers


# 1. Credentials: four values, sent with every request in one header (OAuth 1.0, PLAINTEXT).
form = urllib.parse.urlencode({"email": os.environ["EMAIL"], "password": os.environ["PASSWORD"]})
token, _ = ask("POST", "/api/v2/getpersonaltoken", {"content-type": "application/x-www-form-urlencoded"}, form)
AUTHORIZATION = (
    'OAuth oauth_signature_method="PLAINTEXT", '
    f'oauth_consumer_key="{token["apitoken"]}", oauth_token="{token["accesstoken"]}", '
    f'oauth_signature="{token["apisecret"]}&{token["accesssecret"]}"'
)


def get(path):
    return ask("GET", path, {"authorization": AUTHORIZATION})[0]


def post(path, body):
    headers = {"authorization": AUTHORIZATION, "content-type": "application/json"}
    return ask("POST", path, headers, json.dumps(body))[0]


# 2. A receiver for callbacks. Any 2xx takes an event; event_id tells a repeat, sequence the order.
events = {}


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        event = json.loads(self.rfile.read(int(self.headers["content-length"])))
        events[event["event_id"]] = event
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_args):
        pass


receiver = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
threading.Thread(target=receiver.serve_forever, daemon=True).start()

# 3. Upload the PDF and start the flow.
boundary = uuid.uuid4().hex
with open(sys.argv[1], "rb") as pdf:
    part = (
        f'--{boundary}\r\ncontent-disposition: form-data; name="file"; filename="contract.pdf"\r\n'
        "content-type: application/pdf\r\n\r\n"
    ).encode() + pdf.read() + f"\r\n--{boundary}--\r\n".encode()
headers = {"authorization": AUTHORIZATION, "content-type": f"multipart/form-data; boundary={boundary}"}
document, _ = ask("POST", "/api/v2/documents/new", headers, part)
instance = post("/flow/instances", {
    "title": "Contract",
    "duration": 14,
    "callback": {"url": f"http://127.0.0.1:{receiver.server_port}/"},
    "process": {
        "dsl-version": "0.3.0",
        "automatic-reminders": [{"date": {"type": "relative", "days_delay": 3, "repeat": "periodically"}}],
        "stages": [{"signing": {
            "actions": [{"notify": {"users": ["alice", "bob"], "methods": {"email": {"message": "invitation"}}}}],
            "expect": {"signed-by": {"users": ["alice", "bob"], "documents": ["contract"]}},
        }}],
    },
    "process_parameters": {
        "documents": {"contract": document["id"]},
        "users": {
            "alice": {"id_type": "email", "id": "alice@example.test"},
            "bob": {"id_type": "email", "id": "bob@example.test"},
        },
        "messages": {"invitation": "Please sign the contract."},
    },
})
print("started", instance["id"])

# 4. Move time: three days later everything due has run, callbacks included, before this answers.
moved = post("/local/clock", {"advance": "P3D"})
own = [one["kind"] for one in moved["ran"] if one["flow_instance_id"] == instance["id"]]
print("reminders", own.count("reminder"))

# 5. Read mail and sign: the link in the latest message opens the participant's session, which is two cookies.
for name in ("alice", "bob"):
    query = urllib.parse.urlencode({"flow_instance_id": instance["id"], "participant": name, "limit": 1})
    mail = get(f"/local/mailbox?{query}")["items"][0]
    link = urllib.parse.urlsplit(get(f"/local/mailbox/{mail['id']}")["link"])
    _, answered = ask("GET", link.path)
    cookies = {}
    for line in answered.get_all("set-cookie"):
        cookies.update({key: morsel.value for key, morsel in SimpleCookie(line).items()})
    csrf = next(value for key, value in cookies.items() if key.startswith("csrf_token_"))
    headers = {
        "cookie": "; ".join(f"{key}={value}" for key, value in cookies.items()),
        "x-csrf-token": csrf,
        "content-type": "application/json",
    }
    signature = json.dumps({"signature": {"kind": "typed", "data": name}})
    ask("POST", f"/flow/instances/{instance['id']}/documents/{document['id']}/sign", headers, signature)
    print("signed", name)

# 6. Inspect: a step of the clock waits for the seal and for every callback under way.
post("/local/clock", {"advance": "PT1M"})
print("status", get(f"/flow/instances/{instance['id']}")["status"])
sent = get(f"/local/callbacks?flow_instance_id={instance['id']}")["items"]
in_order = [event["type"] for event in sorted(events.values(), key=lambda event: event["sequence"])]
print("callbacks", in_order[-1] if all(one["state"] == "delivered" for one in sent) else "not delivered")
receiver.shutdown()
