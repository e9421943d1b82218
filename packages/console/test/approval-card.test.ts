import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { chromium, type Browser, type Page } from 'playwright-core';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGate } from '@permesso/gate/gate';
import { approvalCard as catalogue } from '@permesso/gate/messages';
import { barriers } from './barriers.ts';
import { chromiumFile } from './chromium.ts';

const style = readFileSync(new URL('../../gate/src/sdks/react/card.css', import.meta.url), 'utf8');

/** `@permesso/gate/react` in a browser: React draws the card of a real request. */
let browser: Browser;
let script: string;

beforeAll(async () => {
  const build = await rolldown({
    input: 'page',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    resolve: { conditionNames: ['@permesso/source', 'import', 'browser', 'default'] },
    plugins: [
      {
        name: 'page',
        resolveId: (name) => (name === 'page' ? join(import.meta.dirname, 'page.js') : undefined),
        load: (name) =>
          name.endsWith('/page.js')
            ? `import { createElement } from 'react';
               import { createRoot } from 'react-dom/client';
               import * as card from '@permesso/gate/react';
               window.draw = (approval, language) => createRoot(document.querySelector('main')).render(
                 createElement(card.ApprovalCard, { approval, texts: card[language], send: (answer) => window.send(answer) }));`
            : undefined,
      },
    ],
  });
  const { output } = await build.generate({ format: 'iife' });
  await build.close();
  script = output[0].code;
  browser = await chromium.launch({ executablePath: chromiumFile, args: ['--no-sandbox'] });
});
afterAll(() => browser.close());

test('the published card is at most 12 kB of script and 4 kB of style', async () => {
  const dist = join(import.meta.dirname, '../../gate/dist/sdks/react');
  const build = await rolldown({
    input: join(dist, 'react.js'),
    external: [/^react(?:\/|$)/],
    platform: 'browser',
  });
  const { output } = await build.generate({ format: 'esm', minify: true });
  await build.close();
  expect(output.length).toBe(1);
  expect(gzipSync(output[0].code).length).toBeLessThanOrEqual(12_000);
  expect(readFileSync(join(dist, 'card.css')).length).toBeLessThanOrEqual(4096);
});

interface Drawn {
  readonly page: Page;
  readonly sent: readonly unknown[];
}

async function draw(
  input: Readonly<Record<string, unknown>>,
  { language = 'approvalCardEnglish', fails = 0, tool = 'refund', editable = false } = {},
): Promise<Drawn> {
  const gate = createGate({ policy: { ask: [{ rule: 'refund', message: 'Moves money.' }] } });
  const { request } = await gate.consult({ tool, input }, { editable });
  const page = await browser.newPage();
  await page.setContent(
    `<!doctype html><html lang="en"><title>Chat</title><style>${style}</style><main><h1>Chat</h1></main></html>`,
  );
  const sent: unknown[] = [];
  let left = fails;
  await page.exposeFunction('send', (answer: unknown) => {
    if (left-- > 0) throw new Error('offline');
    sent.push(answer);
  });
  await page.addScriptTag({ content: script });
  await page.evaluate(
    ([approval, texts]) =>
      (globalThis as unknown as { draw: (...args: unknown[]) => void }).draw(approval, texts),
    [{ request }, language] as const,
  );
  await page.getByRole('region').waitFor();
  return { page, sent };
}

test('shows the call, why it asks and the rule on offer; axe finds nothing; the keyboard answers, once', async () => {
  const { page, sent } = await draw({ customer: 'anna', amount: 200 });
  const card = page.getByRole('region', { name: 'Approval request' });
  expect(await card.textContent()).toMatch(/refund[^]*anna[^]*200[^]*Moves money/);
  expect(await barriers(page)).toEqual([]);
  expect(await page.evaluate('document.activeElement.tagName')).toBe('BODY');
  await page.getByLabel('Comment for the agent').fill('Too much.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Denied.').waitFor();
  await page.keyboard.press('Enter');
  expect(await page.getByRole('button', { name: 'Allow once' }).count()).toBe(0);
  expect(sent).toEqual([{ verdict: 'deny', comment: 'Too much.' }]);
});

test('the rule on offer is sent with its scope, and a second click sends nothing', async () => {
  const { page, sent } = await draw({ amount: 5 });
  await page.getByRole('button', { name: /in this conversation: refund/ }).dblclick();
  await page.getByText('Allowed.').waitFor();
  expect(sent).toEqual([{ verdict: 'allow', scope: 'session', rules: ['refund'] }]);
});

test('an answer that did not arrive can be given again', async () => {
  const { page, sent } = await draw({ amount: 5 }, { fails: 1 });
  await page.getByRole('button', { name: 'Allow once' }).click();
  await page.getByText('Try again').waitFor();
  await page.getByRole('button', { name: 'Allow once' }).click();
  await page.getByText('Allowed.').waitFor();
  expect(sent).toEqual([{ verdict: 'allow' }]);
});

test('what the model writes is text, and what cannot be seen is shown', async () => {
  const { page } = await draw({
    '<img src=x onerror=alert(1)>': '<script>alert(1)</script>\u202Efdp.exe\u200B',
  });
  expect(await page.locator('main img, main script').count()).toBe(0);
  const text = (await page.getByRole('region').textContent()) ?? '';
  expect(text).toContain('<script>alert(1)</script>');
  expect(text).not.toMatch(/[\u202E\u200B]/);
  expect(text).toContain('characters that cannot be seen');
});

test.each(Object.entries(catalogue))(
  '%s has every text, with its places, and axe finds nothing',
  async (language, texts) => {
    const places = (text: string): readonly string[] => text.match(/\{\w+\}/g) ?? [];
    for (const [key, english] of Object.entries(catalogue.approvalCardEnglish))
      expect([key, places(texts[key as keyof typeof texts])]).toEqual([key, places(english)]);
    const { page } = await draw({ amount: 5 }, { language });
    expect(await page.getByRole('region', { name: texts.label }).count()).toBe(1);
    expect(await barriers(page)).toEqual([]);
  },
);

test('what cannot be undone is confirmed with a second press, and a double click is one', async () => {
  const { page, sent } = await draw({ command: 'git push --force origin main' }, { tool: 'Bash' });
  const card = page.getByRole('region', { name: 'Approval request' });
  expect(await card.textContent()).toMatch(/wants to overwrite origin\/main, which others see/);
  expect(await page.getByRole('button').allTextContents()).toEqual([
    'Deny and suggest: git push --force-with-lease origin main',
    'Deny',
    'Allow once',
  ]);
  await page.getByRole('button', { name: 'Allow once' }).dblclick();
  await page.getByRole('button', { name: /Press again/ }).waitFor();
  expect(sent).toEqual([]);
  await page.getByRole('button', { name: /Press again/ }).click();
  await page.getByText('Allowed.').waitFor();
  expect(sent).toEqual([{ verdict: 'allow' }]);
});

test('the safer call is handed to the agent with the denial', async () => {
  const { page, sent } = await draw({ command: 'git push --force origin main' }, { tool: 'Bash' });
  await page.getByRole('button', { name: /^Deny and suggest/ }).click();
  await page.getByText('Denied.').waitFor();
  expect(sent).toEqual([
    { verdict: 'deny', comment: expect.stringContaining('`git push --force-with-lease origin main`') },
  ]);
});

test('a call is changed where that was offered, and no broken input is sent', async () => {
  const { page, sent } = await draw({ amount: 200 }, { editable: true });
  await page.getByText('Change it before it runs').click();
  const field = page.getByLabel('Arguments as JSON');
  await field.fill('{ "amount": ');
  await page.getByRole('alert').waitFor();
  await page.getByRole('button', { name: 'Allow once' }).click({ force: true });
  expect(sent).toEqual([]);
  await field.fill('{ "amount": 20 }');
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Allow once' }).click();
  await page.getByText('Allowed.').waitFor();
  expect(sent).toEqual([{ verdict: 'allow', input: { amount: 20 } }]);
});
