import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createGate } from '@permesso/gate/gate';
import { fileLog } from '@permesso/gate/log';
import { foreign } from './canary.ts';
import { hostileText } from './hostile-texts.ts';
import { onTeamStage } from './on-team-stage.ts';
import { sendAsAgent, type Signed, type TeamStage } from './server-stage.ts';
import { type Machine } from './stage.ts';

let team: TeamStage;
let anna: Signed;
let machine: Machine;

/** As much of it as a line may hold. */
function line(at: number): string {
  return hostileText(at)
    .replaceAll(/\p{Cc}/gu, '')
    .slice(0, 400);
}

/** A name is a text as well. */
const hostileName = `"><img src=x onerror=canary(0)> ${line(1)}`.slice(0, 200);

onTeamStage(
  async (made) => {
    ({ team, machine } = made);
    anna = await team.person('anna', ['approver', 'author', 'admin']);
  },
  { machineName: hostileName },
);

const patient = { timeout: 120_000 };
/** `FULL=1` for all of them, which took 16 minutes. */
const isFull = process.env['FULL'] === '1';
const count = isFull ? 5000 : 400;
const patiently = { timeout: isFull ? 5_400_000 : 900_000 };
/** As many as one agent may leave open. */
const together = 100;

/** A question in which every text wants to become something else. */
function hostileQuestion(at: number): object {
  // What no database text can hold is refused before anybody sees it.
  const text = hostileText(at * 7).replaceAll('\0', '');
  return {
    request: {
      id: randomUUID(),
      callKey: `${at}`,
      digest: `${at}`,
      call: {
        tool: text.slice(0, 300),
        input: { command: text, [text]: { [text]: [text] }, old_string: text, new_string: text },
        cwd: `/${text}`,
        host: text,
        session: text,
        agent: { name: text },
      },
      decision: {
        verdict: 'ask',
        message: text,
        suggestions: [
          { rules: [text, text], covers: text },
          { rules: [text], covers: text },
        ],
        receipt: {
          determining: [{ verdict: 'ask', text }],
          parts: [
            { label: text, verdict: 'ask', reason: text, doubts: [text], span: { start: 0, end: 5 } },
            { label: text, verdict: text, reason: text, doubts: [text] },
          ],
        },
      },
      effects: [{ does: 'deletes', words: text, lasting: true }],
      scopes: ['once', 'session', text.slice(0, 20)],
      editable: true,
    },
  };
}

test('hostile questions in the inbox stay text', patiently, async () => {
  const { page, caught, problems } = anna;
  for (let from = 0; from < count; from += together) {
    for (let at = from; at < from + together; at++)
      expect(await sendAsAgent(machine, '/v1/agent/approvals', hostileQuestion(at))).toBe(201);
    await page.waitForFunction(
      (wanted) => document.querySelectorAll('.rows li').length === wanted,
      together,
      patient,
    );
    for (const row of [0, 7, 63, together - 1]) {
      await page.locator('.rows button').nth(row).click();
      await page.locator('article.detail').waitFor();
      // What the server cannot explain is allowed once at a time.
      expect(await page.getByRole('radio', { name: 'Session', exact: true }).count()).toBe(0);
      expect(await foreign(page)).toBe(0);
    }
    await team.sql(
      "update approvals set state = 'cancelled', due_at = null, changed = pg_current_xact_id() where state = 'pending'",
    );
    await page.waitForFunction(() => document.querySelectorAll('.rows li').length === 0, undefined, patient);
  }
  expect(caught).toEqual([]);
  expect(problems).toEqual([]);
});

test('hostile texts of people, policies and agents stay text', async () => {
  const { page, caught } = anna;
  const author = await team.token('author', ['author']);
  const path = `/v1/projects/${team.project}`;
  for (let at = 0; at < 18; at++) {
    const text = line(at * 83);
    const quoted = JSON.stringify(text);
    const call = JSON.stringify(`Read(${text.replaceAll(/[()]/g, '')})`);
    const rule = `{ rule: Read(secret-${at}), message: ${quoted}, guidance: ${quoted} }`;
    const policy = `# ${text}\ndeny:\n  - ${rule}\ntests:\n  - { call: ${call}, expect: ${at % 2 === 0 ? 'ask' : 'allow'} }\n`;
    // Names and notes with control and bidirectional characters are refused by the server itself.
    const note = text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '');
    await team.ask(`POST ${path}/policies`, { text: policy, note }, author);
  }
  const { versions } = await team.ask(`GET ${path}/policies`);
  const published = versions.find((each: { objection: string | null }) => each.objection === null);
  await team.ask(`POST ${path}/rollout`, { version: published.number, stage: 'all' }, author);
  await team.ask('PUT /v1/freeze', { what: 'project', id: team.project, reason: hostileName });
  await page.goto(new URL('/#policy', team.url).href);
  await page.reload();
  for (let at = 0; at < 18; at++) {
    await page.locator('.version-list button').nth(at).click();
    await page.getByRole('heading', { name: `Version ${18 - at}:` }).waitFor(patient);
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click();
      expect(await foreign(page)).toBe(0);
    }
  }
  for (const name of ['policy?sheet=brakes', 'policy?sheet=new', 'rules', 'playground', 'inbox']) {
    await page.goto(new URL(`/#${name}`, team.url).href);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForTimeout(500);
    expect(await foreign(page)).toBe(0);
  }
  await team.ask('PUT /v1/freeze', { what: 'project', id: team.project, reason: null });
  expect(caught).toEqual([]);
});

test('hostile entries in the record stay text', patiently, async () => {
  const { page, caught } = anna;
  const log = fileLog({ directory: join(machine.state, 'log') });
  const gate = createGate({ policy: { deny: ['Bash'] }, log });
  for (let at = 0; at < count; at++) {
    const text = hostileText(at * 7);
    await gate.authorize({ tool: 'Bash', input: { command: text }, host: text, session: text });
  }
  log.close();
  await team.sync(machine);
  await page.goto(new URL('/#activity', team.url).href);
  await page.locator('.entries button').first().waitFor(patient);
  // Every row is drawn once, on the way down.
  const scrolled = async (): Promise<number> => {
    expect(await foreign(page)).toBe(0);
    return await page.locator('.activity > .page').evaluate((list) => {
      list.scrollTop += list.clientHeight;
      return (
        Number(document.querySelector<HTMLElement>('.entries')?.dataset['entries']) *
        Number(list.scrollTop + list.clientHeight >= list.scrollHeight - 1)
      );
    });
  };
  await expect
    .poll(scrolled, { timeout: patiently.timeout - 100_000, interval: 50 })
    .toBeGreaterThanOrEqual(count);
  await page.locator('.activity > .page').evaluate((list) => list.scrollTo(0, 0));
  for (const row of [0, 3, 7, 12]) {
    await page.locator('.entries button').nth(row).click();
    await page.getByRole('button', { name: /^Raw JSON/ }).click();
    await page.locator('.raw').waitFor();
    expect(await foreign(page)).toBe(0);
  }
  expect(caught).toEqual([]);
});
