import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiDomain, webAcl } from '../helpers/settings-of-variants.ts';
import { ofType, synthesised, synthesisedChanged, textOf } from '../helpers/synthesised.ts';

const apiOf = (stacks: Awaited<ReturnType<typeof synthesised>>) =>
  stacks.find(({ environment, name }) => environment === 'live' && name === 'api') ?? assert.fail();
const changed = apiOf(await synthesisedChanged());
const plain = apiOf(await synthesised());
const only = (stack: typeof plain, type: string) =>
  ofType(stack, type)[0]?.[1].Properties ?? assert.fail(type);

test('an API with its own name is called by it alone, under /v1', () => {
  assert.equal(only(changed, 'AWS::ApiGateway::RestApi').DisableExecuteApiEndpoint, true);
  const domain = only(changed, 'AWS::ApiGateway::DomainName');
  assert.deepEqual(
    [domain.DomainName, domain.RegionalCertificateArn],
    [apiDomain.name, apiDomain.certificate],
  );
  assert.match(domain.SecurityPolicy, /TLS13/);
  const { BasePath, Stage, DomainName } = only(changed, 'AWS::ApiGateway::BasePathMapping');
  assert.deepEqual(
    [BasePath, ofType(changed, 'AWS::ApiGateway::Stage')[0]?.[0]],
    ['v1', Stage.Ref],
  );
  assert.ok(textOf(DomainName).includes('Domain'));
  const addresses = ofType(changed, 'AWS::SSM::Parameter').map(
    ([, { Properties }]) => Properties.Value,
  );
  assert.ok(addresses.includes(`https://${apiDomain.name}/v1/`));
});

test('and without one by the name that API Gateway gives it', () => {
  assert.equal(only(plain, 'AWS::ApiGateway::RestApi').DisableExecuteApiEndpoint, undefined);
  assert.deepEqual(ofType(plain, 'AWS::ApiGateway::DomainName'), []);
});

test('a web ACL stands before the stage where one is named', () => {
  const { WebACLArn, ResourceArn } = only(changed, 'AWS::WAFv2::WebACLAssociation');
  assert.equal(WebACLArn, webAcl);
  assert.match(textOf(ResourceArn), /\/restapis\/.*\/stages\//);
  assert.deepEqual(ofType(plain, 'AWS::WAFv2::WebACLAssociation'), []);
});
