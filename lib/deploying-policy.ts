import { type ActionGroup, deployedRoles, deployingActions } from './deploying-actions.ts';
import {
  busName,
  documentBucket,
  type Environment,
  globalName,
  physicalName,
  service,
  siteBucket,
} from './environments.ts';

type Statement = {
  readonly Effect: 'Allow';
  readonly Action: readonly string[];
  readonly Resource: readonly string[];
  readonly Condition?: ActionGroup['when'];
};

/** A policy of IAM. */
export type PolicyDocument = {
  readonly Version: '2012-10-17';
  readonly Statement: readonly Statement[];
};

/** The parts of templates that decide what may be called. */
export type PolicyInput = {
  readonly types: readonly string[];
  /** The services that roles of the templates are for. */
  readonly passedTo: readonly string[];
  /** The managed policies that those roles have, as ARNs. */
  readonly attached: readonly string[];
};

type Role = { readonly AssumeRolePolicyDocument?: unknown; readonly ManagedPolicyArns?: unknown };
type Template = {
  readonly Resources: Readonly<
    Record<string, { readonly Type: string; readonly Properties?: Role }>
  >;
};

/** Reads from templates what a deployment of them calls. */
export const deployedBy = (templates: readonly Template[]): PolicyInput => {
  const resources = templates.flatMap(({ Resources }) => Object.values(Resources));
  const roles = resources.flatMap(({ Type, Properties }) =>
    Type === 'AWS::IAM::Role' && Properties ? [Properties] : [],
  );
  const trusts = JSON.stringify(roles.map((role) => role.AssumeRolePolicyDocument));
  const managed = JSON.stringify(roles.map((role) => role.ManagedPolicyArns));
  const sorted = (found: Iterable<string>) => [...new Set(found)].sort();
  return {
    types: sorted(resources.map(({ Type }) => Type)),
    passedTo: sorted(trusts.match(/[a-z-]+\.amazonaws\.com/g) ?? []),
    attached: sorted(
      [...managed.matchAll(/:iam::aws:(policy\/[\w/-]+)/g)].map(
        ([, path]) => `arn:aws:iam::aws:${path}`,
      ),
    ),
  };
};

/** The types that no entry of the table covers. */
export const uncoveredTypes = ({ types }: PolicyInput): readonly string[] =>
  types.filter((type) => !Object.hasOwn(deployingActions, type));

/** The qualifier of CDK's bootstrap, unless it was given another one. */
const qualifier = 'hnb659fds';
const bootstrap = `cdk-${qualifier}`;

/** The bucket that the bootstrap makes for the code of functions. */
export const bootstrapBucket = (region: string, account: string): string =>
  `${bootstrap}-assets-${account}-${region}`;

/** The values of the words in braces. An account that no setting names is any: IAM grants only what is in the account of a policy. */
const wordsOf = (environment: Environment): Readonly<Record<string, string>> => {
  const { name, region, account = '*' } = environment;
  return {
    region,
    account,
    environment: name,
    bus: busName(name),
    own: physicalName(name, ''),
    global: globalName(environment, ''),
    assets: bootstrapBucket(region, account),
  };
};

const filled = (pattern: string, words: Readonly<Record<string, string>>): string =>
  pattern.replace(/\{(\w+)\}/g, (_, word: string) => words[word] ?? word);

const actionsOf = ({ actions }: ActionGroup): string[] => {
  const [prefix = '', names = ''] = actions.split(': ');
  return names.split(' ').map((name) => `${prefix}:${name}`);
};

const allow = (
  Action: readonly string[],
  Resource: readonly string[],
  Condition?: ActionGroup['when'],
): Statement => ({
  Effect: 'Allow',
  Action,
  Resource,
  ...(Condition && { Condition }),
});

const statement = (access: ActionGroup, words: Readonly<Record<string, string>>): Statement =>
  allow(
    actionsOf(access),
    [access.on].flat().map((pattern) => filled(pattern, words)),
    access.when && JSON.parse(filled(JSON.stringify(access.when), words)),
  );

/** One statement for all that are limited to the same resources. */
const merged = (statements: readonly Statement[]): Statement[] => {
  const groups = Map.groupBy(statements, ({ Resource, Condition }) =>
    JSON.stringify([Resource, Condition]),
  );
  return [...groups.values()].map(([first, ...more]) => ({
    ...(first as Statement),
    Action: [...new Set([first, ...more].flatMap((one) => one?.Action ?? []))].sort(),
  }));
};

/** The calls of CloudFormation's role in a deployment: `cdk bootstrap --cloudformation-execution-policies` names these. */
export const executionPolicies = (
  environment: Environment,
  deployed: PolicyInput,
): readonly PolicyDocument[] => {
  const words = wordsOf(environment);
  const roles = deployedRoles.map((pattern) => filled(pattern, words));
  const parameter = (path: string) =>
    filled(`arn:aws:ssm:{region}:{account}:parameter/${path}`, words);
  const own = deployed.types
    .flatMap((type) => deployingActions[type] ?? [])
    .map((one) => statement(one, words));
  return packed([
    ...merged(own),
    allow(['iam:PassRole'], roles, { StringEquals: { 'iam:PassedToService': deployed.passedTo } }),
    allow(['iam:AttachRolePolicy', 'iam:DetachRolePolicy'], roles, {
      ArnEquals: { 'iam:PolicyARN': deployed.attached },
    }),
    allow(
      ['ssm:GetParameters'],
      [parameter(`${service}/*`), parameter(`cdk-bootstrap/${qualifier}/version`)],
    ),
  ]);
};

/** The calls of the person or pipeline that runs `npm run deploy`, `preflight` and `site`. */
export const deployerPolicy = (environment: Environment): PolicyDocument => {
  const words = wordsOf(environment);
  const { account = '*', region, stripe, onfido, yente, protectData } = environment;
  const ofProviders = [
    stripe?.apiKeySecret,
    stripe?.signingSecret,
    onfido?.tokenSecret,
    onfido?.webhookSecret,
  ];
  const secrets = [...ofProviders, yente?.tokenSecret].flatMap((name) =>
    name === undefined ? [] : [`arn:aws:secretsmanager:${region}:${account}:secret:${name}-??????`],
  );
  const assumed = ['deploy', 'file-publishing', 'lookup'].map(
    (role) => `arn:aws:iam::${account}:role/${bootstrap}-${role}-role-${account}-${region}`,
  );
  const statements = [
    allow(['sts:AssumeRole'], assumed),
    allow(['lambda:GetAccountSettings'], ['*']),
    allow(
      ['lambda:GetFunctionConcurrency'],
      [filled('arn:aws:lambda:{region}:{account}:function:{own}*', words)],
    ),
    allow(
      ['s3:ListBucket'],
      [documentBucket(environment, account), bootstrapBucket(region, account)].map(
        (name) => `arn:aws:s3:::${name}`,
      ),
    ),
    allow(['secretsmanager:GetSecretValue'], secrets),
    allow(
      ['s3:PutObject'],
      protectData ? [`arn:aws:s3:::${siteBucket(environment, account)}/*`] : [],
    ),
  ];
  return {
    Version: '2012-10-17',
    Statement: statements.filter(({ Resource }) => Resource.length > 0),
  };
};

/** IAM takes so many characters in a managed policy, white space apart. */
export const policy_characters_max = 6_144;

/** Statements in as few documents as IAM's limit allows, in their order. */
const packed = (statements: readonly Statement[]): PolicyDocument[] => {
  const documents: PolicyDocument[] = [];
  let current: Statement[] = [];
  const document = (Statement: readonly Statement[]): PolicyDocument => ({
    Version: '2012-10-17',
    Statement,
  });
  for (const one of statements) {
    if (JSON.stringify(document([...current, one])).length > policy_characters_max) {
      documents.push(document(current));
      current = [];
    }
    current.push(one);
  }
  return [...documents, document(current)];
};
