import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Outcome, Skipped } from '../transcripts/past-call.ts';
import { findSessions } from '../transcripts/session-files.ts';
import { hosts } from './hosts.ts';

const transcriptReaders = hosts.flatMap(({ transcripts }) => transcripts ?? []);

/** Where the real program keeps the fixture's session. */
const places: readonly (readonly [host: string, fixture: string, path: string])[] = [
  ['claude-code', 'claude-code.jsonl', '.claude/projects/-ws/s.jsonl'],
  ['codex', 'codex.jsonl', '.codex/sessions/2026/11/16/rollout-s.jsonl'],
  ['gemini-cli', 'gemini-cli.jsonl', '.gemini/tmp/app/chats/session-s.jsonl'],
  ['qwen-code', 'qwen-code.jsonl', '.qwen/projects/-ws/chats/s.jsonl'],
  ['copilot-cli', 'copilot-cli.jsonl', '.copilot/session-state/s/events.jsonl'],
  ['cline', 'cline.messages.json', '.cline/data/sessions/s/s.messages.json'],
];

const root = mkdtempSync(join(tmpdir(), 'permesso-transcripts-'));
afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 20 }));

function newHome(): string {
  return mkdtempSync(join(root, 'home-'));
}

function put(home: string, path: string, text: string): string {
  const whole = join(home, path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, text.replaceAll('$WS', '/ws').replaceAll('$HOME', '/home/dev'));
  return whole;
}

function fixture(name: string): string {
  return readFileSync(join(import.meta.dirname, '../transcripts/fixtures', name), 'utf8');
}

/** Every call as the hook of that host sees it: tool, input, directory, and what became of it. */
function callsIn(home: string, host: string): { readonly calls: unknown; readonly skipped: Skipped } {
  const skipped = { lines: 0, files: 0 };
  const calls = transcriptReaders
    .filter((reader) => reader.host.name === host)
    .flatMap((reader) => findSessions(reader, { home, env: {} }))
    .flatMap(({ reader, path, base }) =>
      [...reader.read({ path, base, skipped })].map((call) => ({ reader, call })),
    )
    .map(({ reader, call }): readonly [string, unknown, string | undefined, Outcome] => {
      const incoming = reader.host.toCall(call.payload);
      if ('malformed' in incoming) return [incoming.malformed, {}, undefined, call.outcome];
      const [{ tool, input, cwd }] = incoming.calls;
      return [tool, input, cwd, call.outcome];
    });
  return { calls, skipped };
}

const ran = { command: 'echo ran > marker.txt' };
const marked = { path: '/ws/marker.txt', text: 'ran' };

/** One allowed and one denied command, a read, a write and a call of an MCP server, each run by the real program. */
const expected: Readonly<Record<string, unknown>> = {
  'claude-code': [
    ['Bash', ran, '/ws', 'ran'],
    ['Bash', ran, '/ws', 'refused'],
    ['Read', { file_path: '/ws/secret.txt' }, '/ws', 'ran'],
    ['Write', { file_path: '/ws/marker.txt', content: 'ran' }, '/ws', 'ran'],
    ['mcp__marks__mark', marked, '/ws', 'ran'],
  ],
  codex: [
    ['Bash', ran, '/ws', 'ran'],
    ['Bash', ran, '/ws', 'refused'],
    ['Bash', { command: 'cat /ws/secret.txt' }, '/ws', 'ran'],
    [
      'apply_patch',
      { patch: '*** Begin Patch\n*** Add File: /ws/marker.txt\n+ran\n*** End Patch\n' },
      '/ws',
      'ran',
    ],
    ['mcp__marks__mark', marked, '/ws', 'ran'],
  ],
  'gemini-cli': [
    ['Bash', ran, '/ws', 'ran'],
    ['Bash', ran, '/ws', 'refused'],
    ['Read', { file_path: '/ws/secret.txt' }, '/ws', 'ran'],
    ['Write', { file_path: '/ws/marker.txt', content: 'ran' }, '/ws', 'ran'],
    ['mcp_marks_mark', marked, '/ws', 'ran'],
  ],
  'qwen-code': [
    ['Bash', ran, '/ws', 'ran'],
    ['Bash', ran, '/ws', 'refused'],
    ['Read', { file_path: '/ws/secret.txt' }, '/ws', 'ran'],
    ['Write', { file_path: '/ws/marker.txt', content: 'ran' }, '/ws', 'ran'],
    ['mcp__marks__mark', marked, '/ws', 'ran'],
  ],
  'copilot-cli': [
    ['Bash', ran, '/ws', 'ran'],
    ['Bash', ran, '/ws', 'refused'],
    ['Read', { path: '/ws/secret.txt' }, '/ws', 'ran'],
    ['Write', { path: '/ws/marker.txt', file_text: 'ran' }, '/ws', 'ran'],
    ['marks-mark', marked, '/ws', 'ran'],
  ],
  cline: [
    ['Bash', ran, '/ws', 'ran'],
    ['Bash', ran, '/ws', 'unknown'],
    ['Read', { path: '/ws/secret.txt' }, '/ws', 'ran'],
    ['Edit', { path: '/ws/marker.txt', new_text: 'ran' }, '/ws', 'ran'],
    ['marks__mark', marked, '/ws', 'ran'],
  ],
};

test.each(places)('%s: the calls of real sessions', (host, name, path) => {
  const home = newHome();
  put(home, path, fixture(name));
  if (host === 'cline') put(home, path.replace('.messages', ''), fixture('cline.json'));
  if (host === 'gemini-cli') put(home, '.gemini/projects.json', '{"projects":{"/ws":"app"}}');
  expect(callsIn(home, host)).toEqual({ calls: expected[host], skipped: { lines: 0, files: 0 } });
});

interface Row {
  readonly part: string;
  readonly at: number;
  readonly session: string;
  readonly directory: string;
  readonly data: object;
}

/** The columns of its tables that are read, with the rows of real sessions. */
function opencodeDatabase(home: string): DatabaseSync {
  mkdirSync(join(home, '.local/share/opencode'), { recursive: true });
  const database = new DatabaseSync(join(home, '.local/share/opencode/opencode.db'));
  database.exec(`PRAGMA journal_mode = WAL;
    CREATE TABLE session (id text PRIMARY KEY, directory text NOT NULL);
    CREATE TABLE part (id text PRIMARY KEY, session_id text NOT NULL, time_created integer NOT NULL, data text NOT NULL);`);
  const rows = JSON.parse(fixture('opencode.json').replaceAll('$WS', '/ws')) as readonly Row[];
  for (const { part, at, session, directory, data } of rows) {
    database.prepare('INSERT INTO session VALUES (?, ?)').run(session, directory);
    database.prepare('INSERT INTO part VALUES (?, ?, ?, ?)').run(part, session, at, JSON.stringify(data));
  }
  return database;
}

test('opencode: the calls of real sessions, also those that are not in the database file yet', () => {
  const home = newHome();
  const running = opencodeDatabase(home);
  expect(callsIn(home, 'opencode')).toEqual({
    calls: [
      ['Bash', ran, '/ws', 'ran'],
      ['Bash', ran, '/ws', 'unknown'],
      ['Read', { file_path: '/ws/secret.txt' }, '/ws', 'ran'],
      ['Write', { file_path: '/ws/marker.txt', content: 'ran' }, '/ws', 'ran'],
      ['marks_mark', marked, '/ws', 'ran'],
    ],
    skipped: { lines: 0, files: 0 },
  });
  running.close();
});

test('opencode: a file that is not a database is counted, and so is one with other tables', () => {
  const home = newHome();
  put(home, '.local/share/opencode/opencode.db', 'no database at all, but long enough to be taken for one');
  expect(callsIn(home, 'opencode')).toEqual({ calls: [], skipped: { lines: 0, files: 1 } });
  const other = newHome();
  mkdirSync(join(other, '.local/share/opencode'), { recursive: true });
  const database = new DatabaseSync(join(other, '.local/share/opencode/opencode.db'));
  database.exec('CREATE TABLE something (id text)');
  database.close();
  expect(callsIn(other, 'opencode')).toEqual({ calls: [], skipped: { lines: 0, files: 1 } });
});

const call = fixture('claude-code.jsonl').split('\n')[0] ?? '';
const session = '.claude/projects/-ws/s.jsonl';

test('broken, huge and nested lines are counted, and the calls around them are read', () => {
  const home = newHome();
  const huge = `{"type":"assistant","tool_use":"${'x'.repeat(9_000_000)}"}`;
  const deep = `{"tool_use":${'['.repeat(100_000)}`;
  const wrong = '{"type":"assistant","message":{"content":{"type":"tool_use"}}}';
  const text = [
    huge,
    `{"tool_use`,
    deep,
    '"tool_use"',
    'null tool_use',
    wrong,
    call,
    '\u0000tool_use',
    '',
  ].join('\n');
  put(home, session, text);
  expect(callsIn(home, 'claude-code')).toEqual({
    calls: [['Bash', ran, '/ws', 'unknown']],
    skipped: { lines: 6, files: 0 },
  });
});

test('links are not followed, neither to files nor to folders', () => {
  const home = newHome();
  const outside = put(newHome(), 'outside/s.jsonl', call);
  mkdirSync(join(home, '.claude/projects/-ws'), { recursive: true });
  symlinkSync(outside, join(home, '.claude/projects/-ws/linked.jsonl'));
  symlinkSync(dirname(outside), join(home, '.claude/projects/-linked'));
  symlinkSync('..', join(home, '.claude/projects/-ws/circle'));
  expect(callsIn(home, 'claude-code')).toEqual({ calls: [], skipped: { lines: 0, files: 0 } });
});

test('a session that became a link after it was found is not read', () => {
  const home = newHome();
  const outside = put(home, 'outside.jsonl', call);
  const skipped = { lines: 0, files: 0 };
  const link = join(home, 's.jsonl');
  symlinkSync(outside, link);
  const reader = transcriptReaders.find(({ host }) => host.name === 'claude-code');
  expect([...(reader?.read({ path: link, base: home, skipped }) ?? [])]).toEqual([]);
  expect(skipped).toEqual({ lines: 0, files: 1 });
});

test('older forms of Codex calls: an argv of a shell, any other argv, a directory', () => {
  const home = newHome();
  const shell = (value: object): object => ({
    type: 'response_item',
    payload: {
      type: 'function_call',
      name: 'shell',
      arguments: JSON.stringify(value),
      call_id: JSON.stringify(value),
    },
  });
  const local = {
    type: 'response_item',
    payload: {
      type: 'local_shell_call',
      call_id: 'c',
      action: { command: ['ls'], working_directory: '/etc' },
    },
  };
  const lines = [
    { type: 'session_meta', payload: { id: 's', cwd: '/ws' } },
    shell({ command: ['bash', '-lc', 'ls | wc'] }),
    shell({ command: ['rm', "it's; here"], workdir: 'src' }),
    shell({ command: ['bash', '-lc', 'ls', 'more'] }),
    shell({ command: 7 }),
    local,
  ];
  put(home, '.codex/sessions/s.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'));
  expect(callsIn(home, 'codex').calls).toEqual([
    ['Bash', { command: 'ls | wc' }, '/ws', 'unknown'],
    ['Bash', { command: String.raw`rm 'it'\''s; here'` }, '/ws/src', 'unknown'],
    ['Bash', { command: 'bash -lc ls more' }, '/ws', 'unknown'],
    ['codex sent no input for Bash', {}, undefined, 'unknown'],
    ['Bash', { command: 'ls' }, '/etc', 'unknown'],
  ]);
});

test('variables that name another folder count for this person, not for another home', () => {
  const [home, other] = [newHome(), newHome()];
  put(other, 'sessions/s.jsonl', '');
  copyFileSync(join(other, 'sessions/s.jsonl'), join(other, 'sessions/t.jsonl'));
  const codex = transcriptReaders.filter(({ host }) => host.name === 'codex');
  const found = (env: Readonly<Record<string, string>>): number =>
    codex.flatMap((reader) => findSessions(reader, { home, env })).length;
  expect([found({ CODEX_HOME: other }), found({})]).toEqual([2, 0]);
});
