import { expect, test } from 'vitest';
import { renderInstall, writtenInstall } from './install-screens.ts';

test('the screens in the docs are what the commands print, and fit 80 columns', async () => {
  const rendered = await renderInstall();
  expect(writtenInstall()).toBe(rendered);
  const printed = Array.from(rendered.matchAll(/```console\n(.*?)\n```/gs), ([, screen = '']) =>
    screen.split('\n'),
  );
  expect(printed.length).toBe(10);
  expect(printed.flat().filter((line) => line.length > 80)).toEqual([]);
  // Three more lines ask, below: the whole fits a terminal of 24 rows.
  const summary = printed.find(([command]) => command === '$ permesso init --dry-run') ?? [];
  expect(summary.slice(1, summary.indexOf('Nothing was written.') - 1).length).toBeLessThanOrEqual(21);
  expect(rendered).not.toMatch(/ghp_0123.*\n.*\$ permesso/s);
});
