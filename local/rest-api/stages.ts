import type { AwsCall } from '../aws-service.ts';
import { AwsError, unknownOperation } from '../errors.ts';
import { inputOf } from '../json-protocol.ts';
import type { RestApi, Throttle } from './model.ts';

/** The operation of a call about APIs and their stages; undefined for others. A query has pages, which nobody needs here. */
export const stageOperationOf = ({
  method,
  url,
}: Pick<AwsCall, 'method' | 'url'>): string | undefined => {
  if (method === 'GET' && url === '/restapis') return 'GetRestApis';
  if (!stagePath.test(url)) return undefined;
  return method === 'GET' ? 'GetStage' : method === 'PATCH' ? 'UpdateStage' : undefined;
};

const stagePath = /^\/restapis\/([^/?]+)\/stages\/([^/?]+)$/;

/**
 * Answers GetRestApis, GetStage and UpdateStage. An update can only replace throttles that the
 * stage has.
 */
export const stageOperation = (apis: readonly RestApi[], call: AwsCall): object => {
  const { method, url, region } = call;
  const ofRegion = apis.filter((api) => api.region === region);
  const [, id, stage] = stagePath.exec(url) ?? [];
  if (id === undefined) return { item: ofRegion.map((api) => ({ id: api.id, name: api.name })) };
  const api = ofRegion.find((each) => each.id === id && each.stage === stage);
  if (!api) throw new AwsError(404, 'NotFoundException', 'Invalid stage identifier specified');
  if (method === 'PATCH') replaceThrottles(api, inputOf(call).patchOperations);
  const settings = [...api.throttles].map(([key, { rate, burst }]) => [
    settingOf(key),
    { throttlingRateLimit: rate, throttlingBurstLimit: burst },
  ]);
  return {
    stageName: stage,
    deploymentId: api.deploymentId,
    methodSettings: Object.fromEntries(settings),
  };
};

/** API Gateway's key of `POST /a/b` is `~1a~1b/POST`; that of the whole stage is `*` and `*`. */
const settingOf = (key: string): string => {
  const [method, path = ''] = key.split(' ');
  return `${path === '/*' ? '*' : path.replaceAll('/', '~1')}/${method}`;
};

/** Checks every change first: an update happens whole or not at all. */
const replaceThrottles = ({ throttles }: RestApi, operations: unknown): void => {
  const changed = new Map<string, Throttle>();
  for (const { op, path, value } of (Array.isArray(operations) ? operations : []) as Patch[]) {
    const [, setting, what] = /^\/(.+)\/throttling\/(rateLimit|burstLimit)$/.exec(path) ?? [];
    const key = [...throttles.keys()].find((each) => settingOf(each) === setting);
    const throttle = key === undefined ? undefined : (changed.get(key) ?? throttles.get(key));
    if (op !== 'replace' || key === undefined || !throttle)
      throw unknownOperation(`${op} ${path} of a stage`);
    changed.set(key, { ...throttle, [what === 'rateLimit' ? 'rate' : 'burst']: Number(value) });
  }
  for (const [key, throttle] of changed) throttles.set(key, throttle);
};

type Patch = { readonly op: string; readonly path: string; readonly value: string };
