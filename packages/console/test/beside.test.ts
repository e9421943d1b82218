import { expect, test } from 'vitest';
import { onStage, patient } from './on-stage.ts';

const stage = onStage();

test('a console that ended says so, takes no more actions, and every page still opens', patient, async () => {
  const { page, goTo, served, problems } = await stage.open(stage.machine('allow: [Read]\n'));
  for (const script of ['/agents-', '/beside-'])
    await page.waitForFunction(
      (wanted) => performance.getEntriesByType('resource').some(({ name }) => name.includes(wanted)),
      script,
    );
  expect(problems).toEqual([]);
  void served.close();
  const alert = page.getByRole('alert');
  await alert.getByText('The console has ended.').waitFor();
  expect(await alert.textContent()).toContain('permesso ui');
  expect(await page.locator('.app').getAttribute('inert')).not.toBeNull();
  for (const name of ['Playground', 'Agents', 'Activity']) {
    await goTo(name.toLowerCase());
    await page.locator('main h1', { hasText: name }).waitFor({ state: 'attached' });
  }
});

test('the palette acts, and ? shows the keys', patient, async () => {
  const { page, problems } = await stage.open(stage.machine('allow: [Read]\n'));
  const pick = async (name: string): Promise<void> => {
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name }).click();
  };
  // Until what stands beside the pages is there, its keys do nothing.
  const keys = page.getByRole('dialog').getByText('Allow once; press twice');
  const pressed = async (): Promise<boolean> => {
    await page.keyboard.press('?');
    return await keys.isVisible();
  };
  await expect.poll(pressed, patient).toBe(true);
  await page.keyboard.press('Escape');
  await pick('Change the theme');
  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('light');
  await pick('Add a rule');
  await page.getByRole('complementary').or(page.getByRole('dialog')).first().waitFor();
  expect(page.url()).toContain('sheet=add');
  await pick('Freeze');
  await page.getByRole('dialog').getByText('Freeze this machine?').waitFor();
  expect(problems).toEqual([]);
});
