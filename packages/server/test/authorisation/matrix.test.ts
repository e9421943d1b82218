import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operationsOf, type Operation } from '../attack/operations.ts';
import { startTestServer, type TestServer } from '../harness.ts';
import { matrix } from './matrix.ts';
import { printRow, readMatrix, type Row } from './read-matrix.ts';
import { requests, type Fill } from './requests.ts';
import { createWorld, strangeTo, type World } from './world.ts';

const rows = readMatrix(matrix);
let server: TestServer;
let world: World;
let operations: ReadonlyMap<string, Operation>;
let cells = 0;

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  // One of everything in every place, so that each list has something to leave out.
  for (const place of Object.values(world.places))
    for (const request of new Set(rows.map((row) => row.request))) await requests[request]?.(world, place);
  const found = await operationsOf(server);
  operations = new Map(found.map((each) => [`${each.method} ${each.path}`, each]));
});

afterAll(async () => {
  process.stdout.write(`authorisation matrix: ${cells} cells of ${rows.length} rows were tried\n`);
  await world.end();
  await server.end();
});

test('every route of the server is in the matrix, and nothing else', () => {
  const inMatrix = new Set(rows.map(({ route }) => route));
  const missing = [...operations.keys()].filter((route) => !inMatrix.has(route));
  expect(
    missing,
    `add rows for these routes to packages/server/test/authorisation/matrix.ts (its comment says how), and how to ask them to requests.ts`,
  ).toEqual([]);
  const stale = [...inMatrix].filter((route) => !operations.has(route));
  expect(stale, 'the server has no such routes: remove their rows').toEqual([]);
});

test('a route that is about something is tried here, in another project and in another organisation', () => {
  const named = rows.filter(({ route, target }) => target === '-' && operations.get(route)?.who !== 'anyone');
  const about = /\{(?!days|format|type|schema)\w+\}/;
  expect(named.filter(({ route }) => about.test(route)).map(({ route }) => route)).toEqual([]);
  const byRequest = Map.groupBy(
    rows.filter(({ route, target }) => target !== '-' && operations.get(route)?.who !== 'anyone'),
    ({ request }) => request,
  );
  for (const [request, group] of byRequest)
    expect([request, ...group.map(({ target }) => target)]).toEqual([request, 'A', 'B', 'X']);
});

describe('each cell of the matrix', () => {
  test.each(rows.map((row) => [row.request, row.target, row] as const))(
    '%s about %s',
    async (_a, _b, row) => {
      const found = new Map<string, number>();
      const wrong: string[] = [];
      for (const column of row.statuses.keys()) {
        const { status, problems } = await tryCell(row, column);
        found.set(column, status);
        wrong.push(...problems);
        cells++;
      }
      expect(printRow(found)).toBe(printRow(row.statuses));
      expect(wrong).toEqual([]);
    },
  );
});

async function tryCell(row: Row, column: string): Promise<{ status: number; problems: readonly string[] }> {
  const { request, route, target } = row;
  const place = world.places[target === '-' ? 'A' : target];
  const fill: Fill = requests[request] ?? (() => ({}));
  const { params = {}, query, ...sent } = await fill(world, place);
  const path = route.replaceAll(
    /\{(\w+)\}/g,
    (_all, name: string) => params[name] ?? `no-${name}-in-requests.ts`,
  );
  const what = query === undefined ? path : `${path}?${query}`;
  const send = world.callers.get(column);
  if (send === undefined) throw new Error(`who is ${column}?`);
  const isRead = route.startsWith('GET ');
  const before = isRead ? '' : await acts();
  const { status, json } = await send(what, sent);
  const problems: string[] = [];
  if (!isRead && status >= 400 && (await acts()) !== before)
    problems.push(`${column}: refused with ${status}, and on record`);
  if (operations.get(route)?.who !== 'anyone') {
    const text = JSON.stringify(json);
    const asked = `${what} ${JSON.stringify(sent.body)}`;
    const seen = strangeTo(world, column).filter((mark) => text.includes(mark) && !asked.includes(mark));
    if (seen.length > 0) problems.push(`${column}: was shown ${seen.join(', ')}`);
  }
  return { status, problems };
}

async function acts(): Promise<string | undefined> {
  const [row] = await world.sql('select count(*)::text as count from acts', []);
  return row?.['count'];
}
