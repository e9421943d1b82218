import { gzipSync } from 'node:zlib';
import { emptyTail, type Tail } from '@permesso/protocol/entry';
import { signRequest } from '@permesso/protocol/bundle';
import { ask, enrol, inspect, type Team, type TestAgent } from '../harness.ts';
import { makeLines } from '../lines.ts';
import { question } from '../question.ts';
import { hammer, type Hammered } from './hammer.ts';
import { rate, type Rate } from './rate.ts';
import { openRaw, rawRequest, type RawConnection } from './raw-request.ts';
import { simulateAgents, type SentBody } from './simulated-agents.ts';

/** Many agents, and what they send. */
export interface Fleet {
  readonly ingest: () => Promise<Rate>;
  /** Questions put: each a row that is committed before it is answered. */
  readonly questions: () => Promise<Rate>;
  /** Asked, answered by a person, used by the agent: three requests, each durable before it is answered. */
  readonly roundTrips: (urls?: Urls) => Promise<Rate>;
  readonly polls: () => Promise<Hammered>;
}

/** Where agents ask and people answer, when that is not one server. */
export interface Urls {
  readonly agents: string;
  readonly people: string;
}

export interface FleetOptions {
  readonly url: string;
  readonly databaseUrl: string;
  readonly team: Team;
  readonly seconds: number;
  readonly batchSize: number;
  readonly lanes: { readonly events: number; readonly questions: number };
}

const digest = 'a digest of the question';
const askersOfLane = 16;
const json = { 'content-type': 'application/json' };

export async function openFleet(options: FleetOptions): Promise<Fleet> {
  const { url, databaseUrl, team, seconds, batchSize, lanes } = options;
  const agents: TestAgent[] = [];
  for (let made = 0; made < Math.max(lanes.events, lanes.questions); made++)
    agents.push(await enrol({ url }, team.enrolment));
  // An agent may have 100 open requests: each connection speaks for several agents in turn.
  const askers = await simulateAgents({ url: databaseUrl, team, count: lanes.questions * askersOfLane });
  const chains = new Map<number, { readonly tail: Tail; readonly ready: Buffer[] }>();
  let asked = 0;

  function signed(lane: number, what: string, { body, headers = json }: SentBody): Buffer {
    const agent = agents[lane] as TestAgent;
    const [method = '', target = ''] = what.split(' ');
    const by = { agent: agent.id, key: agent.key.privateKey, at: Date.now() };
    const authorization = signRequest({ method, target, body }, by);
    return rawRequest(what, { headers: { authorization, ...headers }, body });
  }

  const next = (): { readonly callKey: string; readonly body: Buffer } => {
    const callKey = `call ${++asked}`;
    return { callKey, body: Buffer.from(JSON.stringify(question({ callKey }))) };
  };

  /** Batches of one agent, each after the last. What one round does not send is the start of the next. */
  function moreBatches(lane: number, count: number): Buffer[] {
    const { tail, ready } = chains.get(lane) ?? { tail: emptyTail, ready: [] };
    let last = tail;
    while (ready.length < count) {
      const made = makeLines(batchSize, last);
      last = made.tail;
      const body = gzipSync(made.lines.join(''), { level: 1 });
      ready.push(signed(lane, 'POST /v1/agent/entries', { body, headers: { 'content-encoding': 'gzip' } }));
    }
    chains.set(lane, { tail: last, ready });
    return ready;
  }

  /** Opened when everything is ready: a server ends what nobody uses for a while. */
  async function connected<T>(
    to: string,
    work: (connections: readonly RawConnection[]) => Promise<T>,
  ): Promise<T> {
    const connections = await Promise.all(agents.map(() => openRaw(to)));
    try {
      return await work(connections);
    } finally {
      for (const each of connections) each.close();
    }
  }

  async function prepared(
    requests: readonly Buffer[][],
    { status, each }: { readonly status: number; readonly each: number },
  ): Promise<Rate> {
    return await connected(url, (connections) =>
      rate(
        async (lane) => {
          const request = requests[lane]?.shift();
          if (request === undefined) return undefined;
          await sent(connections[lane] as RawConnection, request, status);
          return each;
        },
        { lanes: requests.length, seconds },
      ),
    );
  }

  return {
    ingest: () => {
      const count = Math.ceil((seconds * 150_000) / batchSize / lanes.events);
      const requests = Array.from({ length: lanes.events }, (_, lane) => moreBatches(lane, count));
      return prepared(requests, { status: 200, each: batchSize });
    },
    questions: async () => {
      await inspect(
        databaseUrl,
        "update approvals set state = 'expired', settled_at = now() where state = 'pending'",
      );
      const count = Math.min(99 * askersOfLane, Math.ceil((seconds * 8000) / lanes.questions));
      const requests = Array.from({ length: lanes.questions }, (_, lane) =>
        Array.from({ length: count }, (__, at) =>
          askers.signed(lane * askersOfLane + (at % askersOfLane), 'POST /v1/agent/approvals', {
            body: next().body,
            headers: json,
          }),
        ),
      );
      return await prepared(requests, { status: 201, each: 1 });
    },
    roundTrips: (urls = { agents: url, people: url }) => {
      const authorization = `Bearer ${team.token('approver')}`;
      const yes = Buffer.from(JSON.stringify({ digest, verdict: 'allow' }));
      const trip = async (lane: number, agent: RawConnection, person: RawConnection): Promise<number> => {
        const { callKey, body: asking } = next();
        const request = signed(lane, 'POST /v1/agent/approvals', { body: asking });
        const { id } = JSON.parse(await sent(agent, request, 201)) as { readonly id: string };
        const headers = { authorization, ...json };
        const answer = rawRequest(`POST /v1/approvals/${id}/answer`, { headers, body: yes });
        await sent(person, answer, 200);
        const body = Buffer.from(JSON.stringify({ callKey, digest }));
        await sent(agent, signed(lane, `POST /v1/agent/approvals/${id}/use`, { body }), 200);
        return 1;
      };
      return connected(urls.agents, (ours) =>
        connected(urls.people, (theirs) =>
          rate((lane) => trip(lane, ours[lane] as RawConnection, theirs[lane] as RawConnection), {
            lanes: lanes.questions,
            seconds,
          }),
        ),
      );
    },
    polls: async () => {
      const path = `/v1/bundles/${agents[0]?.channel ?? ''}`;
      const { headers } = await ask({ url }, `GET ${path}`);
      const head = `GET ${path} HTTP/1.1\r\nhost: x\r\nif-none-match: ${headers.get('etag')}\r\n\r\n`;
      return await hammer(url, { head, seconds, connections: 8, ahead: 8 });
    },
  };
}

async function sent(connection: RawConnection, request: Buffer, status: number): Promise<string> {
  const reply = await connection.send(request);
  if (reply.status !== status) throw new Error(`${reply.status} instead of ${status}: ${reply.body}`);
  return reply.body;
}
