// Plays the tour with the client that oapi-codegen generates; check.ts starts the service and this.
package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"log"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"example.com/check/client"
	"github.com/oapi-codegen/runtime/types"
)

var ctx = context.Background()
var api *client.ClientWithResponses

func main() {
	signed := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Api-Key", os.Getenv("API_KEY"))
		return nil
	}
	var err error
	api, err = client.NewClientWithResponses(os.Getenv("BASE_URL"), client.WithRequestEditorFn(signed))
	hold(err == nil, "a client", err)

	all, where := &[]client.EventTypePattern{client.EventTypePatternAsterisk}, os.Getenv("WEBHOOK_URL")
	webhook := created(api.WebhooksCreateWithResponse(
		ctx, &client.WebhooksCreateParams{IdempotencyKey: key()},
		client.WebhookCreate{Url: &where, EventTypes: all},
	))
	hold(webhook.Secret != nil, "a webhook with its secret", webhook)
	customer := individual()
	feature := found(api.CustomerFeaturesGetWithResponse(ctx, customer, "virtual_cards", nil))
	hold(feature.Status == client.CustomerFeatureStatusInactive, "a feature that is not active yet", feature)
	verify(customer, []string{
		document(customer, client.DocumentTypePassport, "passport.jpg", client.Imagejpeg),
		document(customer, client.DocumentTypeSelfie, "passport.png", client.Imagepng),
	})
	for _, id := range []client.FeatureId{"virtual_cards", "physical_cards"} {
		params, asked := &client.CustomerFeaturesActivateParams{IdempotencyKey: key()}, client.FeatureActivate{}
		activated := found(api.CustomerFeaturesActivateWithResponse(ctx, customer, id, params, asked))
		hold(activated.Status == client.CustomerFeatureStatusActive, "an active feature", activated)
	}
	virtual := virtualCard(customer)
	physicalCard(customer)
	spend(virtual)
	told(customer, webhook.Id)

	refused, err := api.CustomersGetWithResponse(ctx, "cus_01jd5fq7k9e8xv3m2n4p6r8t0w", nil)
	hold(err == nil, "an answer", err)
	problem := refused.ApplicationproblemJSON404
	hold(problem != nil && problem.Code == client.ProblemCodeCustomerNotFound, "a refusal", string(refused.Body))
	fmt.Println(*webhook.Secret)
}

func individual() string {
	var person client.CustomerCreate
	err := person.FromIndividualCreate(client.IndividualCreate{
		FirstName: to("Ada"), LastName: "Lovelace", Nationality: to(client.CountryCodeGB), Phone: to("+441632960961"),
		DateOfBirth: &types.Date{Time: time.Date(1990, time.April, 23, 0, 0, 0, 0, time.UTC)},
		Address: &client.AddressInput{
			Line1: to("12 St James’s Square"), City: to("London"), PostalCode: to("SW1Y 4JH"),
			Country: to(client.CountryCodeGB),
		},
	})
	hold(err == nil, "a person", err)
	made := created(api.CustomersCreateWithResponse(ctx, &client.CustomersCreateParams{IdempotencyKey: key()}, person))
	value, err := made.ValueByDiscriminator()
	customer, is := value.(client.IndividualCustomer)
	hold(is && customer.LastName != nil && *customer.LastName == "Lovelace", "an individual", value, err)
	got, err := found(api.CustomersGetWithResponse(ctx, customer.Id, nil)).AsIndividualCustomer()
	hold(err == nil && got.Id == customer.Id, "the customer again", got, err)
	born := got.DateOfBirth
	hold(born != nil && born.String() == "1990-04-23", "the date of birth that was sent", born)
	listed := found(api.CustomersListWithResponse(ctx, nil))
	hold(len(listed.Data) == 1, "a list of one", listed)
	return customer.Id
}

func document(customer string, kind client.DocumentType, name string, content client.DocumentContentType) string {
	file, err := os.ReadFile(filepath.Join(os.Getenv("DOCUMENTS"), name))
	hold(err == nil, "a file", err)
	document := created(api.DocumentsCreateWithResponse(
		ctx, customer, &client.DocumentsCreateParams{IdempotencyKey: key()},
		client.DocumentCreate{Type: kind, ContentType: content, SizeBytes: int32(len(file))},
	))
	hold(document.Upload != nil, "a document with its upload", document)
	put, err := http.NewRequest(string(document.Upload.Method), document.Upload.Url, bytes.NewReader(file))
	hold(err == nil, "a request", err)
	for header, value := range document.Upload.Headers {
		put.Header.Set(header, value)
	}
	stored, err := http.DefaultClient.Do(put)
	hold(err == nil, "an upload", err)
	stored.Body.Close()
	hold(stored.StatusCode < 300, "an upload that is taken", stored.Status)
	until("the document is looked at", func() bool {
		document = found(api.DocumentsGetWithResponse(ctx, document.Id, nil))
		status := document.Status
		return status != client.DocumentStatusAwaitingUpload && status != client.DocumentStatusProcessing
	})
	hold(document.Status == client.DocumentStatusAccepted, "an accepted document", document)
	return document.Id
}

func verify(customer string, documents []string) {
	verification := created(api.VerificationsCreateWithResponse(
		ctx, customer, &client.VerificationsCreateParams{IdempotencyKey: key()},
		client.VerificationCreate{Level: client.VerificationLevelStandard, DocumentIds: &documents},
	))
	found(api.VerificationsSubmitWithResponse(
		ctx, verification.Id, &client.VerificationsSubmitParams{IdempotencyKey: key()}, client.EmptyRequest{},
	))
	until("the verification is decided", func() bool {
		verification = found(api.VerificationsGetWithResponse(ctx, verification.Id, nil))
		return verification.Status != client.VerificationStatusProcessing
	})
	hold(verification.Status == client.VerificationStatusVerified, "verified", verification)
}

func virtualCard(customer string) string {
	var order client.CardCreate
	err := order.FromVirtualCardCreate(client.VirtualCardCreate{CustomerId: customer, Currency: client.CardCurrencyUSD})
	hold(err == nil, "an order", err)
	card := created(api.CardsCreateWithResponse(ctx, &client.CardsCreateParams{IdempotencyKey: key()}, order))
	hold(card.Type == client.CardTypeVirtual && card.Status == client.CardStatusActive, "an active virtual card", card)
	return card.Id
}

func physicalCard(customer string) {
	var order client.CardCreate
	err := order.FromPhysicalCardCreate(client.PhysicalCardCreate{CustomerId: customer, Currency: client.CardCurrencyUSD})
	hold(err == nil, "an order", err)
	card := created(api.CardsCreateWithResponse(ctx, &client.CardsCreateParams{IdempotencyKey: key()}, order))
	hold(card.Type == client.CardTypePhysical, "a physical card", card)
	for _, status := range []client.ShippingStatus{client.ShippingStatusSubmitted, client.ShippingStatusShipped} {
		params := &client.SimulationsShippingParams{IdempotencyKey: key()}
		sent := client.ShippingSimulation{Status: status}
		card = found(api.SimulationsShippingWithResponse(ctx, card.Id, params, sent))
		hold(card.Shipping != nil && card.Shipping.Status == status, "a card on its way", card)
	}
	params := &client.CardsActivateParams{IdempotencyKey: key()}
	card = found(api.CardsActivateWithResponse(ctx, card.Id, params, client.CardActivate{Last4: card.Last4}))
	hold(card.Status == client.CardStatusActive, "an active physical card", card)
}

func spend(card string) {
	const at = client.CountryCodeGB
	asked := client.AuthorizationSimulation{Amount: 4250, Currency: client.CurrencyCodeUSD, Category: "5411", Country: at}
	authorized := func() client.Authorization {
		params := &client.SimulationsAuthorizationParams{IdempotencyKey: key()}
		return found(api.SimulationsAuthorizationWithResponse(ctx, card, params, asked))
	}
	first := authorized()
	hold(first.Approved && first.Amount == 4250, "approved", first)
	params := &client.CardsFreezeParams{IdempotencyKey: key()}
	frozen := found(api.CardsFreezeWithResponse(ctx, card, params, client.ReasonRequest{}))
	hold(frozen.Status == client.CardStatusFrozen, "a frozen card", frozen)
	second := authorized()
	reason := second.DeclineReason
	hold(!second.Approved && reason != nil && *reason == client.DeclineReasonCardFrozen, "declined", second)
}

func told(customer, webhook string) {
	happened := map[string]bool{}
	for params := (client.CustomersTimelineParams{Limit: to(int32(5))}); ; {
		page := found(api.CustomersTimelineWithResponse(ctx, customer, &params))
		for _, event := range page.Data {
			hold(!happened[event.Id], "an event on one page only", event.Id)
			happened[event.Id] = true
		}
		if params.Cursor = page.NextCursor; params.Cursor == nil {
			break
		}
	}
	hold(len(happened) > 5, "a timeline of more than a page", happened)
	list := func(status *client.DeliveryStatusFilter) []client.Delivery {
		params := client.DeliveriesListParams{WebhookId: &webhook, Status: status, Limit: to(int32(100))}
		return found(api.DeliveriesListWithResponse(ctx, &params)).Data
	}
	// An event that is not fanned out yet has no delivery that could be undelivered.
	until("every event is delivered", func() bool {
		return len(list(nil)) >= len(happened) && len(list(to(client.DeliveryStatusFilterUndelivered))) == 0
	})
	for _, delivery := range list(nil) {
		hold(delivery.Status == client.DeliveryStatusSucceeded, "a delivery that succeeded", delivery)
	}
	deleted, err := api.WebhooksDeleteWithResponse(ctx, webhook, nil)
	hold(err == nil, "an answer", err)
	hold(deleted.StatusCode() == http.StatusNoContent, "a deleted webhook", string(deleted.Body))
}

func key() string { return rand.Text() }

func to[T any](value T) *T { return &value }

type of200[T any] interface {
	GetJSON200() *T
	GetBody() []byte
}

type of201[T any] interface {
	GetJSON201() *T
	GetBody() []byte
}

func found[T any](response of200[T], err error) T {
	hold(err == nil, "an answer", err)
	hold(response.GetJSON200() != nil, "a 200", string(response.GetBody()))
	return *response.GetJSON200()
}

func created[T any](response of201[T], err error) T {
	hold(err == nil, "an answer", err)
	hold(response.GetJSON201() != nil, "a 201", string(response.GetBody()))
	return *response.GetJSON201()
}

func until(what string, isSo func() bool) {
	for end := time.Now().Add(time.Minute); !isSo(); time.Sleep(200 * time.Millisecond) {
		hold(time.Now().Before(end), "so within a minute: "+what)
	}
}

func hold(held bool, what string, but ...any) {
	if !held {
		log.Fatalf("not %s: %+v", what, but)
	}
}
