import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { siteBucket } from '../../lib/environments.ts';
import { productOf } from '../../lib/product.ts';
import { orSentence, readCommandLine, say } from '../command-line.ts';
import { withProgress } from '../progress.ts';
import { buildSite, siteFiles } from '../site/build.ts';
import { environmentWith, settingsOption } from '../start/target.ts';

const usage = `npm run ops -- site [--account <account>] [-c settings='{…}']

Builds the dashboard and uploads it to its bucket, with your credentials of live's account. Files that a browser may still
ask for stay; the page that names the new files comes last.`;

const options = { account: { type: 'string' }, ...settingsOption } as const;
const { values } = readCommandLine({ usage, options });

await orSentence(async () => {
  const live = environmentWith('live', values.context);
  if (!live) throw new Error('The settings have no environment live: see lib/environments.ts.');
  const owner = values.account ?? live.account;
  if (owner === undefined)
    throw new Error(
      'The account of the bucket is missing: set account of live in your settings, or add --account.',
    );
  const files = await siteFiles(await buildSite(say), productOf(live));
  const s3 = new S3Client({ region: live.region });
  await withProgress(async ({ show }) => {
    let uploaded = 0;
    for (const [Key, { body, headers }] of files) {
      const type = { ContentType: headers['content-type'], CacheControl: headers['cache-control'] };
      await s3.send(
        new PutObjectCommand({ Bucket: siteBucket(live, owner), Key, Body: body, ...type }),
      );
      uploaded += 1;
      show(`${uploaded} of ${files.size} files uploaded`);
    }
  });
  say(`${files.size} files are in ${siteBucket(live, owner)}.`);
});
