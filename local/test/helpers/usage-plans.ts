import { declared } from './small-api-template.ts';
import type { Small } from './small-assembly.ts';

/** Names the key of the token: `many-1` is counted by the key `many` and twenty zeros. */
const authorizer = `exports.handler = async ({ authorizationToken, methodArn }) => {
  const [word] = authorizationToken.split('-');
  const Resource = methodArn.replace(/\\/v1\\/.*/, '/v1/*');
  return {
    principalId: word,
    policyDocument: { Version: '2012-10-17', Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource }] },
    context: { policy: 'of ' + word },
    ...(word !== 'nameless' && { usageIdentifierKey: word === 'wrong' ? 1 : word + '0'.repeat(20) }),
  };
};`;

/** The value of the key of this name. */
export const valueFor = (word: string): string => word + '0'.repeat(20);

/** The stage whose calls the plans count. */
export const api = { ApiId: { Ref: 'Api' }, Stage: { Ref: 'Stage' } };

/** A usage plan of the stage; more properties win. */
export const plan = (rate: number, burst: number, more: object = {}) =>
  declared('AWS::ApiGateway::UsagePlan', {
    ApiStages: [api],
    Throttle: { RateLimit: rate, BurstLimit: burst },
    ...more,
  });

/** A key that the template declares; more properties win. */
export const declaredKey = (word: string, more: object = {}) =>
  declared('AWS::ApiGateway::ApiKey', {
    Name: word,
    Value: valueFor(word),
    Enabled: true,
    ...more,
  });

/** A key in a usage plan. */
export const inPlan = (key: string, to: string, KeyType = 'API_KEY') =>
  declared('AWS::ApiGateway::UsagePlanKey', {
    KeyId: { Ref: key },
    KeyType,
    UsagePlanId: { Ref: to },
  });

const throttled = declared('AWS::ApiGateway::GatewayResponse', {
  RestApiId: { Ref: 'Api' },
  ResponseType: 'THROTTLED',
  ResponseParameters: { 'gatewayresponse.header.policy': 'context.authorizer.policy' },
  ResponseTemplates: { 'application/json': '{"code":"THROTTLED"}' },
});
const rolePolicy = {
  PolicyName: 'keys',
  PolicyDocument: {
    Statement: [
      {
        Effect: 'Allow',
        Action: 'apigateway:POST',
        Resource: 'arn:aws:apigateway:eu-west-1::/apikeys',
      },
      {
        Effect: 'Allow',
        Action: 'apigateway:POST',
        Resource: {
          'Fn::Join': ['', ['arn:aws:apigateway:eu-west-1::/usageplans/', { Ref: 'Few' }, '/keys']],
        },
      },
    ],
  },
};

/** The API, which reads keys from this source. */
export const restApi = (ApiKeySourceType: string) =>
  declared('AWS::ApiGateway::RestApi', { Name: 'small', ApiKeySourceType });

/** An API with methods that usage plans count, and keys in the plans. */
export const countedApi: Small = {
  functions: {
    authorizer: { source: authorizer },
    page: {
      source: `exports.handler = async (event) => ({ statusCode: 200, body: JSON.stringify(event) });`,
    },
  },
  authorizer: { function: 'authorizer', ttl_seconds: 300 },
  methods: {
    'GET /page': { function: 'page', counted: true },
    'GET /scarce': { function: 'page', counted: true },
    'GET /uncounted': { function: 'page' },
    'GET /open': { function: 'page', open: true },
  },
  resources: {
    Api: restApi('AUTHORIZER'),
    Stage: declared('AWS::ApiGateway::Stage', {
      RestApiId: { Ref: 'Api' },
      StageName: 'v1',
      DeploymentId: { Ref: 'Deployment' },
      MethodSettings: [
        {
          HttpMethod: 'GET',
          ResourcePath: '/~1scarce',
          ThrottlingRateLimit: 0.0001,
          ThrottlingBurstLimit: 3,
        },
      ],
    }),
    Few: plan(0.0001, 2),
    More: plan(0.0001, 4),
    Unbound: { Type: 'AWS::ApiGateway::UsagePlan', Properties: { ApiStages: [api] } },
    Declared: declaredKey('declared'),
    DeclaredInFew: inPlan('Declared', 'Few'),
    Free: declaredKey('free'),
    FreeInUnbound: inPlan('Free', 'Unbound'),
    Off: declaredKey('off', { Enabled: false }),
    OffInFew: inPlan('Off', 'Few'),
    Alone: declaredKey('alone'),
    Throttled: throttled,
    Role: { Type: 'AWS::IAM::Role', Properties: { RoleName: 'small', Policies: [rolePolicy] } },
  },
};
