"""Verifies deliveries of webhooks as Standard Webhooks signs them (https://www.standardwebhooks.com)."""

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from collections.abc import Iterable, Mapping
from typing import Any

from . import models

TOLERANCE_SECONDS = 5 * 60
"""A delivery is made and verified within this time."""


class WebhookVerificationError(Exception):
    """A delivery that its key did not sign, or not in the last five minutes, or a damaged key."""


Name = str | bytes
Value = str | bytes | Iterable[str | bytes] | None
Headers = Mapping[Name, Value] | Mapping[str, Any] | Iterable[tuple[Name, Value]]
"""Headers as a framework has them: a mapping or pairs, names in any case, values as text, bytes or lists of them."""


def verify_event(key: str, body: bytes | str, headers: Headers) -> Any:
    """The event of a delivery whose signature is valid, as its model: ``CardFrozenEvent`` for ``card.frozen``.

    ``key`` is the Secret Key of the webhook (``whsec_…``), or its public key (``whpk_…``) where it is signed by ed25519,
    which takes the extra ``ed25519`` of this package. ``body`` is what arrived, byte for byte, or its text.
    ``headers`` are those of any framework, or the ``environ`` of WSGI. An event of a type that this version does not
    know is a ``dict``. The same event may come again, and in any order: compare ``id`` and ``sequence``. Raises
    ``WebhookVerificationError``.
    """
    named, content = _named(headers), _content(body)
    at = named.get("webhook-timestamp", "")
    if not re.fullmatch("[0-9]{1,15}", at) or abs(time.time() - int(at)) > TOLERANCE_SECONDS:
        raise WebhookVerificationError("The timestamp is missing, or more than five minutes off")
    signed = f"{named.get('webhook-id', '')}.{at}.".encode() + content
    public = key.startswith("whpk_")
    version, proves = ("v1a,", _proves_public) if public else ("v1,", _proves_secret)
    own = _bytes_of(key, "whpk_" if public else "whsec_")
    signatures = [one[len(version) :] for one in named.get("webhook-signature", "").split() if one.startswith(version)]
    if not any(proves(own, signed, _decoded(one)) for one in signatures):
        raise WebhookVerificationError("No signature is of this key")
    event = json.loads(content)
    model = getattr(models, "".join(part.capitalize() for part in re.split("[._]", event["type"])) + "Event", None)
    return model.from_dict(event) if model else event


_NAMES = ("webhook-id", "webhook-timestamp", "webhook-signature")


def _named(headers: Any) -> dict[str, str]:
    """The headers that count, each as one text. One that may come once and came twice verifies nothing."""
    found: dict[str, list[str]] = {}
    for name, value in headers.items() if hasattr(headers, "items") else headers:
        plain = _text(name).lower().replace("_", "-").removeprefix("http-")
        if plain in _NAMES and value is not None:
            values = [value] if isinstance(value, (str, bytes, bytearray)) else value
            found.setdefault(plain, []).extend(_text(one) for one in values)
    return {name: " ".join(values) for name, values in found.items()}


def _text(value: str | bytes | bytearray) -> str:
    return value if isinstance(value, str) else bytes(value).decode("latin-1")


def _content(body: Any) -> bytes:
    if not isinstance(body, (str, bytes, bytearray, memoryview)):
        raise TypeError(f"The body must be what arrived, as bytes or text, and is {type(body).__name__}")
    if not isinstance(body, str):
        return bytes(body)
    try:
        return body.encode()
    except UnicodeEncodeError as damaged:
        raise WebhookVerificationError("The text of the body is not what arrived: it is no UTF-8") from damaged


def _proves_secret(secret: bytes, signed: bytes, signature: bytes) -> bool:
    return hmac.compare_digest(hmac.digest(secret, signed, hashlib.sha256), signature)


def _proves_public(key: bytes, signed: bytes, signature: bytes) -> bool:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, signed)
    except InvalidSignature:
        return False
    except ValueError as damaged:
        raise WebhookVerificationError("The public key is damaged: it is whpk_ and 32 bytes in base64") from damaged
    return True


def _bytes_of(key: str, prefix: str) -> bytes:
    value = _decoded(key[len(prefix) :]) if key.startswith(prefix) else b""
    if not value:
        raise WebhookVerificationError("The key is damaged: it is whsec_ or whpk_ and base64")
    return value


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""
