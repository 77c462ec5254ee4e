import chromiumBinary from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

/** A real Chromium that arrives with the packages. Its security is left as it is: policies and origins count. */
export const aChromium = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: await chromiumBinary.executablePath(),
    args: ['--no-sandbox', '--no-zygote', '--headless=shell', '--disable-gpu', '--disable-dev-shm-usage'],
    headless: true,
  });
