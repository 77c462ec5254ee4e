// Plays a few calls with the client that oapi-codegen generates; check.ts starts the service and this.
package main

import (
	"context"
	"crypto/rand"
	"log"
	"net/http"
	"os"

	"example.com/check/client"
)

func key() string { return rand.Text() }

func main() {
	ctx := context.Background()
	signed := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Api-Key", os.Getenv("API_KEY"))
		return nil
	}
	api, err := client.NewClientWithResponses(os.Getenv("BASE_URL"), client.WithRequestEditorFn(signed))
	hold(err, true, "a client")

	var person client.CustomerCreate
	hold(person.FromIndividualCreate(client.IndividualCreate{FirstName: "Ada", LastName: "Lovelace"}), true, "a person")
	created, err := api.CustomersCreateWithResponse(ctx, &client.CustomersCreateParams{IdempotencyKey: key()}, person)
	hold(err, created.JSON201 != nil, "a customer", created.Body)
	customer, err := created.JSON201.AsIndividualCustomer()
	hold(err, customer.LastName == "Lovelace", "an individual")
	got, err := api.CustomersGetWithResponse(ctx, customer.Id, nil)
	hold(err, got.JSON200 != nil, "the customer again", got.Body)
	listed, err := api.CustomersListWithResponse(ctx, &client.CustomersListParams{})
	hold(err, listed.JSON200 != nil && len(listed.JSON200.Data) == 1, "a list", listed.Body)
	announced, err := api.DocumentsCreateWithResponse(
		ctx, customer.Id, &client.DocumentsCreateParams{IdempotencyKey: key()},
		client.DocumentCreate{Type: "passport", ContentType: "image/jpeg", SizeBytes: 482311},
	)
	hold(err, announced.JSON201 != nil && announced.JSON201.Upload != nil, "a document", announced.Body)
	webhook, err := api.WebhooksCreateWithResponse(
		ctx, &client.WebhooksCreateParams{IdempotencyKey: key()}, client.WebhookCreate{Url: "https://example.com/webhooks"},
	)
	hold(err, webhook.JSON201 != nil && webhook.JSON201.Secret != nil, "a webhook", webhook.Body)
	refused, err := api.CustomersGetWithResponse(ctx, "cus_01jd5fq7k9e8xv3m2n4p6r8t0w", nil)
	problem := refused.ApplicationproblemJSON404
	hold(err, problem != nil && problem.Code == "customer_not_found", "a refusal", refused.Body)
}

func hold(err error, held bool, what string, body ...[]byte) {
	if err != nil || !held {
		log.Fatalf("not %s: %v %s", what, err, body)
	}
}
