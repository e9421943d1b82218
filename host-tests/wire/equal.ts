/**
 * `npm run tools -- wire:equal [--calls 2000] [--corpus DIR]`: the same calls, decided by the library, by `permesso decide --stdio`, by
 * `permesso serve-decisions`, by the Python client and by the engine in Chromium. Their decisions must be equal byte for byte.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';
import { recordingWorld, type WorldRecord } from '@permesso/engine/world';
import type { ToolCall } from '@permesso/engine/call';
import { chromiumFile } from '../../packages/console/test/chromium.ts';
import { createGate } from '@permesso/gate';
import { tokenFromFile } from '@permesso/gate/wire';
import { readWorld } from '@permesso/gate/world';
import { runtimeCases } from '../runtimes/cases.ts';
import type { FlagRules, RecordedCall } from './decide-recorded.ts';

const { values } = parseArgs({ options: { calls: { type: 'string' }, corpus: { type: 'string' } } });
const repository = join(import.meta.dirname, '../..');
const cases = runtimeCases(Number(values.calls ?? 2000), values.corpus);
const calls = cases.map(({ call }) => call as ToolCall);
const rules = rulesOf();
const folder = mkdtempSync(join(tmpdir(), 'permesso-wire-equal-'));
const program = [
  process.execPath,
  '--conditions=@permesso/source',
  join(repository, 'packages/permesso/src/cli/main.ts'),
];
const policy = [
  '--no-files',
  ...Object.entries(rules).flatMap(([verdict, list]) =>
    (list as FlagRules['allow']).flatMap((rule) => [`--${verdict}`, rule]),
  ),
];

/** The rules that the cases use most: one policy for all of them, in which every verdict occurs. */
function rulesOf(): FlagRules {
  const most = (verdict: keyof FlagRules, count: number): readonly string[] => {
    const uses = new Map<string, number>();
    for (const each of cases)
      for (const rule of each.rules[verdict]) uses.set(rule, (uses.get(rule) ?? 0) + 1);
    const sorted = [...uses].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
    return sorted
      .map(([rule]) => rule)
      .filter((rule) => rule.includes('('))
      .slice(0, count);
  };
  return { allow: most('allow', 40), ask: most('ask', 15), deny: most('deny', 15) };
}

const message = (call: ToolCall, id: number): string =>
  JSON.stringify({ v: 1, id, method: 'decide', params: { call } });

function resultOf(text: string): string {
  const { result, error } = JSON.parse(text) as { result?: object; error?: object };
  return JSON.stringify(result ?? error);
}

interface Decided {
  readonly texts: readonly string[];
  readonly worlds: readonly WorldRecord[];
}

/** With what was read of this machine, for a runtime that cannot read it. */
async function byLibrary(): Promise<Decided> {
  const worlds: WorldRecord[] = [];
  const texts: string[] = [];
  for (const call of calls) {
    let seen: ReturnType<typeof recordingWorld> | undefined;
    const gate = createGate({
      policy: { layer: 'flags', ...rules },
      world: ({ cwd }) => {
        seen ??= recordingWorld(readWorld(cwd === undefined ? {} : { cwd }));
        return seen.world;
      },
    });
    texts.push(JSON.stringify(await gate.check(call)));
    worlds.push((seen ?? recordingWorld(readWorld())).record());
  }
  return { texts, worlds };
}

function byStdio(): readonly string[] {
  const [file = '', ...args] = program;
  const { status, stdout, stderr } = spawnSync(file, [...args, 'decide', '--stdio', ...policy], {
    encoding: 'utf8',
    input: `${calls.map(message).join('\n')}\n`,
    maxBuffer: 1024 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`decide --stdio ended with ${status}: ${stderr}`);
  return stdout.trimEnd().split('\n').map(resultOf);
}

async function byHttp(): Promise<readonly string[]> {
  const [file = '', ...args] = program;
  const tokenFile = join(folder, 'token');
  const child = spawn(file, [...args, 'serve-decisions', '--json', '--token-file', tokenFile, ...policy], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let address = '';
    for await (const line of createInterface({ input: child.stdout })) {
      ({ address } = JSON.parse(line) as { address: string });
      break;
    }
    const headers = {
      authorization: `Bearer ${tokenFromFile(tokenFile)}`,
      'content-type': 'application/json',
    };
    const texts: string[] = [];
    for (const [id, call] of calls.entries()) {
      const body = Buffer.from(message(call, id));
      const response = await fetch(`${address}/v1/messages`, { method: 'POST', headers, body });
      texts.push(resultOf(await response.text()));
    }
    return texts;
  } finally {
    child.kill();
  }
}

const client = `
import json, sys
from permesso import Gate
command, calls = json.load(open(sys.argv[1]))
with Gate(command) as gate:
    for call in calls:
        print(json.dumps(gate.decide(call)))
`;

function byPython(): readonly string[] {
  const file = join(folder, 'calls.json');
  writeFileSync(file, JSON.stringify([[...program, 'decide', '--stdio', ...policy], calls]));
  const { status, stdout, stderr } = spawnSync('python3', ['-B', '-c', client, file], {
    encoding: 'utf8',
    env: { ...process.env, PYTHONPATH: join(repository, 'clients/python') },
    maxBuffer: 1024 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`python3 ended with ${status}: ${stderr}`);
  // Python prints JSON with blanks of its own.
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.stringify(JSON.parse(line)));
}

async function byChromium(worlds: readonly WorldRecord[]): Promise<readonly string[]> {
  const build = await rolldown({
    input: join(import.meta.dirname, 'decide-recorded.ts'),
    platform: 'neutral',
    resolve: { conditionNames: ['@permesso/source', 'import', 'browser', 'default'] },
  });
  const { output } = await build.generate({ format: 'iife', name: 'wire', codeSplitting: false });
  await build.close();
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({
    executablePath: chromiumFile,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ content: output[0].code });
    const given = worlds.flatMap((world, at): readonly RecordedCall[] => {
      const call = calls[at];
      return call === undefined ? [] : [{ call, world }];
    });
    // Parsed there: in an object literal `__proto__` is not a key.
    const text = JSON.stringify(JSON.stringify([given, rules]));
    return await page.evaluate<readonly string[]>(`wire.decideRecorded(...JSON.parse(${text}))`);
  } finally {
    await browser.close();
  }
}

try {
  const { texts: expected, worlds } = await byLibrary();
  const verdicts = Map.groupBy(expected, (text) => (JSON.parse(text) as { verdict: string }).verdict);
  const counted = [...verdicts].map(([verdict, list]) => `${verdict} ${list.length}`);
  process.stdout.write(`library   ${expected.length} decisions: ${counted.join(', ')}\n`);
  const ways: Readonly<Record<string, () => readonly string[] | Promise<readonly string[]>>> = {
    stdio: byStdio,
    HTTP: byHttp,
    Python: byPython,
    Chromium: () => byChromium(worlds),
  };
  let failed = 0;
  for (const [name, decide] of Object.entries(ways)) {
    const found = await decide();
    const different = expected.flatMap((text, at) => (text === found[at] ? [] : [at]));
    failed += different.length + Math.abs(expected.length - found.length);
    process.stdout.write(`${name.padEnd(9)} ${found.length} decisions, ${different.length} different\n`);
    const [first] = different;
    if (first !== undefined)
      process.stdout.write(
        `  ${JSON.stringify(calls[first])}\n  library ${expected[first]}\n  ${name} ${found[first]}\n`,
      );
  }
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
}
