import type { Page } from 'playwright-core';
import { barriers } from '../../packages/console/test/barriers.ts';

/** What axe calls serious or critical, in both themes (contrast too), and what is wider than a phone. Leaves the page as wide as a phone. */
export async function readingProblems(tab: Page): Promise<readonly string[]> {
  const problems: string[] = [];
  // A colour on its way from one theme to the other is no colour of either.
  await tab.addStyleTag({ content: '*, ::before, ::after { transition: none !important; }' });
  for (const theme of ['light', 'dark']) {
    await tab.evaluate(`document.documentElement.classList.toggle('dark', ${theme === 'dark'})`);
    for (const barrier of await barriers(tab)) problems.push(`axe, ${theme}: ${barrier.slice(0, 200)}`);
  }
  await tab.setViewportSize({ width: 390, height: 844 });
  const width = await tab.evaluate<number>('document.documentElement.scrollWidth');
  if (width > 390) problems.push(`scrolls sideways on a phone: ${width} of 390 px`);
  return problems;
}

/** What readers search for, and the page that answers. */
const searches: readonly (readonly [typed: string, page: string])[] = [
  ['freeze', 'cli'],
  ['uninstall', 'install'],
  ['sandbox', 'sandbox'],
  ['effects', 'effects'],
  ['slack', 'team-approvals'],
  ['backup', 'operations'],
  ['scim', 'identity'],
  ['langchain', 'sdks'],
  ['undo', 'undo'],
  ['preset', 'presets'],
];
const depth = 4;

/** The page that answers is among the first results, and none is a list or a record. */
export async function searchProblems(tab: Page, readers: ReadonlySet<string>): Promise<readonly string[]> {
  const problems: string[] = [];
  await tab.locator('#local-search button').first().click();
  for (const [typed, page] of searches) {
    await tab.locator('#localsearch-input').fill(typed);
    await tab.locator('.results .result').first().waitFor();
    // Results come a moment after the typing.
    await tab.waitForTimeout(400);
    const found = await tab.evaluate<readonly string[]>(
      "[...document.querySelectorAll('.results .result')].map((each) => new URL(each.href).pathname)",
    );
    const pages = found.map((path) => path.slice(1).replace(/\.html$/u, ''));
    if (!pages.slice(0, depth).includes(page))
      problems.push(`search: ${typed}: ${page} is not among ${pages.slice(0, depth).join(', ')}`);
    const noise = pages.filter((each) => !readers.has(each));
    if (noise.length > 0) problems.push(`search: ${typed}: finds ${noise.join(', ')}`);
  }
  return problems;
}
