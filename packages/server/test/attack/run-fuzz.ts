import { createWorld, freshPerson, strangeTo } from '../authorisation/world.ts';
import { startTestServer, type Answered, type TestServer } from '../harness.ts';
import { question } from '../question.ts';
import { fuzzRequest, randomSource } from './fuzz-requests.ts';
import { operationsOf, type Operation } from './operations.ts';

export interface FuzzResult {
  readonly requests: number;
  /** Kinds of callers, as in the authorisation matrix. */
  readonly callers: number;
  readonly byStatus: Readonly<Record<string, number>>;
  /**
   * Requests that made the server fail, that it answered with something that is not an answer, with something of a place that
   * the caller may not look at, or at all where the caller is nobody.
   */
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

/** Callers of the matrix whom nobody lets in. */
const outside = ['no', 'ex', 'rv', 'di', 'ar', 'ao', 'sr'];

async function fuzz(server: TestServer, requests: number, seed: number): Promise<FuzzResult> {
  const world = await createWorld(server);
  const { A, B, X } = world.places;
  const places = [A, B, X];
  const asked = await Promise.all(
    places.map(({ agent }) => agent.ask('POST /v1/agent/approvals', { body: question() })),
  );
  // A wait of up to a minute tells nothing here.
  const operations = (await operationsOf(server)).filter(
    ({ path }) => !/\/(?:events|newer|live)$/.test(path),
  );
  const random = randomSource(seed);
  const known = {
    project: places.map(({ project }) => project),
    agent: places.map(({ agent }) => agent.id),
    approval: asked.map(({ json }) => json.id as string),
    // No caller here: giving a caller another role changes what they may see.
    person: await Promise.all(places.map((place) => freshPerson(world, place))),
    channel: places.map(({ agent }) => agent.channel),
    number: ['1'],
    from: ['2020-01-01'],
    to: ['2100-01-01'],
    id: places.flatMap(({ project, agent }) => [project, agent.id]),
    digest: ['a digest of the question'],
  };
  const { id: _places, ...ofAgents } = known;
  const columns = [...world.callers.keys()];
  const byStatus: Record<string, number> = {};
  const failures: string[] = [];
  for (let done = 0; done < requests; done += 8)
    await Promise.all(Array.from({ length: Math.min(8, requests - done) }, one));
  await world.end();
  return { requests, callers: columns.length, byStatus, failures };

  async function one(): Promise<void> {
    const operation = pick(operations);
    if (operation === undefined) return;
    // What an agent says about its own question, and a directory about people, is shown: it must not name places that are
    // looked for.
    const { what, body, raw } = fuzzRequest(operation, {
      random,
      known: operation.who === 'agent' || operation.who === 'scim' ? ofAgents : known,
    });
    const target = what.replace(/seconds=\d+/, 'seconds=0');
    const bytes = raw === undefined ? undefined : Buffer.from(raw);
    const sent = bytes === undefined ? { body } : { bytes };
    const column = columnFor(operation);
    const found = await world.callers.get(column)?.(target, sent);
    if (found === undefined) return;
    byStatus[found.status] = (byStatus[found.status] ?? 0) + 1;
    const request = `${column}: ${target} ${raw ?? JSON.stringify(body) ?? ''}`;
    for (const wrong of wrongWith(found, { operation, column, request }))
      if (failures.length < mostFailures) failures.push(`${request.slice(0, 400)}: ${wrong}`);
  }

  /** Agents and directories more often where only they get further. */
  function columnFor({ who }: Operation): string {
    const further = { agent: 'aA', scim: 'sO', person: undefined, anyone: undefined }[who];
    return (random() < 0.5 ? further : undefined) ?? pick(columns) ?? 'no';
  }

  function wrongWith(
    found: Answered,
    { operation, column, request }: { operation: Operation; column: string; request: string },
  ): readonly string[] {
    const reply = JSON.stringify(found.json);
    const wrong = isAnswer(found) ? [] : [reply.slice(0, 200)];
    if (operation.who === 'anyone') return wrong;
    if (found.status < 400 && outside.includes(column)) wrong.push('was let in');
    const seen = strangeTo(world, column).filter((mark) => reply.includes(mark) && !request.includes(mark));
    return seen.length === 0 ? wrong : [...wrong, `was shown ${seen.join(', ')}`];
  }

  function pick<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(random() * list.length)];
  }
}

/** Done, or a refusal in the words that the document promises. */
function isAnswer({ status, json }: Answered): boolean {
  return (
    status < 400 ||
    ((status < 500 || status === 501) && typeof json === 'object' && Number(json.status) === status)
  );
}
