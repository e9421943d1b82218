import { appendFileSync, mkdtempSync, readFileSync, rmSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { secretShapes } from '@permesso/engine/facts';
import { createGate, fixedWorld, type Approver, type GateOptions } from '../../src/index.ts';
import { readWorld } from '../../src/world/read-world.ts';
import { asIs, canonicalJson } from '@permesso/engine/call';
import { csvHeader, csvRow, ocsfEvent, otlpRequest } from '@permesso/protocol/export';
import { fileLog, type FileLog } from '../../src/log/file/file-log.ts';
import type { LogEntry } from '@permesso/protocol/entry';
import { readLog } from '../../src/log/file/read-log.ts';
import { verifyLog } from '../../src/log/file/verify-log.ts';

let directory: string;
let log: FileLog;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'permesso-entries-'));
  log = fileLog({ directory });
});

afterEach(() => {
  log.close();
  rmSync(directory, { recursive: true, maxRetries: 20 });
});

const yes: Approver = () =>
  Promise.resolve({
    verdict: 'allow',
    scope: 'session',
    rules: ['Bash(npm audit:*)'],
    by: 'ada',
    from: 'terminal',
  });

function gateWith(options: Partial<GateOptions> = {}): ReturnType<typeof createGate> {
  return createGate({
    policy: {
      allow: ['Bash(npm run:*)'],
      deny: ['Read(**/.env*)'],
      file: 'p.yaml',
      lines: { allow: [3], deny: [5] },
    },
    world: () => fixedWorld({ links: { '/home/dev/project/link': '/etc' } }),
    log,
    approver: yes,
    ...options,
  });
}

const schema = JSON.parse(
  readFileSync(new URL('../../schema/log-entry.schema.json', import.meta.url), 'utf8'),
) as object;
const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);

/** One of everything that a log can hold. */
async function everything(): Promise<readonly LogEntry[]> {
  const gate = gateWith();
  const call = { tool: 'Bash', session: 's', host: 'h', cwd: '/home/dev/project' };
  await gate.authorize({ ...call, input: { command: 'npm run build && cat link/x > out.txt' } });
  await gate.authorize({
    ...call,
    input: { command: 'npm audit fix' },
    agent: { name: 'sub', parents: ['main'] },
  });
  await gate.authorize({ tool: 'Read', input: { file_path: '.env' } });
  await gate.authorize({ tool: 'mcp__a__b', input: { n: 1 }, mcp: { server: 'a', tool: 'b' } });
  await gate.authorize({ tool: '', input: {} });
  await gateWith({ world: () => readWorld() }).authorize({ ...call, input: { command: 'ls *.md' } });
  const refuse: Approver = () => Promise.resolve({ verdict: 'deny', comment: 'not now', by: 'ada' });
  await gateWith({ approver: refuse }).authorize({ ...call, input: { command: 'npm i' } });
  await gateWith({ interactive: false }).authorize({ ...call, input: { command: 'npm i' } });
  log.write({
    type: 'revoked',
    at: 3,
    id: 'g',
    verdict: 'allow',
    scope: 'user',
    rules: ['Bash(x)'],
    by: 'ada',
  });
  log.write({ type: 'failed', at: 1, error: 'broken' });
  log.close();
  appendFileSync(join(directory, 'log.jsonl'), '{"torn');
  log = fileLog({ directory });
  log.write({ type: 'failed', at: 2, error: 'again' });
  log.close();
  unlinkSync(join(directory, 'head.json'));
  log = fileLog({ directory });
  log.write({ type: 'failed', at: 3, error: 'and again' });
  log.close();
  return [...readLog(directory)];
}

describe('entries of every kind', () => {
  test('fit the published schema, are canonical, and form one chain', async () => {
    const entries = await everything();
    expect(new Set(entries.map(({ type }) => type))).toEqual(
      new Set(['decision', 'answer', 'grant', 'revoke', 'failure', 'mark']),
    );
    for (const entry of entries) {
      validate(entry);
      expect(validate.errors).toBeNull();
    }
    const lines = readFileSync(join(directory, 'log.jsonl'), 'utf8')
      .split('\n')
      .filter((line) => line.endsWith('}'));
    for (const line of lines) {
      const { hash, ...body } = JSON.parse(line) as LogEntry;
      expect(line).toBe(`${canonicalJson(body, asIs).slice(0, -1)},"hash":"${hash}"}`);
    }
    expect(verifyLog(directory).findings.map(({ what }) => what)).toEqual(['torn', 'no-head']);
  });

  test('tell which rule decided, where it stands, who answered, from where and how long it took', async () => {
    const entries = await everything();
    expect(entries.find((entry) => entry.type === 'decision' && entry.verdict === 'deny')).toMatchObject({
      receipt: { rules: [{ text: 'Read(**/.env*)', place: 'p.yaml:5', verdict: 'deny' }] },
      policy: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    expect(entries.find(({ type }) => type === 'answer')).toMatchObject({
      by: 'ada',
      from: 'terminal',
      waitedMs: expect.any(Number),
    });
  });

  test('become CSV, OCSF and OpenTelemetry', async () => {
    const entries = await everything();
    const width = csvHeader.split(',').length;
    for (const entry of entries) expect(csvRow(entry).split(',').length).toBeGreaterThanOrEqual(width);
    for (const event of entries.map((entry) => ocsfEvent(entry)).filter((each) => each !== undefined)) {
      for (const name of [
        'activity_id',
        'category_uid',
        'class_uid',
        'type_uid',
        'time',
        'severity_id',
        'metadata',
      ])
        expect(event).toHaveProperty(name);
      const required =
        event['class_uid'] === 6003 ? ['actor', 'api', 'src_endpoint'] : ['user', 'privileges'];
      for (const name of required) expect(event).toHaveProperty(name);
      expect(event['type_uid']).toBe(Number(event['class_uid']) * 100 + Number(event['activity_id']));
    }
    expect(otlpRequest(entries)).toMatchObject({
      resourceLogs: [
        {
          scopeLogs: [{ logRecords: entries.map(() => ({ timeUnixNano: expect.stringMatching(/^\d+$/) })) }],
        },
      ],
    });
  });

  test('a formula in a command stays a text in a spreadsheet', async () => {
    await gateWith().authorize({ tool: 'Bash', input: { command: '=HYPERLINK("http://x","y")' } });
    log.close();
    const [entry] = readLog(directory);
    expect(entry === undefined ? '' : csvRow(entry)).toContain(`"'=HYPERLINK(`);
  });
});

const marker = /hunter22|a1B2c3D4e5|a1b2c3d4e5|correct horse/;

describe('T31: secrets', () => {
  test('a value behind an option in a list of arguments', async () => {
    await gateWith().authorize({
      tool: 'mcp__x__run',
      input: { args: ['--api-key', 'opensesame', '--all'] },
    });
    log.close();
    expect(readFileSync(join(directory, 'log.jsonl'), 'utf8')).not.toContain('opensesame');
  });

  test(`${secretShapes().length} planted shapes never appear in the log`, async () => {
    const words = secretShapes().map(({ example }) => example);
    const refuse: Approver = ({ call }) =>
      Promise.resolve({ verdict: 'deny', comment: `not with ${JSON.stringify(call.input)}`, by: 'ada' });
    const gate = gateWith({ approver: refuse });
    for (const secret of words) {
      await gate.authorize({ tool: 'Bash', input: { command: `deploy '${secret}'` }, session: secret });
      await gate.authorize({
        tool: 'Write',
        input: { file_path: `/tmp/${secret}`, content: `a\n${secret}\nb` },
      });
      await gate.authorize({ tool: 'mcp__x__y', input: { nested: [{ value: secret }], [secret]: 1 } });
    }
    log.close();
    const text = readFileSync(join(directory, 'log.jsonl'), 'utf8');
    const leaked = words.filter(
      (secret) => text.includes(secret) || text.includes(JSON.stringify(secret).slice(1, -1)),
    );
    expect(leaked).toEqual([]);
    expect(
      text
        .split('\n')
        .filter((line) => marker.test(line))
        .map((line) => line.slice(0, 300)),
    ).toEqual([]);
    expect(verifyLog(directory).ok).toBe(true);
  });

  test.each(['password', 'api_key', 'accessToken', 'client-secret', 'DB_PASSWORD', 'authorization'])(
    'a value under the name %s is one, whatever it looks like',
    async (name) => {
      await gateWith().authorize({ tool: 'mcp__x__y', input: { [name]: 'opensesame' } });
      log.close();
      expect(readFileSync(join(directory, 'log.jsonl'), 'utf8')).not.toContain('opensesame');
    },
  );
});

describe('nothing that happened is left out of the log', () => {
  const trap = Object.defineProperty({}, 'command', {
    enumerable: true,
    get: () => {
      throw new Error('a trap');
    },
  });

  test.each<[string, unknown, (readonly string[])?]>([
    ['no object', null],
    ['a tool that is a number', { tool: 5, input: {} }],
    ['no input', { tool: 'Bash' }],
    ['an input that is a text', { tool: 'Bash', input: 'x' }],
    ['an input with a trap in it', { tool: 'Bash', input: trap }, ['a trap']],
    ['an agent without a name', { tool: 'Bash', input: {}, agent: { name: 5 } }],
    ['a session that is a number', { tool: 'Bash', input: {}, session: 5 }],
    ['a host that is an object', { tool: 'Bash', input: {}, host: {} }],
  ])('a call with %s', async (_what, call, told = []) => {
    const failures: string[] = [];
    const gate = gateWith();
    gate.on('failed', ({ error }) => failures.push(error));
    await gate.authorize(call as never);
    log.flush();
    const entries = [...readLog(directory)];
    expect(entries).toMatchObject([
      ...told.map((error) => ({ type: 'failure', error })),
      { type: 'decision', verdict: 'deny' },
    ]);
    expect(entries.filter((entry) => !validate(entry))).toEqual([]);
    expect(failures).toEqual(told);
  });

  test.each<[string, object]>([
    ['who it is from is an object', { verdict: 'allow', by: { toString: 1 } }],
    ['where it is from is a number', { verdict: 'allow', from: 5 }],
    ['a no from nobody', { verdict: 'deny', by: 5, from: [] }],
  ])('an answer: %s', async (_what, answer) => {
    const gate = gateWith({ approver: () => Promise.resolve(answer as never) });
    await gate.authorize({ tool: 'Bash', input: { command: 'npm i' } });
    log.flush();
    const entries = [...readLog(directory)];
    expect(entries).toMatchObject([
      { type: 'decision', verdict: 'ask' },
      { type: 'answer', verdict: 'deny' },
    ]);
    expect(entries.filter((entry) => !validate(entry))).toEqual([]);
  });

  test('a value that a name further down gives away is hidden further up', async () => {
    await gateWith().authorize({ tool: 'Deploy', input: { aNote: 'with hunter2x', password: 'hunter2x' } });
    log.flush();
    expect(readFileSync(join(directory, 'log.jsonl'), 'utf8')).not.toContain('hunter2x');
  });
});
