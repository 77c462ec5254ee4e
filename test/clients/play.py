"""Plays a few calls with the client that openapi-python-client generates; `check.ts` starts the service and this."""

import os
import uuid

from financial_services_api_client import AuthenticatedClient
from financial_services_api_client.api.customers import customers_create, customers_get, customers_list
from financial_services_api_client.api.documents import documents_create
from financial_services_api_client.api.webhooks import webhooks_create
from financial_services_api_client.models import (
    Document,
    DocumentContentType,
    DocumentCreate,
    DocumentType,
    IndividualCreate,
    IndividualCustomer,
    Problem,
    ProblemCode,
    WebhookCreate,
    WebhookWithSecret,
)

client = AuthenticatedClient(
    base_url=os.environ["BASE_URL"].rstrip("/"),
    token=os.environ["API_KEY"],
    prefix="",
    auth_header_name="Api-Key",
    raise_on_unexpected_status=True,
)


def key() -> str:
    return str(uuid.uuid4())


person = IndividualCreate(type_="individual", first_name="Ada", last_name="Lovelace")
created = customers_create.sync(client=client, body=person, idempotency_key=key())
assert isinstance(created, IndividualCustomer), created
got = customers_get.sync(created.id, client=client)
assert isinstance(got, IndividualCustomer) and got.id == created.id, got
listed = customers_list.sync(client=client, limit=1)
assert listed is not None and not isinstance(listed, Problem), listed
assert [one.id for one in listed.data] == [created.id], listed
announced = documents_create.sync(
    created.id,
    client=client,
    body=DocumentCreate(
        type_=DocumentType.PASSPORT, content_type=DocumentContentType.IMAGEJPEG, size_bytes=482_311
    ),
    idempotency_key=key(),
)
assert isinstance(announced, Document) and announced.upload is not None, announced
webhook = webhooks_create.sync(
    client=client, body=WebhookCreate(url="https://example.com/webhooks"), idempotency_key=key()
)
assert isinstance(webhook, WebhookWithSecret) and isinstance(webhook.secret, str), webhook
refused = customers_get.sync("cus_01jd5fq7k9e8xv3m2n4p6r8t0w", client=client)
assert isinstance(refused, Problem) and refused.code == ProblemCode.CUSTOMER_NOT_FOUND, refused
