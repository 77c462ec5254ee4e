// Runs in CloudFront before a call of an API: /api/live/v1/customers is /v1/customers of live's dashboard API, and
// /onboarding-api/live/v1/onboarding is /v1/onboarding of its public one.
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it.
function handler(event) {
  const request = event.request;
  request.uri = request.uri.replace(/^\/(onboarding-)?api\/[a-z]+/, '');
  return request;
}
