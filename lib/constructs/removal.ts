import { RemovalPolicy } from 'aws-cdk-lib/core';
import type { Environment } from '../environments.ts';

/**
 * What becomes of something that has a fixed name and a past when its stack goes: live keeps it, but not when the deployment
 * that made it is rolled back, since what is left under its name would block the next try.
 */
export const removal = ({ protectData }: Environment): RemovalPolicy =>
  protectData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
