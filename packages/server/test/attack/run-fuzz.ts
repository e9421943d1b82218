import { ask, createTeam, enrol, startTestServer, type Answered, type TestServer } from '../harness.ts';
import { question } from '../question.ts';
import { fuzzRequest, randomSource } from './fuzz-requests.ts';
import { operationsOf } from './operations.ts';

export interface FuzzResult {
  readonly requests: number;
  readonly byStatus: Readonly<Record<string, number>>;
  /** Requests that made the server fail, or that it answered with something that is no answer. */
  readonly failures: readonly string[];
}

const mostFailures = 20;

/** Sends so many nearly right requests, as every kind of caller, and looks for one that the server fails at. */
export async function runFuzz(requests: number, seed: number): Promise<FuzzResult> {
  const server = await startTestServer();
  try {
    return await fuzz(server, requests, seed);
  } finally {
    await server.end();
  }
}

async function fuzz(server: TestServer, requests: number, seed: number): Promise<FuzzResult> {
  const team = await createTeam(server, 'fuzzed', { all: ['viewer', 'approver', 'author'] });
  const agent = await enrol(server, team.enrolment);
  const asked = await agent.ask('POST /v1/agent/approvals', { body: question() });
  // A wait of up to a minute tells nothing here.
  const operations = (await operationsOf(server)).filter(
    ({ path }) => !/\/(?:events|newer|live)$/.test(path),
  );
  const random = randomSource(seed);
  const known = {
    project: [team.project],
    agent: [agent.id],
    approval: [asked.json.id],
    channel: [agent.channel],
    number: ['1'],
    from: ['2020-01-01'],
    to: ['2100-01-01'],
    id: [team.project, agent.id],
    digest: ['a digest of the question'],
  };
  const byStatus: Record<string, number> = {};
  const failures: string[] = [];
  // Never the last admin's own token, nor the person it belongs to: whoever locks themselves out fuzzes nothing more.
  const tokens = [team.token('all'), team.token('admin'), `pmt_${'x'.repeat(43)}`];
  for (let done = 0; done < requests; done += 8)
    await Promise.all(Array.from({ length: Math.min(8, requests - done) }, one));
  return { requests, byStatus, failures };

  async function one(): Promise<void> {
    const operation = pick(operations);
    if (operation === undefined) return;
    const { what, body, raw } = fuzzRequest(operation, { random, known });
    const send = what.replace(/seconds=\d+/, 'seconds=0');
    const isAgent = operation.who === 'agent' && random() < 0.9;
    const sent = raw === undefined ? { body } : { raw, bytes: Buffer.from(raw) };
    const found = isAgent
      ? await agent.ask(send, sent)
      : await ask(server, send, { token: pick(tokens) ?? '', ...sent });
    byStatus[found.status] = (byStatus[found.status] ?? 0) + 1;
    if (!isAnswer(found) && failures.length < mostFailures)
      failures.push(
        `${send} ${JSON.stringify(sent).slice(0, 300)}: ${JSON.stringify(found.json).slice(0, 200)}`,
      );
  }

  function pick<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(random() * list.length)];
  }
}

/** Done, or a refusal in the words that the document promises. */
function isAnswer({ status, json }: Answered): boolean {
  return status < 400 || (status < 500 && typeof json === 'object' && json.status === status);
}
