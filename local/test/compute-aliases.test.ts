import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readAssembly } from '../assembly.ts';
import { functionsOf } from '../functions/lambda-function.ts';
import { restApisOf } from '../rest-api/model.ts';
import { permissionsOf } from '../rest-api/server.ts';
import { samFiles } from '../sam-files.ts';
import { startLocal } from '../start.ts';
import { briefFunction, idsOf } from './helpers/fed.ts';
import { fromQueue, startFedQueues } from './helpers/fed-queues.ts';
import { declared, roleCalling } from './helpers/small-api-template.ts';
import { type Small, writeSmallAssembly } from './helpers/small-assembly.ts';
import { things } from './helpers/small-handlers.ts';

const version = (name: string) => ({
  Type: 'AWS::Lambda::Version',
  Properties: { FunctionName: { Ref: name } },
});

const alias = (name: string, Version: string, Name = 'current') => ({
  Type: 'AWS::Lambda::Alias',
  Properties: {
    FunctionName: { Ref: name },
    FunctionVersion: { 'Fn::GetAtt': [Version, 'Version'] },
    Name,
  },
  UpdatePolicy: {
    CodeDeployLambdaAliasUpdate: { ApplicationName: 'all', DeploymentGroupName: name },
  },
});

const small: Small = {
  functions: { things: { source: things }, other: { source: things } },
  methods: {
    'GET /things': { function: 'things', open: true, alias: 'ThingsCurrent' },
    'GET /other': { function: 'other', open: true, alias: 'OtherCurrent', forbidden: true },
    'GET /plain': { function: 'other', open: true },
  },
  resources: {
    ThingsVersion: version('things'),
    ThingsCurrent: alias('things', 'ThingsVersion'),
    OtherVersion: version('other'),
    OtherCurrent: alias('other', 'OtherVersion'),
    OfFunction: roleCalling('of-function', { 'Fn::GetAtt': ['things', 'Arn'] }),
    OfAlias: roleCalling('of-alias', { Ref: 'ThingsCurrent' }),
    Group: { Type: 'AWS::CodeDeploy::DeploymentGroup', Properties: {} },
  },
};

const readSmall = (of: Small) => {
  const assembly = writeSmallAssembly(of);
  const read = readAssembly(assembly.folder);
  assembly.remove();
  return read;
};

describe('a function that is called by an alias', () => {
  test('answers where the alias may be called, which who may call the function may not, nor the other way round', async () => {
    const assembly = writeSmallAssembly(small);
    const local = await startLocal({ assembly: assembly.folder, memory: true });
    try {
      const base = local.environments.sandbox?.base_url;
      const status = async (path: string) => (await fetch(`${base}${path}`)).status;
      assert.equal(await status('things'), 200);
      // The API's role may call the function, and not its alias.
      assert.equal(await status('other'), 500);
      assert.equal(await status('plain'), 200);
    } finally {
      await local.stop();
      assembly.remove();
    }
  });

  test('is called by a role that names the alias, and by none that names the function alone', () => {
    const read = readSmall(small);
    const roles = new Map(
      read.resources
        .filter(({ type }) => type === 'AWS::IAM::Role')
        .map(({ logicalId, physicalId }) => [
          logicalId,
          `arn:aws:iam::000000000000:role/${physicalId}`,
        ]),
    );
    const mayInvoke = permissionsOf(read.resources, functionsOf(read));
    const [plain, current] = [
      { functionName: 'things' },
      { functionName: 'things', qualifier: 'current' },
    ];
    const judged = [plain, current].map((called) =>
      ['OfFunction', 'OfAlias'].map((role) => mayInvoke(called, roles.get(role) ?? '')),
    );
    assert.deepEqual(judged, [
      [true, false],
      [false, true],
    ]);
  });

  test('counts as a function of an API, and not as a worker', () => {
    const functions = functionsOf(readSmall(small));
    assert.equal(functions.get('things')?.worker, false);
  });

  test('is its function where SAM reads the template, which has no other stack to find it in', () => {
    const method = {
      Type: 'AWS::ApiGateway::Method',
      Properties: {
        Integration: {
          Uri: 'functions/arn:aws:lambda:eu-west-1:1:function:things:current/invocations',
        },
      },
    };
    const function_ = (FunctionName: string) => ({
      Type: 'AWS::Lambda::Function',
      Properties: { FunctionName },
    });
    const others = {
      Things: function_('things'),
      Uncalled: function_('thing'),
      Current: alias('Things', 'Version'),
    };
    const files = samFiles(
      {
        Resources: {
          Method: method,
          Mock: { ...method, Properties: { Integration: { Type: 'MOCK' } } },
        },
      },
      [{ Resources: others }],
      functionsOf(readSmall(small)),
      { things: { accessKeyId: 'key', secretAccessKey: 'secret' } },
      'http://127.0.0.1:1',
      'http://127.0.0.1:1',
    );
    assert.deepEqual(Object.keys(files.template.Resources), ['Things', 'Method']);
    assert.deepEqual(Object.keys(files.variables), ['Things']);
  });

  test('is fed by its queue', async () => {
    const FunctionName = { Ref: 'Current' };
    const machine = await startFedQueues({
      functions: { plain: briefFunction },
      resources: {
        ...fromQueue('plain', { FunctionName }),
        Version: version('plain'),
        Current: alias('plain', 'Version'),
      },
    });
    const id = machine.order('plain', {});
    assert.deepEqual((await machine.eventsOf('plain', 1)).map(idsOf), [[id]]);
    await machine.stop();
  });
});

describe('an alias that no template declares', () => {
  const nowhere = {
    'Fn::Sub': 'arn:aws:lambda:eu-west-1:$' + '{AWS::AccountId}:function:things:gone',
  };
  const method = declared('AWS::ApiGateway::Method', {
    RestApiId: { Ref: 'Api' },
    HttpMethod: 'GET',
    AuthorizationType: 'NONE',
    ResourceId: { 'Fn::GetAtt': ['Api', 'RootResourceId'] },
    Integration: {
      Type: 'AWS_PROXY',
      Uri: { 'Fn::Join': ['', ['functions/', nowhere, '/invocations']] },
    },
  });

  test('is rejected where a method calls it', () => {
    const { resources } = readSmall({
      ...small,
      resources: { ...small.resources, GET__things: method },
    });
    assert.throws(() => restApisOf(resources), {
      name: 'BadConfiguration',
      message: 'The method GET__things calls things:gone, which no template declares.',
    });
  });

  test('is rejected where a queue feeds it', async () => {
    const gone = {
      'Fn::Sub': 'arn:aws:lambda:eu-west-1:$' + '{AWS::AccountId}:function:plain:gone',
    };
    await assert.rejects(
      startFedQueues({
        functions: { plain: briefFunction },
        resources: fromQueue('plain', { FunctionName: gone }),
      }),
      { name: 'BadConfiguration', message: /feeds plain:gone, which no template declares/ },
    );
  });
});
