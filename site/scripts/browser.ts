import { chromium, type Browser } from 'playwright-core';

/** Debian's Chromium, which reaches nothing but what a page asks for. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
}
