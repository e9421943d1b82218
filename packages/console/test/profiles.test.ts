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
  await opened.page.getByRole('button', { name: 'Profiles', exact: true }).click();
  await opened.page.getByRole('button', { name: 'Compare balanced' }).waitFor();
  const user = join(machine.home, '.config/permesso/policy.yaml');
  return {
    ...opened,
    machine,
    userPolicy: () => readFileSync(user, 'utf8'),
    kept: (name: string) => join(machine.home, '.config/permesso/profiles', `${name}.yaml`),
  };
}

const targets: Readonly<Record<string, string>> = {
  local: 'me, in this project',
  user: 'me, everywhere',
};

async function choose({ page }: Pick<Opened, 'page'>, field: RegExp, option: string): Promise<void> {
  await page.locator('.profiles').getByRole('button', { name: field }).click();
  await page.getByRole('menuitemradio', { name: targets[option] ?? option }).click();
  await page.getByRole('menu').waitFor({ state: 'detached' });
}

async function compare({ page }: Pick<Opened, 'page'>, name: string, to: string): Promise<void> {
  await page.getByRole('button', { name: `Compare ${name}` }).click();
  await choose({ page }, /^For: /, to);
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
  await page.getByLabel('Save the current rules as').fill('before-today');
  await page.getByRole('button', { name: /^Replace / }).click();
  await page.getByText('Written to').waitFor();
  expect(userPolicy()).toBe('use:\n  - readonly\n');
  await page.getByText('in use for me, everywhere').waitFor();
  await page.getByText('Mode explore').waitFor();

  // And back again.
  expect(readFileSync(kept('before-today'), 'utf8')).toBe(`profile: "before-today"\n${before}`);
  await compare({ page }, 'before-today', 'user');
  await page.getByLabel('Save the current rules as').fill('');
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
  await page.getByText('has changed in the meantime').waitFor();
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
  await page.getByText('Save the rules of a file as a profile').click();
  await choose({ page }, /^The rules for: /, 'user');
  await page.getByLabel('Name of the new profile').fill('frontend');
  await page.getByRole('button', { name: 'Save as a profile' }).click();
  await page.getByText('Saved as frontend.').waitFor();
  expect(readFileSync(kept('frontend'), 'utf8')).toBe(`profile: "frontend"\n${before}`);

  await page.getByText('Export or import a profile').click();
  await page.getByLabel('Profile', { exact: true }).fill('frontend');
  await page.getByRole('button', { name: 'Export the profile' }).click();
  const text = page.getByLabel('The profile as a text');
  await expect.poll(() => text.inputValue(), patient).toBe(`profile: "frontend"\n${before}`);
  await page.getByText('Everything could be translated.').waitFor();

  await page.getByLabel('Profile', { exact: true }).fill('again');
  await page.getByRole('button', { name: 'Import as a profile' }).click();
  await page.getByRole('button', { name: 'Compare again' }).waitFor();
  expect(readFileSync(kept('again'), 'utf8')).toBe(`profile: "again"\n${before}`);
  await page.getByRole('button', { name: 'Remove the profile again' }).click();
  await page.getByRole('button', { name: 'Compare again' }).waitFor({ state: 'detached' });
  expect(existsSync(kept('again'))).toBe(false);
});

test("another program's settings become a profile, and a profile its settings, with what could not be said", async () => {
  const { page, kept } = await open(before);
  await page.getByText('Export or import a profile').click();
  await choose({ page }, /^Format: /, 'Claude Code');
  await page.getByLabel('Profile', { exact: true }).fill('claude');
  await page
    .getByLabel('The profile as a text')
    .fill('{ "permissions": { "allow": ["Bash(npm test:*)"], "defaultMode": "plan" }, "hooks": {} }');
  await page.getByRole('button', { name: 'Import as a profile' }).click();
  await page.getByText(/could (not )?be translated/).waitFor();
  expect(readFileSync(kept('claude'), 'utf8')).toContain('Bash(npm test:*)');

  await page.getByLabel('Profile', { exact: true }).fill('balanced');
  await page.getByRole('button', { name: 'Export the profile' }).click();
  await expect
    .poll(() => page.getByLabel('The profile as a text').inputValue(), patient)
    .toContain('"permissions"');
  await page.getByText(/items could not be translated exactly/).waitFor();
});

test('texts that are no policy, and names that are no name, are refused', async () => {
  const { page, kept } = await open(before);
  await page.getByText('Export or import a profile').click();
  const say = async (name: string, text: string): Promise<void> => {
    await page.getByLabel('Profile', { exact: true }).fill(name);
    await page.getByLabel('The profile as a text').fill(text);
    await page.getByRole('button', { name: 'Import as a profile' }).click();
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
  await tabTo(page, /^Compare readonly$/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^For: /);
  await page.keyboard.press('Enter');
  await page.getByRole('menu').waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Replace / }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await tabTo(page, /^Replace /);
  await page.keyboard.press('Enter');
  await expect.poll(userPolicy, patient).toBe('use:\n  - readonly\n');
});
