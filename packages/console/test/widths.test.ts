import { expect, test } from 'vitest';
import { onStage, patient } from './on-stage.ts';
import { outsideViewport, widths } from './outside-viewport.ts';

const stage = onStage();

test('no control leaves the viewport, whatever its width', patient, async () => {
  const machine = stage.machine('allow: [Read]\n');
  stage.hook(machine, 'git push --force origin main && rm -rf notes', { host: 'claude-code' });
  const { page, goTo, problems } = await stage.open(machine);
  await page.waitForFunction(() => document.title.startsWith('(1)'));
  const outside: string[] = [];
  const measure = async (where: string): Promise<void> => {
    for (const control of await outsideViewport(page)) outside.push(`${where}: ${control}`);
  };
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const name of ['overview', 'activity', 'rules', 'playground', 'agents', 'approvals']) {
      await goTo(name);
      await page.locator('main h1, main h2').first().waitFor({ state: 'attached' });
      await measure(`${name} at ${width}`);
    }
    await page.locator('.req').first().click();
    for (const name of [/^Freeze/, 'Deny', /^Approve/]) {
      if (name instanceof RegExp && name.source === '^Freeze' && width < 721) continue;
      await page.getByRole('button', { name, exact: true }).first().waitFor();
    }
    await measure(`request at ${width}`);
  }
  expect(outside).toEqual([]);
  expect(problems).toEqual([]);
});

test('a control that leaves the viewport is found', async () => {
  const { page } = await stage.open(stage.machine('allow: [Read]\n'));
  await page.evaluate(() => {
    const button = document.createElement('button');
    button.textContent = 'Far';
    button.style.position = 'fixed';
    button.style.left = 'calc(100vw - 9px)';
    document.body.append(button);
  });
  expect(await outsideViewport(page)).toEqual([expect.stringMatching(/^Far: /)]);
});
