import { chromium, type Browser } from 'playwright-core';
import { chromiumFile } from '../../packages/console/test/chromium.ts';

/** Debian's Chromium, which reaches nothing but what a page asks for. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumFile,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
}
