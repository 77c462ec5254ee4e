// Plays the tour's calls with the client that openapi-generator makes for Java; check.ts starts the service and this.
import java.net.URI;
import java.net.http.*;
import java.nio.file.*;
import java.time.LocalDate;
import java.util.*;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

// It writes `null` for a body that is left out, which is none: those that may be left out are sent empty.
class Play {
  static final ApiClient api = new ApiClient();

  // Each of them copies its address and its key as it is made.
  static {
    api.updateBaseUri(System.getenv("BASE_URL").replaceAll("/$", ""));
    api.setRequestInterceptor(request -> request.header("Api-Key", System.getenv("API_KEY")));
  }

  static final CardsApi cards = new CardsApi(api);
  static final CustomersApi customers = new CustomersApi(api);
  static final CustomerFeaturesApi features = new CustomerFeaturesApi(api);
  static final DeliveriesApi deliveries = new DeliveriesApi(api);
  static final DocumentsApi documents = new DocumentsApi(api);
  static final SimulationsApi simulations = new SimulationsApi(api);
  static final VerificationsApi verifications = new VerificationsApi(api);
  static final WebhooksApi webhooks = new WebhooksApi(api);

  public static void main(String[] args) throws Exception {
    var hook = new WebhookCreate().url(System.getenv("WEBHOOK_URL")).eventTypes(List.of(EventTypePattern.STAR));
    var webhook = webhooks.webhooksCreate(key(), hook, null);
    hold(webhook.getSecret() != null, "a secret", webhook.getId());

    var customer = customer();
    var virtual = features.customerFeaturesGet(customer, "virtual_cards", null);
    hold(virtual.getStatus() == CustomerFeatureStatus.INACTIVE, "a feature that is not active yet", virtual);
    var passport = document(customer, DocumentType.PASSPORT, "passport.jpg", DocumentContentType.IMAGE_JPEG);
    var selfie = document(customer, DocumentType.SELFIE, "passport.png", DocumentContentType.IMAGE_PNG);
    verification(customer, List.of(passport, selfie));
    for (var feature : List.of("virtual_cards", "physical_cards")) {
      var activated = features.customerFeaturesActivate(customer, feature, key(), null, new FeatureActivate());
      hold(activated.getStatus() == CustomerFeatureStatus.ACTIVE, "an active feature", activated);
    }
    var card = virtualCard(customer);
    physicalCard(customer);
    authorizations(card);
    delivered(webhook.getId(), timeline(customer));
    webhooks.webhooksDelete(webhook.getId(), null, null);
    refused();
    System.out.println(webhook.getSecret());
  }

  static String customer() throws Exception {
    var street = new AddressInput().line1("12 St James’s Square").city("London").postalCode("SW1Y 4JH");
    var ada = new IndividualCreate().type(IndividualCreate.TypeEnum.INDIVIDUAL).firstName("Ada").lastName("Lovelace")
        .dateOfBirth(LocalDate.of(1990, 4, 23)).nationality(CountryCode.GB).phone("+441632960961")
        .address(street.country(CountryCode.GB));
    var created = customers.customersCreate(key(), new CustomerCreate(ada), null);
    hold(created.getActualInstance() instanceof IndividualCustomer, "an individual", created);
    var individual = created.getIndividualCustomer();
    hold("Lovelace".equals(individual.getLastName()), "her name", individual);
    var got = customers.customersGet(individual.getId(), null, null);
    hold(got.getIndividualCustomer().getId().equals(individual.getId()), "the customer again", got);
    var listed = customers.customersList(null, null, null, null, null, null, null, null, null, null, null).getData();
    hold(listed.size() == 1, "a list of one customer", listed);
    return individual.getId();
  }

  static String document(String customer, DocumentType type, String name, DocumentContentType format) throws Exception {
    var bytes = Files.readAllBytes(Path.of(System.getenv("DOCUMENTS"), name));
    var announced = new DocumentCreate().type(type).contentType(format).sizeBytes(bytes.length);
    var document = documents.documentsCreate(customer, key(), announced, null);
    var upload = document.getUpload();
    hold(upload != null, "a link for the upload", document);
    var put = HttpRequest.newBuilder(URI.create(upload.getUrl())).PUT(HttpRequest.BodyPublishers.ofByteArray(bytes));
    upload.getHeaders().forEach(put::header);
    var stored = HttpClient.newHttpClient().send(put.build(), HttpResponse.BodyHandlers.ofString());
    hold(stored.statusCode() == 200, "stored bytes", stored.statusCode(), stored.body());
    var open = Set.of(DocumentStatus.AWAITING_UPLOAD, DocumentStatus.PROCESSING);
    var seen = until(() -> documents.documentsGet(document.getId(), null), it -> !open.contains(it.getStatus()));
    hold(seen.getStatus() == DocumentStatus.ACCEPTED, "an accepted document", seen);
    return document.getId();
  }

  static void verification(String customer, List<String> documents) throws Exception {
    var wanted = new VerificationCreate().level(VerificationLevel.STANDARD).documentIds(documents);
    var id = verifications.verificationsCreate(customer, key(), wanted, null).getId();
    verifications.verificationsSubmit(id, key(), null, null, Map.of());
    var decided = until(
        () -> verifications.verificationsGet(id, null), it -> it.getStatus() != VerificationStatus.PROCESSING);
    hold(decided.getStatus() == VerificationStatus.VERIFIED, "a verified customer", decided);
  }

  static String virtualCard(String customer) throws Exception {
    var wanted = new VirtualCardCreate().type(VirtualCardCreate.TypeEnum.VIRTUAL);
    var card = cards.cardsCreate(key(), new CardCreate(wanted.customerId(customer).currency(CardCurrency.USD)), null);
    hold(card.getStatus() == CardStatus.ACTIVE, "a virtual card that works at once", card);
    return card.getId();
  }

  static void physicalCard(String customer) throws Exception {
    var wanted = new PhysicalCardCreate().type(PhysicalCardCreate.TypeEnum.PHYSICAL);
    var card = cards.cardsCreate(key(), new CardCreate(wanted.customerId(customer).currency(CardCurrency.USD)), null);
    for (var status : List.of(ShippingStatus.SUBMITTED, ShippingStatus.SHIPPED)) {
      var sent = simulations.simulationsShipping(card.getId(), key(), new ShippingSimulation().status(status), null);
      hold(sent.getShipping().getStatus() == status, "a card that is " + status, sent);
    }
    var activated = cards.cardsActivate(card.getId(), key(), new CardActivate().last4(card.getLast4()), null, null);
    hold(activated.getStatus() == CardStatus.ACTIVE, "an active physical card", activated);
  }

  static void authorizations(String card) throws Exception {
    var spent = new AuthorizationSimulation().amount(4250L).currency(CurrencyCode.USD).category("5411");
    var approved = simulations.simulationsAuthorization(card, key(), spent.country(CountryCode.GB), null);
    hold(approved.getApproved(), "an approved authorization", approved);
    var frozen = cards.cardsFreeze(card, key(), null, null, new ReasonRequest());
    hold(frozen.getStatus() == CardStatus.FROZEN, "a frozen card", frozen);
    var declined = simulations.simulationsAuthorization(card, key(), spent, null);
    hold(declined.getDeclineReason() == DeclineReason.CARD_FROZEN, "declined, as the card is frozen", declined);
    hold(!declined.getApproved(), "a declined authorization", declined);
  }

  static List<String> timeline(String customer) throws Exception {
    var ids = new ArrayList<String>();
    String cursor = null;
    do {
      var page = customers.customersTimeline(customer, 10, cursor, null, null, null, null);
      page.getData().forEach(event -> ids.add(event.getId()));
      cursor = page.getNextCursor();
    } while (cursor != null);
    hold(ids.size() > 10, "a timeline of several pages", ids);
    return ids;
  }

  static void delivered(String webhook, List<String> happened) throws Exception {
    // What happened last may not have become a delivery yet: then none being open does not say that all was delivered.
    for (var event : happened)
      until(() -> deliveriesOf(webhook, null), all -> all.stream().anyMatch(it -> it.getEventId().equals(event)));
    until(() -> deliveriesOf(webhook, DeliveryStatusFilter.UNDELIVERED), List::isEmpty);
    var all = deliveriesOf(webhook, null);
    hold(!all.isEmpty(), "a history of deliveries");
    hold(all.stream().allMatch(it -> it.getStatus() == DeliveryStatus.SUCCEEDED), "all delivered", all);
  }

  static List<Delivery> deliveriesOf(String webhook, DeliveryStatusFilter status) throws ApiException {
    return deliveries.deliveriesList(100, null, null, null, webhook, null, null, status, null).getData();
  }

  static void refused() throws Exception {
    try {
      hold(false, "a refusal", customers.customersGet("cus_01jd5fq7k9e8xv3m2n4p6r8t0w", null, null));
    } catch (ApiException refusal) {
      var problem = api.getObjectMapper().readValue(refusal.getResponseBody(), Problem.class);
      hold(problem.getCode() == ProblemCode.CUSTOMER_NOT_FOUND, "the code of the refusal", problem);
    }
  }

  static String key() {
    return UUID.randomUUID().toString();
  }

  static <T> T until(Callable<T> asks, Predicate<T> isSo) throws Exception {
    for (var end = System.nanoTime() + 60_000_000_000L; ; Thread.sleep(200)) {
      var answer = asks.call();
      if (isSo.test(answer)) return answer;
      hold(System.nanoTime() < end, "so within a minute", answer);
    }
  }

  static void hold(boolean held, String what, Object... said) {
    if (!held) throw new AssertionError("not " + what + ": " + List.of(said));
  }
}
