import assert from 'node:assert/strict';
import { test } from 'node:test';
import { metrics } from '../../functions/core/metrics.ts';
import { type Resource, synthesised } from '../helpers/synthesised.ts';

type Widget = {
  readonly properties: {
    readonly title: string;
    readonly metrics: readonly (readonly unknown[])[];
  };
};

const all = await synthesised();

const resourcesOf = (environment: string): readonly Resource[] =>
  all
    .filter((stack) => stack.environment === environment)
    .flatMap((stack) => Object.values(stack.resources));

/** The page of an environment as CloudWatch gets it. */
const pageOf = (environment: string): readonly Widget[] => {
  const page = resourcesOf(environment).find(({ Type }) => Type === 'AWS::CloudWatch::Dashboard');
  const [separator, parts] = page?.Properties.DashboardBody['Fn::Join'] ?? assert.fail('no page');
  return JSON.parse(
    parts.map((part: unknown) => (typeof part === 'string' ? part : 'eu-west-1')).join(separator),
  ).widgets;
};

/** The names of resources, by the dimension that names them in metrics. */
const namesIn = (environment: string): Readonly<Record<string, readonly unknown[]>> => {
  const named = (type: string, name: string) =>
    resourcesOf(environment).flatMap(({ Type, Properties }) =>
      Type === type ? [Properties[name]] : [],
    );
  return {
    QueueName: named('AWS::SQS::Queue', 'QueueName'),
    FunctionName: named('AWS::Lambda::Function', 'FunctionName'),
    ApiName: named('AWS::ApiGateway::RestApi', 'Name'),
    Stage: named('AWS::ApiGateway::Stage', 'StageName'),
  };
};

for (const environment of ['sandbox', 'live']) {
  test(`the page of ${environment} shows metrics of what is deployed`, () => {
    const names = namesIn(environment);
    const page = pageOf(environment);
    assert.ok(page.length > 8 && page.every(({ properties }) => properties.metrics.length > 0));
    for (const { properties } of page)
      for (const [namespace, , ...dimensions] of properties.metrics) {
        if (typeof namespace !== 'string') continue;
        const pairs = dimensions.filter((one) => typeof one === 'string');
        for (let at = 0; at < pairs.length; at += 2)
          assert.ok(
            names[String(pairs[at])]?.includes(pairs[at + 1]),
            `${properties.title}: ${pairs[at + 1]}`,
          );
      }
  });

  test(`the page of ${environment} shows every queue, and everything that lines of the log measure`, () => {
    const shown = JSON.stringify(pageOf(environment));
    for (const name of namesIn(environment).QueueName ?? [])
      assert.ok(shown.includes(`"${name}"`), String(name));
    for (const name of Object.keys(metrics))
      assert.ok(shown.includes(`MetricName=\\"${name}\\" environment=\\"${environment}\\"`), name);
  });
}
