import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { barriers } from './barriers.ts';
import { tabTo } from './keyboard.ts';
import { onStage, patient, type Opened } from './on-stage.ts';

const stage = onStage();

async function open(policy: string) {
  const machine = stage.machine(policy);
  const opened = await stage.open(machine);
  await opened.goTo('rules');
  await opened.page.getByText('Profiles', { exact: true }).click();
  await opened.page.getByRole('button', { name: 'Compare balanced' }).waitFor();
  const user = join(machine.home, '.config/permesso/policy.yaml');
  return {
    ...opened,
    machine,
    userPolicy: () => readFileSync(user, 'utf8'),
    kept: (name: string) => join(machine.home, '.config/permesso/profiles', `${name}.yaml`),
  };
}

async function compare({ page }: Pick<Opened, 'page'>, name: string, to: string): Promise<void> {
  await page.getByRole('button', { name: `Compare ${name}` }).click();
  await page.locator('.profiles').getByLabel(/^For /).selectOption(to);
  await page.getByRole('button', { name: to === 'user' ? /^Replace / : /^Write / }).waitFor();
}

const before = '# mine\nallow:\n  - Bash(make:*)\ndeny:\n  - Bash(sudo:*)\n';

test('what a profile loosens and tightens is said in words before anything is written, and what was there is kept', async () => {
  const { page, userPolicy, kept, problems, ...opened } = await open(before);
  await compare({ page }, 'readonly', 'user');
  await page.getByText(/Of [\d,]+ calls that were tried, \d+ would become looser and \d+ stricter/).waitFor();
  await page.getByText('mode default -> explore').waitFor();
  await page.getByText('Stricter', { exact: false }).last().click();
  expect(userPolicy()).toBe(before);
  await page.getByLabel('Keep what is there now as').fill('before-today');
  await page.getByRole('button', { name: /^Replace / }).click();
  await page.getByText('Written to').waitFor();
  expect(userPolicy()).toBe('use:\n  - readonly\n');
  await page.getByText('in use for me, everywhere').waitFor();
  await page.getByText('Mode explore').waitFor();

  // And back again.
  expect(readFileSync(kept('before-today'), 'utf8')).toBe(`profile: "before-today"\n${before}`);
  await compare({ page }, 'before-today', 'user');
  await page.getByLabel('Keep what is there now as').fill('');
  await page.getByRole('button', { name: /^Replace / }).click();
  await expect.poll(userPolicy, patient).toBe(before);
  await opened.goTo('rules');
  expect(problems).toEqual([]);
});

test('only what was shown is written: a file that changed meanwhile stays', async () => {
  const { page, userPolicy, machine } = await open(before);
  await compare({ page }, 'balanced', 'user');
  machine.write('.config/permesso/policy.yaml', 'deny: [Bash]\n');
  await page.getByRole('button', { name: /^Replace / }).click();
  await page.getByText('has changed meanwhile').waitFor();
  expect(userPolicy()).toBe('deny: [Bash]\n');
});

test('a new file for this project is written and trusted, for the person has seen it', async () => {
  const { page, machine } = await open(before);
  await compare({ page }, 'balanced', 'local');
  await page.getByRole('button', { name: /^Write / }).click();
  await page.getByText('Written to').waitFor();
  expect(readFileSync(join(machine.project, '.permesso/policy.local.yaml'), 'utf8')).toBe(
    'use:\n  - balanced\n',
  );
  expect(await page.getByText('not trusted yet').count()).toBe(0);
});

test('a profile is kept, handed on as a text, taken over again, and removed', async () => {
  const { page, kept } = await open(before);
  await page.getByLabel('Keep the rules for').selectOption('user');
  await page.getByLabel('as', { exact: true }).fill('frontend');
  await page.getByRole('button', { name: 'Keep as a profile' }).click();
  await page.getByText('Kept as frontend.').waitFor();
  expect(readFileSync(kept('frontend'), 'utf8')).toBe(`profile: "frontend"\n${before}`);

  await page.getByText('Hand a profile on').click();
  await page.getByLabel('Profile', { exact: true }).fill('frontend');
  await page.getByRole('button', { name: 'Write the profile below' }).click();
  const text = page.getByLabel('The profile as a text');
  await expect.poll(() => text.inputValue(), patient).toBe(`profile: "frontend"\n${before}`);
  await page.getByText('Everything could be said.').waitFor();

  await page.getByLabel('Profile', { exact: true }).fill('again');
  await page.getByRole('button', { name: 'Keep the text below as a profile' }).click();
  await page.getByRole('button', { name: 'Compare again' }).waitFor();
  expect(readFileSync(kept('again'), 'utf8')).toBe(`profile: "again"\n${before}`);
  await page.getByRole('button', { name: 'Remove the profile again' }).click();
  await page.getByRole('button', { name: 'Compare again' }).waitFor({ state: 'detached' });
  expect(existsSync(kept('again'))).toBe(false);
});

test("another program's settings become a profile, and a profile its settings, with what could not be said", async () => {
  const { page, kept } = await open(before);
  await page.getByText('Hand a profile on').click();
  await page.getByLabel('in the words of').selectOption('claude');
  await page.getByLabel('Profile', { exact: true }).fill('claude');
  await page
    .getByLabel('The profile as a text')
    .fill('{ "permissions": { "allow": ["Bash(npm test:*)"], "defaultMode": "plan" }, "hooks": {} }');
  await page.getByRole('button', { name: 'Keep the text below as a profile' }).click();
  await page.getByText(/could (not )?be said/).waitFor();
  expect(readFileSync(kept('claude'), 'utf8')).toContain('Bash(npm test:*)');

  await page.getByLabel('Profile', { exact: true }).fill('balanced');
  await page.getByRole('button', { name: 'Write the profile below' }).click();
  await expect
    .poll(() => page.getByLabel('The profile as a text').inputValue(), patient)
    .toContain('"permissions"');
  await page.getByText(/things could not be said/).waitFor();
});

test('texts that are no policy, and names that are no name, are refused', async () => {
  const { page, kept } = await open(before);
  await page.getByText('Hand a profile on').click();
  const say = async (name: string, text: string): Promise<void> => {
    await page.getByLabel('Profile', { exact: true }).fill(name);
    await page.getByLabel('The profile as a text').fill(text);
    await page.getByRole('button', { name: 'Keep the text below as a profile' }).click();
  };
  await say('broken', 'deny: [Bash(]\n');
  await page.getByText('line 1: the parenthesis is not closed').waitFor();
  for (const name of ['../../policy', 'a/b', '.hidden', 'x'.repeat(50)]) {
    await say(name, 'deny: [Bash]\n');
    await page.getByText('A name has letters').waitFor();
  }
  await say('balanced', 'deny: [Bash]\n');
  await page.getByText('There is a profile balanced already').waitFor();
  expect(existsSync(kept('broken'))).toBe(false);
});

test('a profile is compared and used by keyboard alone, and axe finds nothing serious on the way', async () => {
  const { page, userPolicy } = await open(before);
  await page.locator('body').press('Home');
  await tabTo(page, /^Profiles$/);
  await tabTo(page, /^Compare readonly$/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^For/);
  await page.keyboard.press('End');
  await page.getByRole('button', { name: /^Replace / }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await tabTo(page, /^Replace /);
  await page.keyboard.press('Enter');
  await expect.poll(userPolicy, patient).toBe('use:\n  - readonly\n');
});
