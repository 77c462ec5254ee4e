"""Plays the tour with the Python client; `check.ts` builds and installs its wheel, and starts the service."""

import datetime
import os
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import httpx
from financial_services_client import AuthenticatedClient
from financial_services_client import models as m
from financial_services_client.api.cards import cards_activate, cards_create, cards_freeze
from financial_services_client.api.customer_features import customer_features_activate, customer_features_get
from financial_services_client.api.customers import customers_create, customers_get, customers_list
from financial_services_client.api.customers import customers_timeline
from financial_services_client.api.deliveries import deliveries_list
from financial_services_client.api.documents import documents_create, documents_get
from financial_services_client.api.simulations import simulations_authorization, simulations_shipping
from financial_services_client.api.verifications import verifications_create, verifications_get
from financial_services_client.api.verifications import verifications_submit
from financial_services_client.api.webhooks import webhooks_create, webhooks_delete
from financial_services_client.types import UNSET, Unset

where, token = os.environ["BASE_URL"], os.environ["API_KEY"]
api = AuthenticatedClient(where, token=token, prefix="", auth_header_name="Api-Key", raise_on_unexpected_status=True)
T = TypeVar("T")


def key() -> str:
    return str(uuid.uuid4())


def a(kind: type[T], answer: object) -> T:
    """The answer, if it is of that kind and no problem."""
    assert isinstance(answer, kind), f"not a {kind.__name__}: {answer}"
    return answer


def until(what: str, look: Callable[[], T], done: Callable[[T], bool]) -> T:
    ends = time.monotonic() + 60
    while not done(seen := look()):
        assert time.monotonic() < ends, f"{what}: not within a minute, {seen}"
        time.sleep(0.2)
    return seen


# 1. A webhook that is told everything
everything = m.WebhookCreate(url=os.environ["WEBHOOK_URL"], event_types=[m.EventTypePattern.VALUE_0])
webhook = a(m.WebhookWithSecret, webhooks_create.sync(client=api, body=everything, idempotency_key=key()))
secret = a(str, webhook.secret)

# 2. An individual
ada = m.IndividualCreate(
    type_="individual",
    first_name="Ada",
    last_name="Lovelace",
    date_of_birth=datetime.date(1990, 4, 23),
    nationality=m.CountryCode.GB,
    phone="+441632960961",
    address=m.AddressInput(
        line1="12 St James’s Square", city="London", postal_code="SW1Y 4JH", country=m.CountryCode.GB
    ),
)
customer = a(m.IndividualCustomer, customers_create.sync(client=api, body=ada, idempotency_key=key()))
assert customer.last_name == "Lovelace" and customer.date_of_birth == ada.date_of_birth, customer
got = a(m.IndividualCustomer, customers_get.sync(customer.id, client=api))
assert got.id == customer.id, got
listed = a(m.CustomerList, customers_list.sync(client=api))
assert [one.id for one in listed.data] == [customer.id], listed

# 3. What is missing for a card
wanted = "virtual_cards"
missing = a(m.CustomerFeature, customer_features_get.sync(customer.id, wanted, client=api))
assert missing.feature == wanted and missing.status == m.CustomerFeatureStatus.INACTIVE, missing


# 4. A passport and a selfie, whose bytes go straight to storage
def document(type_: m.DocumentType, name: str, content_type: m.DocumentContentType) -> str:
    content = Path(os.environ["DOCUMENTS"], name).read_bytes()
    body = m.DocumentCreate(type_=type_, content_type=content_type, size_bytes=len(content))
    announced = a(m.Document, documents_create.sync(customer.id, client=api, body=body, idempotency_key=key()))
    upload = a(m.Upload, announced.upload)
    httpx.put(upload.url, headers=upload.headers.to_dict(), content=content).raise_for_status()
    seen = until(
        f"{name} is looked at",
        lambda: a(m.Document, documents_get.sync(announced.id, client=api)),
        lambda it: it.status not in (m.DocumentStatus.AWAITING_UPLOAD, m.DocumentStatus.PROCESSING),
    )
    assert seen.status == m.DocumentStatus.ACCEPTED, seen
    return seen.id


documents = [
    document(m.DocumentType.PASSPORT, "passport.jpg", m.DocumentContentType.IMAGEJPEG),
    document(m.DocumentType.SELFIE, "passport.png", m.DocumentContentType.IMAGEPNG),
]

# 5. Identity verification
standard = m.VerificationCreate(level=m.VerificationLevel.STANDARD, document_ids=documents)
opened = a(m.Verification, verifications_create.sync(customer.id, client=api, body=standard, idempotency_key=key()))
a(m.Verification, verifications_submit.sync(opened.id, client=api, idempotency_key=key()))
decided = until(
    "the verification is decided",
    lambda: a(m.Verification, verifications_get.sync(opened.id, client=api)),
    lambda it: it.status != m.VerificationStatus.PROCESSING,
)
assert decided.status == m.VerificationStatus.VERIFIED, decided

# 6. Both kinds of cards
for feature in ("virtual_cards", "physical_cards"):
    answer = customer_features_activate.sync(customer.id, feature, client=api, idempotency_key=key())
    active = a(m.CustomerFeature, answer)
    assert active.feature == feature and active.status == m.CustomerFeatureStatus.ACTIVE, active

# 7. A virtual card, which works at once
usd = m.CardCurrency.USD
of_virtual = m.VirtualCardCreate(type_="virtual", customer_id=customer.id, currency=usd)
virtual = a(m.Card, cards_create.sync(client=api, body=of_virtual, idempotency_key=key()))
assert virtual.type_ == m.CardType.VIRTUAL and virtual.status == m.CardStatus.ACTIVE, virtual

# 8. A physical card, which is sent, and activated by its last four digits
of_physical = m.PhysicalCardCreate(type_="physical", customer_id=customer.id, currency=usd)
physical = a(m.Card, cards_create.sync(client=api, body=of_physical, idempotency_key=key()))
assert physical.type_ == m.CardType.PHYSICAL and physical.status == m.CardStatus.INACTIVE, physical
for status in (m.ShippingStatus.SUBMITTED, m.ShippingStatus.SHIPPED):
    moved = m.ShippingSimulation(status=status)
    sent = a(m.Card, simulations_shipping.sync(physical.id, client=api, body=moved, idempotency_key=key()))
    assert a(m.Shipping, sent.shipping).status == status, sent
last4 = m.CardActivate(last4=physical.last4)
arrived = a(m.Card, cards_activate.sync(physical.id, client=api, body=last4, idempotency_key=key()))
assert arrived.status == m.CardStatus.ACTIVE, arrived


# 9. Two authorizations: one is approved, and none of a frozen card
def authorize() -> m.Authorization:
    body = m.AuthorizationSimulation(amount=4250, currency=m.CurrencyCode.USD, category="5411", country=m.CountryCode.GB)
    answer = simulations_authorization.sync(virtual.id, client=api, body=body, idempotency_key=key())
    return a(m.Authorization, answer)


approved = authorize()
assert approved.approved and approved.amount == 4250 and approved.decline_reason is None, approved
frozen = a(m.Card, cards_freeze.sync(virtual.id, client=api, idempotency_key=key()))
assert frozen.status == m.CardStatus.FROZEN, frozen
declined = authorize()
assert not declined.approved and declined.decline_reason == m.DeclineReason.CARD_FROZEN, declined

# 10. All that happened to the customer, by pages
happened: list[m.Event] = []
cursor: str | Unset | None = UNSET
while cursor is not None:
    page = a(m.Timeline, customers_timeline.sync(customer.id, client=api, limit=5, cursor=cursor))
    happened += page.data
    cursor = page.next_cursor
assert len({event.id for event in happened}) == len(happened) > 5, happened
assert {event.customer_id for event in happened} == {customer.id}, happened
assert happened[-1].type_ == m.EventTypeName.CUSTOMER_CREATED, happened[-1]


# 11. The history of deliveries, and the end of the webhook
def deliveries(status: m.DeliveryStatusFilter | Unset = UNSET) -> list[m.Delivery]:
    answer = deliveries_list.sync(client=api, webhook_id=webhook.id, status=status, limit=100)
    return a(m.DeliveryList, answer).data


ids = {event.id for event in happened}
until("each event has its delivery", deliveries, lambda seen: ids <= {delivery.event_id for delivery in seen})
until("all is delivered", lambda: deliveries(m.DeliveryStatusFilter.UNDELIVERED), lambda seen: not seen)
history = deliveries()
assert history and all(delivery.status == m.DeliveryStatus.SUCCEEDED for delivery in history), history
deleted = webhooks_delete.sync_detailed(webhook.id, client=api)
assert deleted.status_code == 204, deleted

# 12. A refusal
refused = a(m.Problem, customers_get.sync("cus_01jd5fq7k9e8xv3m2n4p6r8t0w", client=api))
assert refused.code == m.ProblemCode.CUSTOMER_NOT_FOUND and refused.status == 404, refused

print(secret)
