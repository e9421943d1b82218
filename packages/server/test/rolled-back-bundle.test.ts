import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scriptedApprover } from '@permesso/gate/approvers';
import { diskGrants, loadPolicy } from '@permesso/gate/gate';
import { createTeamGate, syncTeam } from '@permesso/gate/team';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openProxy, type Proxy } from './faults/proxy.ts';
import { createTeam, type Team, type TestServer } from './harness.ts';
import { joinedMachine, soon, type Machine } from './machine.ts';
import { onServer } from './on-server.ts';
import { publish } from './publish.ts';

let server: TestServer;
let team: Team;
let proxy: Proxy;
let machine: Machine;
let teams = 0;

onServer((made) => {
  server = made;
});

const loose = `
allow: ['Bash(terraform destroy:*)']
tests: [{ call: Bash(terraform destroy), expect: allow }]
`;
const strict = `
deny: ['Bash(terraform destroy:*)']
tests: [{ call: Bash(terraform destroy), expect: deny }]
`;
const bundle = ['manifest.json', 'newest.json', 'policy.yaml'];
const inTeam = (name: string): string => join(machine.teamDirectory, name);
const kept = (name: string): string => join(machine.home, 'kept', name);

/** Fetches until this version is the one that counts here. */
async function fetchVersion(version: number): Promise<void> {
  await soon(async () => {
    const found = await syncTeam(machine.teamDirectory, machine.membership);
    return 'manifest' in found && found.manifest.policy?.version === version;
  });
}

beforeEach(async () => {
  team = await createTeam(server, `team-${++teams}`);
  proxy = await openProxy(() => Number(new URL(server.url).port));
  machine = await joinedMachine({ url: `http://127.0.0.1:${proxy.port}` }, team);
  await publish(server, team, { text: loose });
  await fetchVersion(1);
  mkdirSync(join(machine.home, 'kept'));
  for (const name of bundle) copyFileSync(inTeam(name), kept(name));
  await publish(server, team, { text: strict });
  await fetchVersion(2);
  await proxy.close();
});

afterEach(async () => {
  await proxy.close();
  machine.remove();
});

async function verdictOf(command: string): Promise<string> {
  const approver = scriptedApprover([{ verdict: 'allow', by: 'owner' }]);
  const gate = createTeamGate({ ...machine.places, cwd: machine.work, approver });
  try {
    return (await gate.authorize({ tool: 'Bash', input: { command }, cwd: machine.work })).verdict;
  } finally {
    gate.close();
  }
}

const restore = (...names: readonly string[]): void => {
  for (const name of names) copyFileSync(kept(name), inTeam(name));
};

test.each([
  ['beside the newest', () => restore('manifest.json', 'policy.yaml')],
  ['in the place of the newest too', () => restore(...bundle)],
  [
    'where the serials are gone as well',
    () => {
      restore(...bundle);
      rmSync(inTeam('serials.json'));
    },
  ],
])('Finding 19: an older signed bundle is denied: %s', async (_, happen) => {
  happen();
  expect([await verdictOf('terraform destroy'), await verdictOf('ls')]).toEqual(['deny', 'deny']);
});

test.each([
  ['is gone', () => rmSync(inTeam('membership.json'))],
  [
    'names another server',
    () => {
      const file = inTeam('membership.json');
      const other = readFileSync(file, 'utf8').replaceAll(machine.membership.url, 'http://127.0.0.1:9');
      writeFileSync(file, other);
    },
  ],
])('Finding 19: a policy that names a team denies where the membership %s', async (_, happen) => {
  happen();
  writeFileSync(inTeam('policy.yaml'), "allow: ['Bash(terraform destroy:*)']\n");
  expect([await verdictOf('terraform destroy'), await verdictOf('ls')]).toEqual(['deny', 'deny']);
  expect(loadPolicy({ ...machine.places, cwd: machine.work }).frozen).toContain('has not joined');
});

test('Finding 19: a text that nobody signed is not a layer of the team', () => {
  const layers = (): readonly unknown[] =>
    loadPolicy({ ...machine.places, cwd: machine.work }).files.filter(({ layer }) => layer === 'team');
  expect(layers()).toHaveLength(1);
  writeFileSync(inTeam('policy.yaml'), "allow: ['Bash(terraform destroy:*)']\n");
  expect(layers()).toHaveLength(0);
});

test('Finding 19: a grant that the team did not sign counts for nothing', () => {
  const grant = { id: 'x', rules: ['Bash'], answers: [], givenIn: 'default', expires: 4e12 };
  writeFileSync(inTeam('grants.json'), JSON.stringify([grant]));
  expect(existsSync(inTeam('manifest.json'))).toBe(true);
  expect(diskGrants({ ...machine.places, cwd: machine.work }).list()).toEqual([]);
});

test('Finding 19: check says what the hook says', async () => {
  expect((await machine.permesso('check', 'terraform destroy')).code).toBe(2);
  restore('manifest.json', 'policy.yaml');
  const { code, stdout } = await machine.permesso('check', 'ls');
  expect([code, stdout]).toEqual([2, expect.stringContaining('permesso team sync')]);
  expect(await machine.hook('ls')).toBe('deny');
});
