"""Verifies deliveries with the Python client; `check.ts` writes them and the keys they are signed with."""

import base64
import email.message
import json
import sys
import types

from financial_services_client.webhooks import Headers, WebhookVerificationError, verify_event


def refused(key: str, body: bytes | str, headers: Headers) -> bool:
    try:
        verify_event(key, body, headers)
    except WebhookVerificationError:
        return True
    return False


def spelled(headers: dict[str, str]) -> list[Headers]:
    """The same headers as frameworks hand them over."""
    pairs = list(headers.items())
    message = email.message.Message()
    for name, value in pairs:
        message[name.title()] = value
    return [
        headers,
        {name.title(): value for name, value in pairs},
        {name.upper(): [value] for name, value in pairs},
        {name: (value,) for name, value in pairs},
        {name: [value.encode()] for name, value in pairs},
        {name.encode(): value.encode() for name, value in pairs},
        {"HTTP_" + name.upper().replace("-", "_"): value for name, value in pairs}
        | {"wsgi.version": (1, 0), "wsgi.input": object(), "wsgi.multithread": False},
        pairs,
        [(name.encode(), value.encode()) for name, value in pairs],
        iter(pairs),
        message,
        {name: value.split(" ") for name, value in pairs} | {"x-none": None},
        types.MappingProxyType(headers),
    ]


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
    expected = event if not known else event.to_dict()
    for content in (body, body.decode(), bytearray(body), memoryview(body)):
        for given in spelled(headers):
            verified = verify_event(key, content, given)
            assert (verified if not known else verified.to_dict()) == expected, given
    assert refused(key, body.decode() + " ", headers) and refused(key, body.decode() + "\udcff", headers)
    for name in ("webhook-id", "webhook-timestamp"):
        assert refused(key, body, headers | {name: [headers[name], headers[name]]}), name
        assert refused(key, body, headers | {name: None}) and refused(key, body, headers | {name: []}), name
    other = "v1,AAAA" if key.startswith("whsec_") else "v1a,AAAA"
    both = headers | {"webhook-signature": [other, headers["webhook-signature"]]}
    assert not refused(key, body, both) and refused(key, body, headers | {"webhook-signature": [other, other]})
    try:
        verify_event(key, sent, headers)  # type: ignore[arg-type]
        raise AssertionError("a parsed body was taken")
    except TypeError:
        pass
for key, body, headers in map(parts, deliveries["old"]):
    assert refused(key, body, headers), headers
