import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ask, createTeam, enrol, hasPlugin, type Team, type TestAgent, type TestServer } from '../harness.ts';
import { onServer } from '../on-server.ts';
import { question } from '../question.ts';
import { adminShell, type AdminShell } from './typed.ts';

let server: TestServer;
let team: Team;
let agent: TestAgent;
let shell: AdminShell;
let teams = 0;

onServer((made) => {
  server = made;
});

beforeEach(async () => {
  team = await createTeam(server, `rules-${++teams}`);
  agent = await enrol(server, team.enrolment, 'build-7');
  shell = adminShell(server, team);
});

afterEach(() => shell.remove());

const email = (who: string): string => `${who}@${team.name}.example`;

function fits(text: string): void {
  for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
}

test('a policy is added, rolled out to a share, rolled back, and rolled out to all', async () => {
  const text = 'ask: [Bash(git push:*)]\ntests: [{ call: Bash(git push), expect: ask }]\n';
  const file = shell.file('policy.yaml', text);
  const added = await shell.as('author', 'policies', 'add', file, '--note', 'the first');
  expect([added.code, added.out]).toEqual([
    0,
    'Added version 1.\nNext: permesso admin policies roll-out 1 --to all',
  ]);
  expect((await shell.as('author', 'policies', 'roll-out', '1')).err).toContain('how far? say --to shadow');
  expect((await shell.as('author', 'policies', 'roll-out', '1', '--to', 'all')).code).toBe(0);
  const second = shell.file('second.yaml', text.replace('ask: [', 'deny: [Bash(dd:*)]\nask: ['));
  expect((await shell.as('author', 'policies', 'add', second)).code).toBe(0);
  expect((await shell.as('author', 'policies', 'roll-out', '2', '--to', '10%')).out).toBe(
    'Version 2 is rolled out to 10 % of the machines.',
  );
  const listed = await shell.as('viewer', 'policies');
  expect(listed.out).toMatch(/2 +rollout 10 % .*\n.*second\.yaml|2 +rollout 10 % .*second\.yaml/);
  expect(listed.out).toMatch(/1 +active/);
  expect(listed.out).toContain('Machines: 1 (1 never reported)');
  expect((await shell.as('author', 'policies', 'roll-back')).code).toBe(0);
  expect((await shell.as('author', 'policies', 'roll-back')).code).toBe(1);
  expect((await shell.as('viewer', 'policies', 'show', '1')).out).toBe(text.trimEnd());
  expect((await shell.as('viewer', 'policies', 'add', file)).code).toBe(1);
  const broken = await shell.as('author', 'policies', 'add', shell.file('broken.yaml', "deny: ['Bash(']\n"));
  expect([broken.code, broken.err]).toEqual([1, expect.stringContaining('the policy has errors\n  ')]);
});

test('a looser version is reviewed by a second person, who is shown what gets looser', async () => {
  const tests = 'tests: [{ call: Bash(ls), expect: allow }]\n';
  const file = shell.file('loose.yaml', `allow: [Bash(make:*)]\n${tests}`);
  const added = await shell.as('author', 'policies', 'add', file);
  expect(added.out).toContain('Somebody else must review it: permesso admin policies review 1 approve');
  expect((await shell.as('author', 'policies', 'roll-out', '1', '--to', 'all')).code).toBe(1);
  expect((await shell.as('author', 'policies', 'review', '1', 'approve', '--yes')).code).toBe(1);
  const reviewed = await shell.answering('y', 'admin', 'policies', 'review', '1', 'approve');
  expect(reviewed.asked[0]).toMatch(/looser: .*make.*Approve version 1\? \[y\/N\] $/);
  expect([reviewed.code, reviewed.out]).toEqual([0, 'The review of version 1: approved.']);
  expect((await shell.as('author', 'policies', 'roll-out', '1', '--to', 'all')).code).toBe(0);
  expect((await shell.as('admin', 'policy-review', 'off', '--yes')).out).toContain(
    'somebody else must confirm',
  );
  expect((await shell.as('viewer', 'policy-review')).out).toContain('needs review by a second person');
  expect((await shell.as('author', 'policy-review', 'confirm-off', '--yes')).out).toContain(
    'One person alone',
  );
});

test('a policy is published from git: what is committed, once, and with the same reviews', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'permesso-git-'));
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
  try {
    const file = join(folder, 'policy.yaml');
    const strict = 'ask: [Bash(git push:*)]\ntests: [{ call: Bash(git push), expect: ask }]\n';
    const publish = (who = 'author', ...more: readonly string[]): ReturnType<AdminShell['as']> =>
      shell.as(who, 'policies', 'publish', file, '--from-git', ...more);
    writeFileSync(file, strict);
    git('init', '--quiet');
    expect((await publish()).err).toContain('is not as it was committed');
    git('add', '.');
    git('commit', '--quiet', '--message', 'policy: ask before a push');
    expect((await publish('viewer')).code).toBe(1);
    expect((await publish()).out).toBe('Version 1 is rolled out to every machine.');
    expect((await publish()).out).toBe('Version 1 is active.');
    writeFileSync(file, `allow: [Bash(make:*)]\n${strict}`);
    git('commit', '--quiet', '--all', '--message', 'policy: make runs');
    const waits = 'Version 2 waits for review: permesso admin policies review 2 approve';
    expect((await publish()).out).toBe(waits);
    expect((await publish()).out).toBe(waits);
    expect((await shell.as('author', 'policies', 'review', '2', 'approve', '--yes')).code).toBe(1);
    expect((await shell.as('admin', 'policies', 'review', '2', 'approve', '--yes')).code).toBe(0);
    expect((await publish('author', '--to', '10')).out).toBe('Version 2 is rolled out.');
    expect((await publish()).out).toBe('Version 2 is rolled out to every machine.');
    const versions = await shell.json('viewer', 'policies', 'list');
    expect(versions.versions.map(({ note }: { note: string }) => note)).toEqual([
      `${git('rev-parse', 'HEAD').trim()} policy: make runs`,
      `${git('rev-parse', 'HEAD~').trim()} policy: ask before a push`,
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('an approval request is seen whole, answered by another person, and not by the owner', async () => {
  const put = await agent.ask('POST /v1/agent/approvals', {
    body: question({ call: { tool: 'Bash', input: { command: 'git push --force' }, cwd: '/home/dev/shop' } }),
  });
  expect(put.status).toBeLessThan(300);
  const listed = await shell.as('approver', 'approvals');
  fits(listed.out);
  const [, id = ''] = /^ {2}(\w{8}) .*git push --force/m.exec(listed.out) ?? [];
  expect((await shell.as('owner', 'approvals', 'answer', id, 'allow', '--yes')).code).toBe(1);
  expect((await shell.as('approver', 'approvals', 'answer', id, 'allow')).err).toContain('git push --force');
  const seen = await shell.as('approver', 'approvals', 'show', id);
  for (const said of [
    'Bash: git push --force',
    'in /home/dev/shop',
    'This cannot be undone.',
    `asked by build-7 of ${email('owner')} in main`,
    'rules: ask Bash(git push:*)',
    'pending, 0 of 1 answers',
  ])
    expect(seen.out).toContain(said);
  expect((await shell.as('viewer', 'approvals', 'answer', id, 'deny')).code).toBe(1);
  const answered = await shell.answering('y', 'approver', 'approvals', 'answer', id, 'allow');
  expect([answered.code, answered.out]).toEqual([0, 'Bash: git push --force is approved.']);
  expect((await shell.as('viewer', 'approvals', 'show', id)).out).toContain(
    `votes: allow by ${email('approver')} (token)`,
  );
  expect((await shell.as('approver', 'approvals')).out).toBe('No approval requests are pending.');
  expect((await shell.json('approver', 'approvals', 'list', '--state', 'approved')).length).toBe(1);
});

test('approval rules are added with names, listed and removed', async () => {
  const added = await shell.as(
    'admin',
    'approval-rules',
    'add',
    'Bash(git push:*)',
    '--quorum',
    '2',
    '--project',
    'main',
  );
  expect(added.code).toBe(0);
  const listed = await shell.as('viewer', 'approval-rules');
  expect(listed.out).toMatch(/main +2 +60 min +never +Bash\(git push:\*\)/);
  fits(listed.out);
  const [, id = ''] = /rule (\w{8}) for/.exec(added.out) ?? [];
  expect((await shell.as('admin', 'approval-rules', 'remove', id)).code).toBe(1);
  const asked = await shell.as('admin', 'approval-rules', 'remove', id, '--yes');
  const [, pending = ''] = /permesso admin pending confirm (\S+)/.exec(asked.out) ?? [];
  expect([asked.code, asked.out]).toEqual([0, expect.stringMatching('this takes a second person')]);
  const waiting = await shell.as('approver', 'pending');
  expect(waiting.out).toContain('Remove the approval rule Bash(git push:*) in main');
  fits(waiting.out);
  expect((await shell.as('approver', 'pending', 'confirm', pending)).err).toContain(
    'Remove the approval rule Bash(git push:*) in main, asked for by admin@',
  );
  expect((await shell.as('admin', 'pending', 'confirm', pending, '--yes')).err).toContain('somebody else');
  expect((await shell.as('approver', 'pending', 'confirm', pending, '--yes')).code).toBe(0);
  expect((await shell.as('approver', 'pending')).out).toBe('Nothing waits for a second person.');
  expect((await shell.as('viewer', 'approval-rules')).out).toContain('There are no approval rules');
});

test('machines are listed, frozen, thawed and revoked by name; of two with one name none is taken', async () => {
  await enrol(server, team.enrolment, 'twin');
  await enrol(server, team.enrolment, 'twin');
  const listed = await shell.as('admin', 'machines');
  expect(listed.out).toMatch(/^3 machines: 3 silent/);
  fits(listed.out);
  expect((await shell.as('admin', 'machines', 'freeze', 'build-7', '--reason', 'being examined')).code).toBe(
    0,
  );
  expect((await shell.json('admin', 'machines', 'list', '--state', 'frozen')).machines.length).toBe(1);
  expect((await shell.as('admin', 'machines', 'thaw', 'build-7')).code).toBe(0);
  const twice = await shell.as('admin', 'machines', 'revoke', 'twin', '--yes');
  expect([twice.code, twice.err]).toEqual([64, expect.stringContaining('could be any of 2')]);
  expect((await shell.as('admin', 'machines', 'revoke', 'build-7')).code).toBe(1);
  expect((await agent.ask('GET /v1/agent/self')).status).toBe(200);
  expect((await shell.as('admin', 'machines', 'revoke', 'build-7', '--yes')).code).toBe(0);
  expect((await agent.ask('GET /v1/agent/self')).status).toBe(401);
});

test('a project is frozen and thawed', async () => {
  expect((await shell.as('admin', 'freeze', 'incident', '--project', 'main', '--yes')).out).toBe(
    'Every call is denied in main.',
  );
  expect((await shell.as('viewer', 'projects')).out).toContain('frozen: incident');
  expect((await shell.as('author', 'thaw', '--project', 'main')).code).toBe(1);
  expect((await shell.as('admin', 'thaw', '--project', 'main')).code).toBe(0);
});

test.skipIf(!hasPlugin('slack'))(
  'hooks: a secret address comes from a private file; one of a person waits for that person',
  async () => {
    const url = shell.file('url', 'https://hooks.example.com/services/secret\n');
    const made = await shell.as('admin', 'hooks', 'add', 'slack', '--url-file', url);
    expect(made.code).toBe(0);
    const mail = await shell.as('admin', 'hooks', 'add', 'mail', '--person', email('approver'));
    const [, id = ''] = /hooks confirm (\w{8})/.exec(mail.out) ?? [];
    const listed = await shell.as('admin', 'hooks');
    expect(listed.out).toContain('hooks.example.com');
    expect(listed.out).toContain('unconfirmed');
    expect(listed.out).not.toContain('secret');
    fits(listed.out);
    expect((await shell.as('admin', 'hooks', 'confirm', id)).err).toContain('there is no hook of yours');
    expect((await shell.as('approver', 'hooks', 'confirm', id)).code).toBe(0);
    expect((await shell.as('admin', 'hooks')).out).not.toContain('unconfirmed');
    expect((await shell.as('admin', 'hooks', 'remove', id, '--yes')).code).toBe(0);
    expect((await shell.as('admin', 'hooks', 'deliveries')).out).toBe(
      'There are no deliveries that are dead.',
    );
    expect((await shell.as('admin', 'hooks', 'add', 'pigeon')).code).toBe(64);
  },
);

test.skipIf(!hasPlugin('streams'))(
  'streams are added from a private file, listed without their secrets, and removed',
  async () => {
    const target = { kind: 'splunk', url: 'https://127.0.0.1:1', token: 'very-secret' };
    const file = shell.file('splunk.json', JSON.stringify(target));
    const made = await shell.as('admin', 'streams', 'add', file, '--from-start');
    expect(made.code).toBe(0);
    const listed = await shell.as('admin', 'streams');
    expect(listed.out).toContain('127.0.0.1:1');
    expect(listed.out + made.out).not.toContain('very-secret');
    const [, id = ''] = /stream (\w{8})/.exec(made.out) ?? [];
    expect((await shell.as('admin', 'streams', 'remove', id, '--yes')).code).toBe(0);
    expect((await shell.as('admin', 'streams', 'add', shell.file('bad', '{'))).err).toContain('is not JSON');
  },
);

test('acts name people, findings are none, an identity provider that does not answer is not saved', async () => {
  await shell.as('admin', 'people', 'add-role', email('viewer'), 'author');
  const acts = await shell.as('admin', 'audit', '--most', '3');
  expect(acts.out).toContain(email('admin'));
  expect(acts.out).toContain('person.roles');
  expect((await shell.json('admin', 'audit', '--most', '2')).length).toBe(2);
  expect((await shell.as('viewer', 'audit')).code).toBe(1);
  expect((await shell.as('viewer', 'findings')).out).toBe('No findings.');
  expect((await shell.as('viewer', 'entries')).out).toBe('No entries were received then.');
  const secret = shell.file('client-secret', 'x');
  const provider = [
    'identity-provider',
    'set',
    'https://127.0.0.1:1',
    '--client-id',
    'x',
    '--secret-file',
    secret,
  ];
  expect((await shell.as('admin', ...provider)).code).not.toBe(0);
  expect((await ask(server, `GET /v1/sign-in/to/${team.name}`)).status).toBe(404);
});
