// Runs in CloudFront before a call of the site's API: /api/live/v1/customers is /v1/customers of live's API.
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it.
function handler(event) {
  const request = event.request;
  request.uri = request.uri.replace(/^\/api\/[a-z]+/, '');
  return request;
}
