import base64, hashlib, hmac, time


def verify(body: bytes, headers: dict, secret: str) -> None:
    """Raises ValueError if the delivery is not signed by the Secret Key. Names of headers are in small letters."""
    id, at = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(at)) > 300:
        raise ValueError("too old")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, f"{id}.{at}.".encode() + body, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(digest).decode()
    if not any(hmac.compare_digest(expected, one) for one in headers["webhook-signature"].split(" ")):
        raise ValueError("wrong signature")
