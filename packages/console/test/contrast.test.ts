import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { readPages } from '../../permesso/src/local-console/pages.ts';
import { lowContrast, measureContrast } from './contrast.ts';
import { onStage } from './on-stage.ts';

const stage = onStage();

async function blank(html: string): Promise<Page> {
  const page = await stage.browser().newPage({ viewport: { width: 1280, height: 900 } });
  onTestFinished(() => page.close());
  await page.setContent(`<body style="background:#fff;font:14px sans-serif">${html}</body>`);
  return page;
}

test.each([
  ['a grey that is too light', '<p style="color:#808080">x</p>', '3.95 < 4.5 #808080 on #ffffff p. "x"'],
  ['the same, large', '<p style="color:#808080;font-size:24px">x</p>', undefined],
  ['half seen through', '<p style="opacity:.4;color:#000">x</p>', '2.85 < 4.5 #999999 on #ffffff p. "x"'],
  [
    'on a tint',
    '<p style="background:rgb(0 0 0 / .6);color:#999">x</p>',
    '2.02 < 4.5 #999999 on #666666 p. "x"',
  ],
  [
    'laid over something that is not its parent',
    '<div style="position:absolute;inset:0;background:#000"></div><p style="position:absolute;color:#333">x</p>',
    '1.66 < 4.5 #333333 on #000000 p. "x"',
  ],
  [
    'a placeholder',
    '<style>::placeholder{color:#999}</style><input placeholder="Find" style="background:#fff">',
    '2.85 < 4.5 #999999 on #ffffff input. "Find"',
  ],
  [
    'what is typed',
    '<input value="Find" style="background:#fff;color:#999">',
    '2.85 < 4.5 #999999 on #ffffff input. "Find"',
  ],
  [
    'text of a drawing',
    '<svg><text y="20" fill="#999">x</text></svg>',
    '2.85 < 4.5 #999999 on #ffffff text. "x"',
  ],
  [
    'on a picture',
    '<p style="background:linear-gradient(#000,#fff)">x</p>',
    'not measured, on linear-gradient(rgb(0, 0, 0), rgb(255, 255, 255)): p. "x"',
  ],
  ['black on white', '<p>x</p>', undefined],
  ['a disabled button', '<button disabled style="color:#999;background:#fff">x</button>', undefined],
  [
    'behind something else',
    '<p style="color:#eee">x</p><div style="position:absolute;inset:0;background:#fff"></div>',
    undefined,
  ],
])('contrast is measured: %s', async (_name, html, failure) => {
  const { failures } = await measureContrast(await blank(html));
  expect(failures).toEqual(failure === undefined ? [] : [failure]);
});

test('every component in every state has AA contrast, in both themes', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'permesso-components-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  execFileSync(process.execPath, [join(import.meta.dirname, 'build-components.ts'), directory], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const files = readPages(directory);
  const page = await stage.browser().newPage({ viewport: { width: 1600, height: 900 } });
  onTestFinished(() => page.close());
  await page.route('**/*', async (route) => {
    const file = files.get(new URL(route.request().url()).pathname);
    await (file === undefined
      ? route.fulfill({ status: 404, body: '' })
      : route.fulfill({ body: Buffer.from(file.bytes), contentType: file.type }));
  });
  await page.goto('http://127.0.0.1:9/components.html');
  await page.getByRole('heading', { name: 'Components, dark' }).waitFor();
  const { texts } = await measureContrast(page);
  expect(texts).toBeGreaterThan(200);
  expect(await lowContrast(page)).toEqual([]);
});

test.each(['light', 'dark'] as const)('what opens above a page has AA contrast, %s', async (colorScheme) => {
  const machine = stage.machine('deny: [Bash(sudo:*)]\n');
  stage.hook(machine, 'git push --force && rm -rf build');
  const { page, goTo } = await stage.open(machine);
  await page.emulateMedia({ colorScheme });
  await page.locator('article.detail').waitFor();
  const found: Record<string, readonly string[]> = {};
  const look = async (name: string): Promise<void> => {
    found[name] = (await measureContrast(page)).failures;
    await page.keyboard.press('Escape');
  };
  await page.keyboard.press('Control+K');
  await page.getByRole('dialog').waitFor();
  await look('palette');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page
    .getByRole('button', { name: /^Freeze/ })
    .first()
    .click();
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).waitFor();
  await look('freeze');
  await goTo('activity');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menu').or(page.getByRole('dialog')).waitFor();
  await look('views');
  expect(found).toEqual({ palette: [], freeze: [], views: [] });
});
