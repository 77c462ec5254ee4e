// Runs in CloudFront when the site's API answered: it says where something is below itself; `prefix`, which stands above
// this, is what leads to it here.
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it.
function handler(event) {
  const location = event.response.headers.location;
  if (location) location.value = prefix + location.value;
  return event.response;
}
