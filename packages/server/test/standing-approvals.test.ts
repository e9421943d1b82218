import { beforeEach, describe, expect, it } from 'vitest';
import { ask, asTwo, type Answered, type Team, type TestAgent, type TestServer } from './harness.ts';
import { onTeams } from './on-server.ts';
import { publish } from './publish.ts';
import { question } from './question.ts';

let server: TestServer;
let team: Team;
let agent: TestAgent;
let asked = 0;

onTeams((made) => {
  ({ server, team, agent } = made);
});

const asks = 'Bash(git push:*)';
const rule = { project: null, rule: asks, quorum: 1, answerMinutes: 5, escalateMinutes: null };

beforeEach(async () => {
  const text = `ask: ['${asks}', 'Bash(kubectl:*)']\ntests: [{ call: Bash(git push), expect: ask }]\n`;
  await publish(server, team, { text });
});

const longest = (scope: string): Promise<Answered> =>
  asTwo(server, team, ['POST /v1/approval-rules', { ...rule, longest: scope }]);

/** What the agent shows, and says that it would take. */
async function put(
  command = 'git push',
  suggestions: readonly string[] = ['Bash(git push)', 'Bash'],
): Promise<string> {
  const shown = question({
    callKey: `${command} ${++asked}`,
    call: { tool: 'Bash', input: { command }, cwd: '/home/dev/project' },
    scopes: ['once', 'session', 'project', 'user'],
    decision: {
      verdict: 'ask',
      message: '',
      receipt: { determining: [{ verdict: 'ask', text: asks, layer: 'team' }] },
      suggestions: suggestions.map((each) => ({ rules: [each], covers: '' })),
    },
  });
  return (await agent.ask('POST /v1/agent/approvals', { body: shown })).json.id;
}

function answer(id: string, more: object): Promise<Answered> {
  const body = { digest: 'a digest of the question', verdict: 'allow', ...more };
  return ask(server, `POST /v1/approvals/${id}/answer`, { token: team.token('approver'), body });
}

async function used(id: string): Promise<Answered['json']> {
  const body = { callKey: `git push ${asked}`, digest: 'a digest of the question' };
  return (await agent.ask(`POST /v1/agent/approvals/${id}/use`, { body })).json.answer;
}

const listed = async (): Promise<readonly Answered['json'][]> =>
  (await ask(server, 'GET /v1/standing-approvals', { token: team.token('viewer') })).json.approvals;

const offered = async (id: string): Promise<readonly string[]> =>
  (await ask(server, `GET /v1/approvals/${id}/team-grant`, { token: team.token('viewer') })).json.offers[0]
    .rules;

describe('an answer', () => {
  it('Finding 14: is for once, where no approval rule says longer', async () => {
    const id = await put();
    for (const scope of ['session', 'project', 'user'])
      expect((await answer(id, { scope })).json.detail).toMatch(
        'an approval cannot last that long here; allowed: once',
      );
    expect((await answer(id, {})).json).toEqual({ state: 'approved' });
    expect(await used(id)).toMatchObject({ scope: 'once' });
    expect(await listed()).toEqual([]);
  });

  it('Finding 14: grants no rule but those that the server offers for the call and people were shown', async () => {
    await longest('user');
    const id = await put();
    const [best = ''] = await offered(id);
    for (const rules of [['Bash'], ['Bash(git:*)'], ['Bash(*)'], [best, 'Bash'], ['Bash(kubectl:*)']])
      expect((await answer(id, { scope: 'user', rules })).json.detail).toMatch('only rules offered');
    // The server offers it, and nobody was shown it.
    const unseen = await put('git push', ['Bash(git push origin)']);
    expect((await answer(unseen, { scope: 'user', rules: [best] })).status).toBe(422);
    const seen = await put('git push', [best]);
    expect((await answer(seen, { scope: 'user', rules: [best] })).json).toEqual({ state: 'approved' });
  });

  it('Finding 14: always ends, is on record, is listed, and is revoked', async () => {
    await longest('project');
    const id = await put();
    expect((await answer(id, { scope: 'user' })).status).toBe(422);
    expect((await answer(id, { scope: 'project', until: Date.now() + 91 * 86_400_000 })).status).toBe(422);
    expect((await answer(id, { scope: 'project', until: 1 })).status).toBe(422);
    expect((await answer(id, { scope: 'project' })).json).toEqual({ state: 'approved' });
    const given = await used(id);
    expect(given).toMatchObject({
      scope: 'project',
      until: expect.any(Number),
      standing: expect.any(String),
    });
    expect(await listed()).toMatchObject([
      { id: given.standing, state: 'standing', scope: 'project', agent: agent.id },
    ]);
    const acts = (await ask(server, 'GET /v1/acts', { token: team.token('admin') })).json.acts;
    expect(acts).toContainEqual(
      expect.objectContaining({ act: 'standing-approval.give', subject: given.standing }),
    );
    const revoked = await ask(server, `DELETE /v1/standing-approvals/${given.standing}`, {
      token: team.token('admin'),
    });
    expect(revoked.status).toBe(204);
    expect(await listed()).toMatchObject([{ state: 'revoked' }]);
    await expect
      .poll(async () => {
        const { json } = await ask(server, `GET /v1/bundles/${agent.channel}`);
        return JSON.parse(json.manifest).ended;
      })
      .toEqual([given.standing]);
  });

  it('Finding 14: does not last for a call that cannot be undone', async () => {
    await longest('user');
    for (const command of ['git push --force origin main', 'git push && rm -rf ~/data'])
      expect((await answer(await put(command), { scope: 'session' })).json.detail).toMatch(
        'cannot be undone',
      );
  });

  it('Finding 14: does not last for what the server cannot explain', async () => {
    await longest('user');
    const id = await put('git status');
    expect((await answer(id, { scope: 'session' })).status).toBe(422);
  });
});
