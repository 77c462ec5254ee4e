import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { environments, siteBucket } from '../lib/environments.ts';
import { buildSite, siteFiles } from './site/build.ts';
import { wordsOf } from './start/settings.ts';

// `npm run site`: builds the dashboard's site and brings it to its bucket, with credentials of live's account. Files that a
// browser may still ask for stay; the page that names the new ones comes last.

const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`);

try {
  const { account } = wordsOf(process.argv.slice(2), ['account']);
  const { live } = environments;
  const owner = account ?? live.account;
  if (owner === undefined)
    throw new Error('Whose bucket? Set account of live in lib/environments.ts, or say --account.');
  const files = await siteFiles(await buildSite(say));
  const s3 = new S3Client({ region: live.region });
  for (const [Key, { body, headers }] of files) {
    const type = { ContentType: headers['content-type'], CacheControl: headers['cache-control'] };
    await s3.send(new PutObjectCommand({ Bucket: siteBucket(owner), Key, Body: body, ...type }));
  }
  say(`${files.size} files are in ${siteBucket(owner)}.`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
