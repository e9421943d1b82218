import { beforeEach, describe, expect, test } from 'vitest';
import { ask, enrol, type Team, type TestAgent, type TestServer } from '../../test/harness.ts';
import { onTeams } from '../../test/on-server.ts';
import { publish } from '../../test/publish.ts';
import { question } from '../../test/question.ts';

let server: TestServer;
let team: Team;
let agent: TestAgent;

onTeams(
  (made) => {
    ({ server, team, agent } = made);
  },
  { second: ['approver'] },
);

const text = `
ask: ['Bash(git push:*)', 'Bash(npm publish:*)']
tests: [{ call: Bash(git push), expect: ask }]
`;

beforeEach(async () => {
  await ask(server, 'POST /v1/approval-rules', {
    token: team.token('admin'),
    body: { project: null, rule: 'Bash(git push:*)', quorum: 2, answerMinutes: 30, escalateMinutes: null },
  });
});

let asked = 0;

/** The quorum of a question about a command, with what the agent says of its own decision. */
async function quorumOf(command: string, receipt: object, by = agent): Promise<number> {
  const { json } = await by.ask('POST /v1/agent/approvals', {
    body: question({
      callKey: `call ${++asked}`,
      call: { tool: 'Bash', input: { command }, cwd: '/home/dev/project' },
      decision: { verdict: 'ask', receipt },
    }),
  });
  return (await ask(server, `GET /v1/approvals/${json.id}`, { token: team.token('viewer') })).json.quorum;
}

async function findings(): Promise<readonly { what: string; agent: string; rules: string[] }[]> {
  return (await ask(server, 'GET /v1/findings', { token: team.token('viewer') })).json.findings;
}

const said = (rule: string): object => ({ determining: [{ verdict: 'ask', text: rule, layer: 'team' }] });

const lies: readonly (readonly [string, object])[] = [
  ['nothing', {}],
  ['no rule', { determining: [], parts: [] }],
  ['another rule', said('Bash(npm publish:*)')],
  ['something else than a list', { determining: 'Bash(ls)', parts: { contributions: 1 } }],
  [
    'rules that are none',
    { determining: [null, 1, 'x', { text: 7 }], parts: [null, { contributions: [null] }] },
  ],
];
const pushes = [
  'git push',
  'git push --force origin main',
  'ls && git push',
  'npm publish; git push',
  "'git' push",
  'GIT_TRACE=1 git push',
  'bash -c "git push"',
];

describe('the quorum is found by the server', () => {
  test.each(lies)('whatever the agent says about the rules that ask: %s', async (_what, receipt) => {
    await publish(server, team, { text });
    const found = await Promise.all(
      pushes.map(async (command) => [command, await quorumOf(command, receipt)]),
    );
    expect(found).toEqual(pushes.map((command) => [command, 2]));
  });

  test('and an agent that said less is a finding, once for each version', async () => {
    await publish(server, team, { text });
    await quorumOf('git push', said('Bash(git push:*)'));
    expect(await findings()).toEqual([]);
    await quorumOf('git push', {});
    await quorumOf('git push origin', said('Bash(npm publish:*)'));
    expect(await findings()).toMatchObject([
      { what: 'understated', agent: agent.id, version: 1, rules: ['Bash(git push:*)'] },
    ]);
  });

  test('a call that another rule asks about needs one person', async () => {
    await publish(server, team, { text });
    expect(await quorumOf('npm publish', said('Bash(npm publish:*)'))).toBe(1);
  });

  test('an agent that names more rules is bound by more', async () => {
    await publish(server, team, { text });
    expect(await quorumOf('npm publish', said('Bash(git push:*)'))).toBe(2);
  });

  test.each([
    ['no policy is in force', undefined, 'npm publish'],
    ['the policy in force does not ask about it', text, 'ls'],
  ])('the strictest binds where %s', async (_what, policy, command) => {
    if (policy !== undefined) await publish(server, team, { text: policy });
    expect(await quorumOf(command, said('Bash(npm publish:*)'))).toBe(2);
    expect(await findings()).toEqual([]);
  });

  test('both versions bind while one is rolled out to a share, and saying either is enough', async () => {
    const before = "ask: ['Bash(npm publish:*)']\ntests: [{ call: Bash(npm publish), expect: ask }]";
    await publish(server, team, { text: before });
    await publish(server, team, { text, stage: 'share', share: 50 });
    expect(await quorumOf('npm publish; git push', said('Bash(npm publish:*)'))).toBe(2);
    expect(await findings()).toEqual([]);
    const liar = await enrol(server, team.enrolment);
    await quorumOf('npm publish; git push', {}, liar);
    expect(await findings()).toMatchObject([{ agent: liar.id }]);
  });
});
