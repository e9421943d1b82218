/** `npm run tools -- site:screens [--out FOLDER] [PAGE...]`: pictures of pages: desktop, phone and dark, to be looked at. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startBrowser } from './browser.ts';
import { serveSite } from './serve.ts';
import { sections } from './site-map.ts';

const { values, positionals } = parseArgs({
  options: { out: { type: 'string', default: '.cache/site-screens' } },
  allowPositionals: true,
});
const all = ['index', ...sections.flatMap(({ pages }) => pages.map(({ page }) => page))];
const wanted = positionals.length === 0 ? all : positionals;
const looks = [
  { name: 'desktop', viewport: { width: 1360, height: 860 }, colorScheme: 'light' },
  { name: 'phone', viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  { name: 'dark', viewport: { width: 1360, height: 860 }, colorScheme: 'dark' },
] as const;

mkdirSync(values.out, { recursive: true });
const site = await serveSite();
const browser = await startBrowser();
try {
  for (const { name, viewport, colorScheme } of looks) {
    const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' });
    const tab = await context.newPage();
    for (const page of wanted) {
      await tab.goto(`${site.origin}/${page}.html`, { waitUntil: 'networkidle' });
      const isWhole = page === 'index' || page === 'playground';
      await tab.screenshot({
        path: join(values.out, `${page.replaceAll('/', '-')}-${name}.png`),
        fullPage: isWhole,
      });
    }
    await context.close();
  }
} finally {
  await browser.close();
  site.close();
}
process.stdout.write(`${wanted.length * looks.length} pictures in ${values.out}\n`);
