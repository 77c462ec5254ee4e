"""Plays the tour's calls with the client that openapi-generator generates; `check.ts` starts the service and this."""

import os
import time
import urllib.request
import uuid
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Optional, TypeVar

import openapi_client as api
from openapi_client.exceptions import NotFoundException

configuration = api.Configuration(host=os.environ["BASE_URL"].rstrip("/"), api_key={"ApiKeyAuth": os.environ["API_KEY"]})
client = api.ApiClient(configuration)
customers, features, documents = api.CustomersApi(client), api.CustomerFeaturesApi(client), api.DocumentsApi(client)
verifications, cards, simulations = api.VerificationsApi(client), api.CardsApi(client), api.SimulationsApi(client)
webhooks, deliveries = api.WebhooksApi(client), api.DeliveriesApi(client)

Seen = TypeVar("Seen")
Page = TypeVar("Page", api.Timeline, api.DeliveryList)


def key() -> str:
    return str(uuid.uuid4())


def until(look: Callable[[], Seen], is_so: Callable[[Seen], bool]) -> Seen:
    end = time.monotonic() + 60
    while not is_so(seen := look()):
        assert time.monotonic() < end, f"not within 60 s: {seen}"
        time.sleep(0.2)
    return seen


def pages(page: Callable[[Optional[str]], Page]) -> Iterator[Page]:
    cursor = None
    while True:
        yield (one := page(cursor))
        if not one.has_more:
            return
        cursor = one.next_cursor


webhook = webhooks.webhooks_create(
    key(), api.WebhookCreate(url=os.environ["WEBHOOK_URL"], event_types=[api.EventTypePattern.STAR])
)
assert webhook.secret, webhook

gb, usd, spent_in = api.CountryCode.GB, api.CardCurrency.USD, api.CurrencyCode.USD
address = api.AddressInput(line1="12 St James’s Square", city="London", postal_code="SW1Y 4JH", country=gb)
born = date(1990, 4, 23)
person = api.IndividualCreate(
    type="individual", first_name="Ada", last_name="Lovelace", date_of_birth=born, nationality=gb,
    phone="+441632960961", address=address,
)
ada = customers.customers_create(key(), api.CustomerCreate(person)).actual_instance
assert isinstance(ada, api.IndividualCustomer) and (ada.last_name, ada.date_of_birth) == ("Lovelace", born), ada
customer_id = ada.id
got = customers.customers_get(customer_id).actual_instance
assert isinstance(got, api.IndividualCustomer) and got.id == customer_id, got
listed = [one.actual_instance for one in customers.customers_list().data]
assert [one.id for one in listed if one] == [customer_id], listed

before = features.customer_features_get(customer_id, "virtual_cards")
assert before.status == api.CustomerFeatureStatus.INACTIVE, before


def document(type: api.DocumentType, name: str, content_type: api.DocumentContentType) -> str:
    content = Path(os.environ["DOCUMENTS"], name).read_bytes()
    announced = documents.documents_create(
        customer_id, key(), api.DocumentCreate(type=type, content_type=content_type, size_bytes=len(content))
    )
    upload = announced.upload
    assert announced.status == api.DocumentStatus.AWAITING_UPLOAD and upload, announced
    sending = urllib.request.Request(upload.url, content, upload.headers, method=upload.method)
    with urllib.request.urlopen(sending) as answer:
        assert answer.status in (200, 204), answer.status
    moving = (api.DocumentStatus.AWAITING_UPLOAD, api.DocumentStatus.PROCESSING)
    looked_at = until(lambda: documents.documents_get(announced.id), lambda seen: seen.status not in moving)
    assert looked_at.status == api.DocumentStatus.ACCEPTED, looked_at
    return announced.id


papers = [
    document(api.DocumentType.PASSPORT, "passport.jpg", api.DocumentContentType.IMAGE_SLASH_JPEG),
    document(api.DocumentType.SELFIE, "passport.png", api.DocumentContentType.IMAGE_SLASH_PNG),
]

begun = verifications.verifications_create(
    customer_id, key(), api.VerificationCreate(level=api.VerificationLevel.STANDARD, document_ids=papers)
)
assert begun.document_ids == papers, begun
submitted = verifications.verifications_submit(begun.id, key())
assert submitted.submitted_at, submitted
deciding = api.VerificationStatus.PROCESSING
decided = until(lambda: verifications.verifications_get(begun.id), lambda seen: seen.status != deciding)
assert decided.status == api.VerificationStatus.VERIFIED, decided

for feature in ("virtual_cards", "physical_cards"):
    active = features.customer_features_activate(customer_id, feature, key())
    assert active.status == api.CustomerFeatureStatus.ACTIVE, active

plain = api.VirtualCardCreate(type="virtual", customer_id=customer_id, currency=usd)
virtual = cards.cards_create(key(), api.CardCreate(plain))
assert virtual.type == api.CardType.VIRTUAL and virtual.status == api.CardStatus.ACTIVE, virtual
plastic = api.PhysicalCardCreate(type="physical", customer_id=customer_id, currency=usd)
physical = cards.cards_create(key(), api.CardCreate(plastic))
assert physical.type == api.CardType.PHYSICAL and physical.status == api.CardStatus.INACTIVE, physical
for step in (api.ShippingStatus.SUBMITTED, api.ShippingStatus.SHIPPED):
    sent = simulations.simulations_shipping(physical.id, key(), api.ShippingSimulation(status=step))
    assert sent.shipping and sent.shipping.status == step, sent
activated = cards.cards_activate(physical.id, key(), api.CardActivate(last4=physical.last4))
assert activated.status == api.CardStatus.ACTIVE, activated

spent = api.AuthorizationSimulation(amount=4250, currency=spent_in, category="5411", country=gb)
approved = simulations.simulations_authorization(virtual.id, key(), spent)
assert approved.approved and approved.amount == 4250, approved
frozen = cards.cards_freeze(virtual.id, key())
assert frozen.status == api.CardStatus.FROZEN, frozen
declined = simulations.simulations_authorization(virtual.id, key(), spent)
assert not declined.approved and declined.decline_reason, declined

told = pages(lambda cursor: customers.customers_timeline(customer_id, limit=10, cursor=cursor))
happened = [event.type for page in told for event in page.data]
assert len(happened) > 10 and happened[-1] == api.EventTypeName.CUSTOMER_DOT_CREATED, happened

undelivered = api.DeliveryStatusFilter.UNDELIVERED
until(lambda: deliveries.deliveries_list(webhook_id=webhook.id, status=undelivered).data, lambda seen: not seen)
history = pages(lambda cursor: deliveries.deliveries_list(webhook_id=webhook.id, cursor=cursor))
outcomes = [delivery.status for page in history for delivery in page.data]
assert outcomes and set(outcomes) == {api.DeliveryStatus.SUCCEEDED}, outcomes
webhooks.webhooks_delete(webhook.id)

try:
    unknown = customers.customers_get("cus_01jd5fq7k9e8xv3m2n4p6r8t0w")
    raise AssertionError(unknown)
except NotFoundException as refused:
    problem = refused.data
    assert isinstance(problem, api.Problem) and problem.code == api.ProblemCode.CUSTOMER_NOT_FOUND, refused

print(webhook.secret)
