/**
 * `npm run site:equal`: 2,000 calls of the public suite, decided by the built site in Chromium and by the built command line, the latter on a
 * disk that holds what each case says. Needs `npm run build` and `npm run site:build`.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve as resolvePath } from 'node:path';
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
    const asked = cases.map(({ call, rules, mode, workingDirectories, links }) => ({
      tool: call.tool,
      input: call.input,
      mode,
      layers: [{ layer: 'flags', ...rules }],
      machine: { cwd: call.cwd, project: call.cwd, workingDirectories, links },
    }));
    // Parsed there: in an object literal `__proto__` is no key.
    const text = JSON.stringify(JSON.stringify(asked));
    return await tab.evaluate<readonly DecisionText[]>(
      `JSON.parse(${text}).map((asked) => { const { verdict, message } = permesso.decide(asked).decision; return { verdict, message }; })`,
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

/** The folders and links that the case speaks of, and a policy that says nothing but its working directories. */
function layOut(disk: string, { call, workingDirectories, links }: RuntimeCase): void {
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(dirname(join(disk, path)), { recursive: true });
    symlinkSync(target, join(disk, path));
  }
  // A link leads to a place of the real disk from here: what lies behind one is made where it leads to inside.
  for (const folder of ['/home/dev', '/opt', call.cwd, ...workingDirectories]) {
    const link = Object.keys(links).find((path) => folder === path || folder.startsWith(`${path}/`));
    const place =
      link === undefined
        ? folder
        : resolvePath(dirname(link), links[link] ?? '', `.${folder.slice(link.length)}`);
    if (Object.keys(links).some((path) => place === path || place.startsWith(`${path}/`))) continue;
    mkdirSync(join(disk, place), { recursive: true });
  }
  const others = workingDirectories.filter((each) => each !== call.cwd);
  writeFileSync(join(disk, 'opt/policy.yaml'), `workingDirectories: ${JSON.stringify(others)}\n`);
}

/** Nothing of this machine is there but Node, its libraries and the program: the suite says what stands on the disk. */
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
