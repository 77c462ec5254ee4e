// Runs in CloudFront before a file of the site is looked up; what stands above it are the deployment's settings.
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it.
function handler(event) {
  const request = event.request;
  if (request.uri === '/settings.json')
    return {
      statusCode: 200,
      statusDescription: 'OK',
      headers: {
        'content-type': { value: 'application/json' },
        'cache-control': { value: 'no-store' },
      },
      body: JSON.stringify(settings),
    };
  // An address of a page, which one of two files shows; a missing file stays missing.
  if (request.uri === '/onboarding') request.uri = '/onboarding.html';
  else if (!request.uri.split('/').pop().includes('.')) request.uri = '/index.html';
  return request;
}
