import chromiumBinary from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

/**
 * A real Chromium that arrives with the packages. Its security is left as it is: policies and origins count. It starts no
 * more processes than it needs, and compiles no script for the long run: no page of a test lives long enough to win by that.
 */
export const aChromium = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: await chromiumBinary.executablePath(),
    args: [
      ...['--no-sandbox', '--no-zygote', '--headless=shell', '--disable-gpu', '--disable-dev-shm-usage'],
      ...['--in-process-gpu', '--process-per-site', '--js-flags=--no-opt --no-maglev'],
    ],
    headless: true,
  });
