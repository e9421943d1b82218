import { setTimeout as wait } from 'node:timers/promises';
import { ask, inspect, type Answered } from '../../harness.ts';
import { question } from '../../question.ts';
import { soon } from '../soon.ts';
import type { Place, Stage } from '../stage.ts';

const anHour = 60 * 60_000;
/** Past a midnight, past the days for which there is room, past what is kept. */
const jumps = [2, 11, 30, 5 * 24, 120 * 24].flatMap((each) => [each * anHour, -each * anHour]);

/** The clock of a server jumps, while it runs or before it starts. What counts is the clock of the database. */
export async function clockRound(stage: Stage): Promise<void> {
  const { servers, random } = stage;
  const server = servers[random() < 0.5 ? 0 : 1];
  if (server === undefined) return;
  const shift = jumps[Math.floor(random() * jumps.length)] ?? anHour;
  server.setClock(shift);
  try {
    if (random() < 0.5) await server.killAndStart();
    else await wait(100);
    await freshIsHonoured(stage, server, shift);
    await staleIsRefused(stage, server, shift);
    await wait(random() * 500);
  } finally {
    server.setClock(0);
  }
}

async function freshIsHonoured(stage: Stage, server: Place, shift: number): Promise<void> {
  const { seen } = stage;
  const asked = await put(stage, server);
  if (asked === undefined) return void seen.wrong.push(`a server ${hours(shift)} off took no question`);
  const answered = await reply(() => answer(stage, server, asked.id));
  const used = await reply(() => use(stage, server, asked));
  if (answered.status !== 200 || used.status !== 200)
    seen.wrong.push(
      `a server ${hours(shift)} off lost an approval: ${answered.status}, ${used.status} ${used.json?.detail ?? ''}`,
    );
}

/** By the database's clock it is over, whatever the server's says. */
async function staleIsRefused(stage: Stage, server: Place, shift: number): Promise<void> {
  const { seen, cluster } = stage;
  const unanswered = await put(stage, server);
  const unused = await put(stage, server);
  if (unanswered === undefined || unused === undefined) return;
  await reply(() => answer(stage, server, unused.id));
  await inspect(
    cluster.url,
    `update approvals set
      expires_at = case when state = 'pending' then clock_timestamp() - interval '1 second' else expires_at end,
      use_before = case when state = 'approved' then clock_timestamp() - interval '1 second' end
     where id = any($1)`,
    [[unanswered.id, unused.id]],
  );
  seen.overdue.set(unanswered.id, 'pending').set(unused.id, 'approved');
  const late = await reply(() => answer(stage, server, unanswered.id));
  const uses = await Promise.all([unanswered, unused].map((each) => reply(() => use(stage, server, each))));
  if ([late, ...uses].some(({ status }) => status === 200))
    seen.wrong.push(`a server ${hours(shift)} off honoured an approval that had expired`);
}

interface Put {
  readonly id: string;
  readonly callKey: string;
}

let puts = 0;
const digest = 'a digest of the question';

export async function put({ agents, seen }: Stage, server: Place): Promise<Put | undefined> {
  const callKey = `clock ${++puts}`;
  const body = question({ callKey });
  const found = await reply(() => agents[0]?.askAt(server.url(), 'POST /v1/agent/approvals', { body }));
  if (found.json?.id === undefined) return undefined;
  seen.asked.add(found.json.id);
  return { id: found.json.id, callKey };
}

export async function answer({ team, seen }: Stage, server: Place, id: string): Promise<Answered> {
  const body = { digest, verdict: 'allow' };
  const token = team.token('approver');
  const found = await ask({ url: server.url() }, `POST /v1/approvals/${id}/answer`, { token, body });
  if (found.status === 200) seen.counted.set(id, [found.json.state]);
  return found;
}

export async function use(
  { agents, seen }: Stage,
  server: Place,
  { id, callKey }: Put,
): Promise<Answered | undefined> {
  const body = { callKey, digest, use: 'clock' };
  const found = await agents[0]?.askAt(server.url(), `POST /v1/agent/approvals/${id}/use`, { body });
  if (found?.status === 200) seen.used.set(id, new Set(['clock']));
  return found;
}

/** Nothing else is broken in this round: what fails is tried again, as a client would. */
export async function reply(work: () => Promise<Answered | undefined> | undefined): Promise<Answered> {
  for (let tries = 0; ; tries++) {
    try {
      const found = await work();
      if (found !== undefined && found.status < 500) return found;
    } catch (error) {
      if (tries >= 20) throw error;
    }
    if (tries >= 20) throw new Error('a server does not answer');
    await wait(200);
  }
}

function hours(shift: number): string {
  return `${shift / anHour} h`;
}

/** The clock of an agent jumps: it is refused with words that say why, and believed again afterwards. */
export async function agentClockRound(stage: Stage): Promise<void> {
  const { agents, real, seen, random, servers } = stage;
  const shift = jumps[Math.floor(random() * jumps.length)] ?? anHour;
  const at = Date.now() + shift;
  const found = await reply(() =>
    agents[0]?.askAt(servers[0]?.url() ?? '', 'POST /v1/agent/approvals', { body: question(), at }),
  );
  if (found.status !== 401 || !/clock/.test(String(found.json?.detail)))
    seen.wrong.push(`an agent ${hours(shift)} off was answered ${found.status} ${found.json?.detail ?? ''}`);
  real.seen.trouble = '';
  stage.setAgentClock(shift);
  try {
    if (!(await soon(() => /a clock is wrong/.test(real.seen.trouble))))
      seen.wrong.push(`an agent ${hours(shift)} off did not say that a clock is wrong: ${real.seen.trouble}`);
  } finally {
    stage.setAgentClock(0);
  }
  const { shipped } = real.seen;
  if (!(await soon(() => real.seen.shipped > shipped)))
    seen.wrong.push(`an agent that was ${hours(shift)} off was not believed again: ${real.seen.trouble}`);
}
