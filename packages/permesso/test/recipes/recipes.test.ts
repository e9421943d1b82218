import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { checkTypes } from '../packed.ts';
import { recipeFiles, recipeFolder, renderRecipesPage, writtenRecipesPage } from './recipes-page.ts';

const recipes = recipeFiles();
/** A worker: it exports what a runtime calls. */
const programs = recipes.filter((name) => name !== 'edge.ts');

test('the page of recipes shows the files', () => {
  expect(recipes).toHaveLength(8);
  expect(writtenRecipesPage()).toBe(renderRecipesPage());
});

test.each(programs)('the recipe %s runs and finds itself right', async (name) => {
  const home = mkdtempSync(join(tmpdir(), 'permesso-recipe-'));
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [join(recipeFolder, name)], {
      env: { PATH: '/usr/bin:/bin', HOME: home },
      timeout: 300_000,
    });
    expect(stdout.trim().split('\n').at(-1)).toMatch(/^[\w -]+: \w/);
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 20 });
  }
});

test.each(recipes)('the recipe %s is short', (name) => {
  expect(readFileSync(join(recipeFolder, name), 'utf8').trimEnd().split('\n').length).toBeLessThan(90);
});

test('the recipes compile in a strict project', async () => {
  await expect(
    checkTypes(
      recipeFolder,
      recipes.filter((name) => name !== 'edge.ts'),
    ),
  ).resolves.toBeUndefined();
});

interface EdgeWorker {
  readonly default: { readonly fetch: (request: Request) => Promise<Response> };
}

describe('the worker at the edge', async () => {
  const { default: worker } = (await import(join(recipeFolder, 'edge.ts'))) as EdgeWorker;
  const said = async (body: string): Promise<string> => {
    const response = await worker.fetch(new Request('http://edge.test/', { method: 'POST', body }));
    const { verdict } = (await response.json()) as { readonly verdict: string };
    return `${response.status} ${verdict}`;
  };

  test.each([
    ['{"tool":"search","input":{"q":"x"}}', '200 allow'],
    ['{"tool":"refund","input":{"amount":50}}', '200 allow'],
    ['{"tool":"refund","input":{"amount":51}}', '403 deny'],
    ['{"tool":"refund","input":{"amount":"5"}}', '403 deny'],
    ['{"tool":"WebFetch","input":{"url":"https://internal.example.com/"}}', '403 deny'],
    ['{"tool":"drop_everything","input":{}}', '403 deny'],
    ['{"tool":"refund","input":[]}', '400 deny'],
    ['{"tool":1,"input":{}}', '400 deny'],
    ['null', '400 deny'],
    ['not JSON', '400 deny'],
  ])('%s: %s', async (body, expected) => {
    expect(await said(body)).toBe(expected);
  });
});
