import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleMain } from './bundle.ts';

const main = await bundleMain();
process.on('exit', () => rmSync(main, { force: true }));
const shim = join(import.meta.dirname, 'record-shim.ts');

/** A home, a workspace and a log of what reached the server, for one case. */
export interface Place {
  readonly home: string;
  readonly workspace: string;
  readonly log: string;
  readonly env: Readonly<Record<string, string>>;
  readonly remove: () => void;
}

export function newPlace(): Place {
  const home = mkdtempSync(join(tmpdir(), 'permesso-mcp-'));
  const workspace = mkdtempSync(join(tmpdir(), 'permesso-files-'));
  writeFileSync(join(workspace, 'a.txt'), 'the first file\n');
  return {
    home,
    workspace,
    log: join(home, 'wire.log'),
    env: { PATH: process.env['PATH'] ?? '', HOME: home },
    remove: () => {
      for (const folder of [home, workspace])
        rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

/** Reading is allowed, writing asks, editing is denied in this workspace, moving is hidden. */
const caseRules = [
  ...['read_text_file', 'list_directory', 'ping_tool'].flatMap((tool) => ['--allow', `mcp__files__${tool}`]),
  '--ask',
  'mcp__files__write_file',
  '--deny',
  'mcp__files__move_file',
];

const policy = `deny:
  - rule: mcp__files__edit_file
    when: { path: { startsWith: / } }
    guidance: Edit nothing here.
`;

/** The arguments of node for a gateway in front of a server that is a process. */
export function gatewayArgs(
  place: Place,
  server: readonly string[],
  more: readonly string[] = [],
): readonly string[] {
  const file = join(place.home, 'policy.yaml');
  writeFileSync(file, policy);
  const own = ['mcp', '--name', 'files', '--cwd', place.workspace, '--policy', file, ...caseRules, ...more];
  return [main, ...own, '--', process.execPath, shim, place.log, process.execPath, ...server];
}

export function gatewayArgsForUrl(
  place: Place,
  url: string,
  more: readonly string[] = [],
): readonly string[] {
  const file = join(place.home, 'policy.yaml');
  writeFileSync(file, policy);
  return [
    main,
    'mcp',
    '--name',
    'files',
    '--cwd',
    place.workspace,
    '--policy',
    file,
    ...caseRules,
    ...more,
    '--url',
    url,
  ];
}

/** The same with rules of one's own, and nothing beside the server that records. */
export function gatewayArgsFor(
  name: string,
  rules: readonly string[],
  server: readonly string[],
): readonly string[] {
  return [main, 'mcp', '--name', name, ...rules, '--', process.execPath, ...server];
}

export interface Listening {
  readonly child: ChildProcess;
  readonly url: string;
}

/** A gateway that serves HTTP, once it does. */
export async function listening(args: readonly string[], { env }: Place): Promise<Listening> {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  const ready = Promise.withResolvers<string>();
  child.stderr.setEncoding('utf8').on('data', (portion: string) => {
    said += portion;
    const [, url] = /listening on (\S+)/.exec(said) ?? [];
    if (url !== undefined) ready.resolve(url);
  });
  child.on('close', () => ready.reject(new Error(`the gateway ended: ${said}`)));
  return { child, url: await ready.promise };
}

/** What reached the server, piece by piece as any reader of lines could take it apart. */
export function reached(log: string): readonly string[] {
  return readLog(log)
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .filter((piece) => piece.trim() !== '');
}

function readLog(log: string): string {
  try {
    return readFileSync(log, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

/** The names of the tools that the server was made to run. */
export function calledTools(log: string): readonly unknown[] {
  return reached(log)
    .map(
      (piece) =>
        JSON.parse(piece) as { readonly method?: unknown; readonly params?: { readonly name?: unknown } },
    )
    .flatMap(({ method, params }) => (method === 'tools/call' ? [params?.name] : []));
}

export function serverPids(log: string): readonly number[] {
  return readFileSync(`${log}.pids`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => Number(line.split(' ')[1]));
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}
