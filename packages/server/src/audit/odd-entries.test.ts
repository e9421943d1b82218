import { expect, test } from 'vitest';
import { createTeam, enrol, inspect, type Team, type TestServer } from '../../test/harness.ts';
import { onServer } from '../../test/on-server.ts';
import { emptyTail, seal as sealEntry, sha256 } from '@permesso/protocol/entry';

let server: TestServer;
let team: Team;

onServer(async (made) => {
  server = made;
  team = await createTeam(server, 'odd');
});

interface Stored {
  readonly line: string;
  readonly at: Date | null;
  readonly tool: string | null;
}

async function kept(line: Uint8Array): Promise<Stored | undefined> {
  const agent = await enrol(server, team.enrolment);
  const { status } = await agent.ask('POST /v1/agent/entries', { bytes: line });
  expect(status).toBe(200);
  const [row] = await inspect<Stored & Record<string, unknown>>(
    server.databaseUrl,
    'select line, at, tool from events where agent = $1',
    [agent.id],
  );
  return row;
}

function entry(at: string, tool = 'Bash'): string {
  const fields = new Map([
    ['type', '"decision"'],
    ['at', JSON.stringify(at)],
    ['call', JSON.stringify({ tool, input: {} })],
  ] as const);
  return sealEntry(fields, emptyTail).line;
}

/** As an agent might write it that is not ours: the hash is right, the rest is up to it. */
function sealedText(body: string): string {
  return `${body.slice(0, -1)},"hash":"${sha256(body)}"}\n`;
}

test.each([
  ['2026-02-28T00:00:00.000Z', true],
  ['2024-02-29T23:59:59Z', true],
  ['2026-02-29T00:00:00.000Z', false],
  ['2026-02-31T00:00:00.000Z', false],
  ['2026-13-01T00:00:00Z', false],
  ['2026-01-01T24:00:00Z', false],
  ['2026-01-01T23:59:60Z', false],
  ['0000-01-01T00:00:00Z', false],
  ['9999-12-31T23:59:59.999Z', true],
  ['yesterday', false],
])('a time that is none keeps no entry out: %s', async (at, isTime) => {
  const line = entry(at);
  const row = await kept(Buffer.from(line));
  expect(row?.line).toBe(line.trim());
  expect(row?.at === null).toBe(!isTime);
});

test.each([
  'a\tb',
  'a\\b',
  'a\nb',
  'a\r\\\t\n',
  '\\N',
  '\\.',
  'a\u0000b',
  '☃ 🜁',
  '\ud800 alone',
  'x'.repeat(5000),
])('a name is only a name: %j', async (tool) => {
  const line = entry('2026-01-01T00:00:00Z', tool);
  const row = await kept(Buffer.from(line));
  expect(row?.line).toBe(line.trim());
  expect(row?.tool).toBe(tool.replaceAll('\u0000', '').slice(0, 200).toWellFormed());
});

test.each(['\t', '\r', ' \t \r ', '\t'.repeat(1000)])(
  'space between words stays as it is: %j',
  async (space) => {
    const prev = emptyTail.hash;
    const line = sealedText(
      `{"at":${space}"2026-01-01T00:00:00Z","prev":"${prev}",${space}"seq":1,"type":"a\\\\b","v":1}`,
    );
    expect((await kept(Buffer.from(line)))?.line).toBe(line.slice(0, -1));
  },
);

test('bytes that are no text are found, not stored', async () => {
  const agent = await enrol(server, team.enrolment);
  const body = Buffer.concat([
    Buffer.from('{"at":"2026-01-01T00:00:00Z","prev":"0","seq":1,"type":"'),
    Buffer.from([0xff, 0xc3]),
    Buffer.from('"}'),
  ]);
  const line = Buffer.concat([body.subarray(0, -1), Buffer.from(`,"hash":"${sha256(body)}"}\n`)]);
  const { json } = await agent.ask('POST /v1/agent/entries', { bytes: line });
  expect(json).toMatchObject({ stored: 0, findings: [{ what: 'changed', first: 1 }] });
});
