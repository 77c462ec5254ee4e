"""Verifies deliveries with the Python client; `check.ts` writes them and the keys they are signed with."""

import base64
import json
import sys

from financial_services_client.webhooks import WebhookVerificationError, verify_event


def refused(key: str, body: bytes, headers: dict[str, str]) -> bool:
    try:
        verify_event(key, body, headers)
    except WebhookVerificationError:
        return True
    return False


def parts(delivery: dict) -> tuple[str, bytes, dict[str, str]]:
    return delivery["key"], base64.b64decode(delivery["body"]), delivery["headers"]


with open(sys.argv[1], encoding="utf-8") as file:
    deliveries = json.load(file)
assert len(deliveries["valid"]) > 2 and len(deliveries["old"]) == 2, "nothing was delivered"
for key, body, headers in map(parts, deliveries["valid"]):
    event, sent = verify_event(key, body, headers), json.loads(body)
    known = sent["type"] != "later.invented"
    assert event == sent if not known else event.type_ == sent["type"] and event.to_dict()["id"] == sent["id"], event
    wrong = [(key, body + b" ", headers), (key, body, {}), (key[:-4], body, headers), ("", body, headers)]
    assert all(refused(*one) for one in wrong), wrong
for key, body, headers in map(parts, deliveries["old"]):
    assert refused(key, body, headers), headers
