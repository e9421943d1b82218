/**
 * `npm run tools -- site:check [PAGE...]`: the built site as a reader gets it. Every link and anchor leads somewhere, every code block can be read in its
 * language, no page asks another origin for anything, nothing moves while it loads, and it is small. axe finds no barrier in light or dark, nothing is wider
 * than a phone, and search leads to the page that answers. Ends with 1 if any problem is found. With PAGE, Chromium opens only pages that begin so.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';
import { startBrowser } from './browser.ts';
import { blockProblem, blocksOf } from './code-blocks.ts';
import { readingProblems, searchProblems } from './readable.ts';
import { builtSite, serveSite } from './serve.ts';
import { sections } from './site-map.ts';

/** Compressed bytes of a page with everything it loads at first; the engine comes later, and pictures are counted apart. */
const mostBytes = 420_000;
/** What a page of pictures loads before anybody scrolls: those further down come when they are near. */
const mostPictureBytes = 2_500_000;
/** What the playground loads when it is used. */
const mostEngineBytes = 480_000;
/** Sum of layout shifts: below 0.1 counts as good, ours should not move at all. */
const mostShift = 0.02;

const problems: string[] = [];
const pages = globSync('**/*.html', { cwd: builtSite })
  .filter((name) => name !== '404.html')
  .toSorted();
const only = process.argv.slice(2);
const opened = pages.filter((page) => only.length === 0 || only.some((start) => page.startsWith(start)));
const readerPages = sections.flatMap(({ pages: own }) => own.map(({ page }) => page));
const agentPages = pages
  .filter((page) => page.startsWith('hosts/'))
  .map((page) => page.replace(/\.html$/u, ''));
const ids = new Map(pages.map((page) => [page, new Set(matches(read(page), /\sid="([^"]+)"/gu))]));
let links = 0;
for (const page of pages)
  for (const link of matches(read(page), /<a\s[^>]*?href="([^"]+)"/gu)) {
    links++;
    const wrong = linkProblem(page, link.replaceAll('&amp;', '&'));
    if (wrong !== undefined) problems.push(`${page}: ${link}: ${wrong}`);
  }
const blocks = blocksOf(join(import.meta.dirname, '../.made'));
for (const block of blocks) {
  const wrong = blockProblem(block);
  if (wrong !== undefined) problems.push(`${block.page}:${block.line}: ${block.language}: ${wrong}`);
}
process.stdout.write(`${pages.length} pages, ${links} links, ${blocks.length} code blocks\n`);

interface Measured {
  readonly page: string;
  readonly bytes: number;
  readonly paint: number;
  readonly shift: number;
  /** The elements that moved. */
  readonly moved: readonly string[];
}

const measured = await measureAll();
const by = (key: 'bytes' | 'paint' | 'shift'): readonly Measured[] =>
  measured.toSorted((a, b) => b[key] - a[key]);
const median = (key: 'bytes' | 'paint' | 'shift'): number =>
  by(key)[Math.floor(measured.length / 2)]?.[key] ?? 0;
process.stdout.write(
  [
    `size, compressed: median ${kilobytes(median('bytes'))}, largest ${kilobytes(by('bytes')[0]?.bytes ?? 0)} (${by('bytes')[0]?.page})`,
    `first paint: median ${Math.round(median('paint'))} ms, slowest ${Math.round(by('paint')[0]?.paint ?? 0)} ms (${by('paint')[0]?.page})`,
    `layout shift: largest ${(by('shift')[0]?.shift ?? 0).toFixed(4)} (${by('shift')[0]?.page})`,
    '',
  ].join('\n'),
);
for (const { page, bytes, shift, moved } of measured) {
  if (bytes > mostBytes) problems.push(`${page}: ${kilobytes(bytes)} are more than ${kilobytes(mostBytes)}`);
  if (shift > mostShift)
    problems.push(`${page}: ${moved.join(', ')} move while it loads (${shift.toFixed(3)})`);
}
for (const problem of problems.slice(0, 60)) process.stdout.write(`${problem}\n`);
process.stdout.write(`${problems.length} problems\n`);
process.exitCode = problems.length === 0 ? 0 : 1;

function read(page: string): string {
  return readFileSync(join(builtSite, page), 'utf8');
}

function matches(text: string, pattern: RegExp): readonly string[] {
  return Array.from(text.matchAll(pattern), ([, found = '']) => found);
}

function linkProblem(page: string, link: string): string | undefined {
  if (/^(?:https:|mailto:)/u.test(link)) return undefined;
  if (/^\w+:/u.test(link)) return 'neither a page nor https';
  const [path = '', anchor] = link.split('#', 2);
  const joined =
    path === '' ? page : path.startsWith('/') ? path.slice(1) : normalize(join(dirname(page), path));
  const target = joined === '' || joined.endsWith('/') ? `${joined}index.html` : joined;
  if (!ids.has(target)) return globSync(target, { cwd: builtSite }).length > 0 ? undefined : 'no such page';
  const isThere =
    anchor === undefined || anchor === '' || ids.get(target)?.has(decodeURIComponent(anchor)) === true;
  return isThere ? undefined : 'no such heading';
}

async function measureAll(): Promise<readonly Measured[]> {
  const site = await serveSite();
  const browser = await startBrowser();
  const found: Measured[] = [];
  try {
    for (const page of opened) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      const tab = await context.newPage();
      const loaded: string[] = [];
      tab.on('request', (request) => {
        const url = request.url();
        if (url.startsWith('data:')) return;
        if (url.startsWith(site.origin)) loaded.push(new URL(url).pathname);
        else problems.push(`${page}: asks another origin: ${url}`);
      });
      tab.on('console', (message) => {
        if (message.type() === 'error') problems.push(`${page}: ${message.text()}`);
      });
      tab.on('pageerror', (error) => problems.push(`${page}: ${error.message}`));
      await tab.addInitScript(
        `globalThis.shift = 0; globalThis.moved = new Set(); new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            globalThis.shift += entry.value;
            for (const { node } of entry.sources) globalThis.moved.add((node?.nodeName ?? '?') + '.' + (node?.className ?? ''));
          }
        }).observe({ type: 'layout-shift', buffered: true });`,
      );
      await tab.goto(`${site.origin}/${page}`, { waitUntil: 'networkidle' });
      const paint = await tab.evaluate<number>(
        "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0",
      );
      const shift = await tab.evaluate<number>('globalThis.shift');
      const moved = await tab.evaluate<readonly string[]>('[...globalThis.moved]');
      const isEngine = (path: string): boolean => /\/(?:decide|read-policy|shipped)[.-]/u.test(path);
      const bytes = (paths: readonly string[]): number =>
        [...new Set(paths)].reduce((sum, path) => sum + sizeOf(path), 0);
      const isPicture = (path: string): boolean => /\.(?:png|svg)$/u.test(path);
      found.push({
        page,
        bytes: bytes(loaded.filter((path) => !isEngine(path) && !isPicture(path))),
        paint,
        shift,
        moved,
      });
      const pictures = bytes(loaded.filter(isPicture));
      if (pictures > mostPictureBytes) problems.push(`${page}: the pictures are ${kilobytes(pictures)}`);
      if (page === 'playground.html') {
        await tab.locator('textarea').first().fill('ls -la');
        await tab.waitForFunction('globalThis.permesso !== undefined');
        const engine = bytes(loaded.filter(isEngine));
        process.stdout.write(`engine and presets, compressed: ${kilobytes(engine)}\n`);
        if (engine === 0) problems.push(`${page}: what it loads for a decision is not known by its name`);
        if (engine > mostEngineBytes) problems.push(`${page}: the engine is ${kilobytes(engine)}`);
      }
      // Last: nothing that it does is measured.
      for (const problem of await readingProblems(tab)) problems.push(`${page}: ${problem}`);
      if (page === 'index.html')
        problems.push(...(await searchProblems(tab, new Set([...readerPages, ...agentPages]))));
      await context.close();
    }
  } finally {
    await browser.close();
    site.close();
  }
  return found;
}

function sizeOf(path: string): number {
  const name = path.endsWith('/') ? `${path}index.html` : path;
  const [file] = globSync(`.${name}`, { cwd: builtSite });
  if (file === undefined) return 0;
  const bytes = readFileSync(join(builtSite, file));
  return /\.(?:png|woff2)$/u.test(name) ? bytes.length : gzipSync(bytes).length;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(0)} kB`;
}
