/**
 * `npm run tools -- site:equal`: 2,000 calls of the public suite, decided by the built site in Chromium and by the built command line, the latter on a
 * disk that holds what each case says. Needs `npm run build` and `npm run tools -- site:build`.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve as resolvePath } from 'node:path';
import type { HeldName } from '@permesso/engine/world';
import { runtimeCases, type RuntimeCase } from '../../host-tests/runtimes/cases.ts';
import { startBrowser } from './browser.ts';
import { serveSite } from './serve.ts';

const repository = join(import.meta.dirname, '../..');
const program = join(repository, 'packages/permesso/dist/cli/main.cjs');
const atOnce = 2;

interface DecisionText {
  readonly verdict: string;
  readonly message: string;
}

if (!existsSync(program)) throw new Error('there is no built command line: run npm run build');
const cases = runtimeCases(2000);
const [page, terminal] = [await decidedInPage(), await decidedInTerminal()];
const differing = cases.filter((_, at) => page[at]?.verdict !== terminal[at]?.verdict);
const sameWords = cases.filter((_, at) => page[at]?.message === terminal[at]?.message).length;
for (const { id } of differing.slice(0, 20)) {
  const at = cases.findIndex((each) => each.id === id);
  process.stdout.write(
    `${id}: page ${page[at]?.verdict}, command line ${terminal[at]?.verdict} (${terminal[at]?.message})\n`,
  );
}
process.stdout.write(
  `${cases.length} calls: ${differing.length} verdicts differ; ${sameWords} messages are the same to the letter\n`,
);
process.exitCode = differing.length === 0 ? 0 : 1;

async function decidedInPage(): Promise<readonly DecisionText[]> {
  const site = await serveSite();
  const browser = await startBrowser();
  try {
    const tab = await browser.newPage();
    await tab.goto(`${site.origin}/playground.html`);
    await tab.waitForFunction(() => 'permesso' in globalThis, undefined, { timeout: 300_000 });
    const asked = cases.map((each) => ({
      tool: each.call.tool,
      input: each.call.input,
      mode: each.mode,
      layers: [{ layer: 'flags', ...each.rules }],
      machine: {
        cwd: each.call.cwd,
        project: each.call.cwd,
        workingDirectories: each.workingDirectories,
        links: each.links,
        folders: heldBy(each),
      },
    }));
    // Parsed there: in an object literal `__proto__` is no key.
    const text = JSON.stringify(JSON.stringify(asked));
    return await tab.evaluate<readonly DecisionText[]>(
      `Promise.all(JSON.parse(${text}).map(async (asked) => { const { verdict, message } = (await permesso.decide(asked)).decision; return { verdict, message }; }))`,
    );
  } finally {
    await browser.close();
    site.close();
  }
}

/** One process for each set of rules, mode and disk. */
async function decidedInTerminal(): Promise<readonly DecisionText[]> {
  const groups = Map.groupBy(cases, ({ call, rules, mode, workingDirectories, links }) =>
    JSON.stringify([call.cwd, rules, mode, workingDirectories, links]),
  );
  const found = new Map<string, DecisionText>();
  const waiting = [...groups.values()];
  const work = async (): Promise<void> => {
    for (let group = waiting.pop(); group !== undefined; group = waiting.pop())
      for (const [at, decision] of (await decideGroup(group)).entries())
        found.set(group[at]?.id ?? '', decision);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return cases.map(({ id }) => found.get(id) ?? { verdict: 'none', message: 'no answer' });
}

async function decideGroup(group: readonly RuntimeCase[]): Promise<readonly DecisionText[]> {
  const [first] = group;
  if (first === undefined) return [];
  const disk = mkdtempSync(join(tmpdir(), 'permesso-equal-'));
  try {
    layOut(disk, first);
    const { allow, ask, deny } = first.rules;
    const args = [
      'decide',
      '--stdio',
      '--no-files',
      '--policy',
      '/opt/policy.yaml',
      '--mode',
      first.mode,
      '--cwd',
      first.call.cwd,
      ...allow.flatMap((rule) => ['--allow', rule]),
      ...ask.flatMap((rule) => ['--ask', rule]),
      ...deny.flatMap((rule) => ['--deny', rule]),
    ];
    const lines = group.map(({ call }, id) =>
      JSON.stringify({ v: 1, id, method: 'decide', params: { call } }),
    );
    const out = await inMachine(disk, args, `${lines.join('\n')}\n`);
    const answers = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number; result?: DecisionText; error?: { message: string } });
    return group.map((_, id) => {
      const answer = answers.find((each) => each.id === id);
      return answer?.result ?? { verdict: 'error', message: answer?.error?.message ?? 'no answer' };
    });
  } finally {
    rmSync(disk, { recursive: true, force: true });
  }
}

/** The folders that the case speaks of. */
function foldersOf({ call, workingDirectories, links }: RuntimeCase): readonly string[] {
  const isBehind = (folder: string): string | undefined =>
    Object.keys(links).find((path) => folder === path || folder.startsWith(`${path}/`));
  return ['/home/dev', '/opt', call.cwd, ...workingDirectories].flatMap((folder) => {
    const link = isBehind(folder);
    // What lies behind a link is made where it leads to.
    const place =
      link === undefined
        ? folder
        : resolvePath(dirname(link), links[link] ?? '', `.${folder.slice(link.length)}`);
    return isBehind(place) === undefined ? [place] : [];
  });
}

/** The same disk in words, for the page. */
function heldBy(each: RuntimeCase): Readonly<Record<string, readonly HeldName[]>> {
  const folders = new Map<string, Map<string, HeldName>>();
  const put = (path: string, is: HeldName['is']): void => {
    if (path === '/') return;
    const parent = dirname(path);
    const held = folders.get(parent) ?? new Map<string, HeldName>();
    folders.set(parent, held.set(basename(path), { name: basename(path), is }));
    put(parent, 'directory');
  };
  for (const folder of foldersOf(each)) {
    put(folder, 'directory');
    folders.set(folder, folders.get(folder) ?? new Map());
  }
  for (const path of Object.keys(each.links)) put(path, 'link');
  return Object.fromEntries([...folders].map(([folder, held]) => [folder, [...held.values()]]));
}

/** The folders and links, and a policy that says nothing but its working directories. */
function layOut(disk: string, each: RuntimeCase): void {
  const { call, workingDirectories, links } = each;
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(dirname(join(disk, path)), { recursive: true });
    symlinkSync(target, join(disk, path));
  }
  for (const folder of foldersOf(each)) mkdirSync(join(disk, folder), { recursive: true });
  const others = workingDirectories.filter((directory) => directory !== call.cwd);
  writeFileSync(join(disk, 'opt/policy.yaml'), `workingDirectories: ${JSON.stringify(others)}\n`);
}

/** Nothing of this machine is there but Node, its libraries and the program: the suite says what is on the disk. */
function inMachine(disk: string, args: readonly string[], input: string): Promise<string> {
  const seen = ['/lib/x86_64-linux-gnu', '/lib64', repository, dirname(process.execPath)];
  return new Promise((resolve, reject) => {
    const child = spawn(
      'bwrap',
      [
        '--bind',
        disk,
        '/',
        '--proc',
        '/proc',
        '--dev',
        '/dev',
        ...seen.flatMap((path) => ['--ro-bind-try', path, path]),
        '--clearenv',
        '--setenv',
        'HOME',
        '/home/dev',
        '--setenv',
        'NO_COLOR',
        '1',
        '--chdir',
        '/home/dev',
        process.execPath,
        program,
        ...args,
      ],
      { stdio: ['pipe', 'pipe', 'pipe'] },
    );
    let [out, complaint] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
    child.on('error', reject);
    child.on('close', (code) =>
      out === '' ? reject(new Error(`ended with ${code}: ${complaint}`)) : resolve(out),
    );
    child.stdin.end(input);
  });
}
