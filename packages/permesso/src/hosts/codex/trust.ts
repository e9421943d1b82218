import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { mayExist } from '@permesso/gate/disk';
import { readExactly } from '../../install/exact-file.ts';
import { hookMark, type HookTrust, type TrustRequest } from '../../install/installer.ts';
import { nodeAt, openJson, valueOf } from '../../install/json-text.ts';

const patience = 15_000;

/**
 * The trust entry that Codex needs before it runs our hook. Only the program knows how it is computed, so the program
 * is asked, in a temporary folder: the hash depends on the definition alone, and the person's folder stays untouched.
 * Throws without an answer.
 */
export async function askCodexForTrust({ program, file, text, path }: TrustRequest): Promise<HookTrust> {
  if (program === undefined) throw new Error('there is no codex on PATH');
  const home = mkdtempSync(join(tmpdir(), 'permesso-codex-'));
  const codexHome = join(home, '.codex');
  try {
    mkdirSync(codexHome);
    writeFileSync(join(codexHome, 'hooks.json'), text);
    const env = { PATH: path, HOME: home, CODEX_HOME: codexHome };
    const hooks = await listHooks(program, { env, cwd: home });
    const ours = hooks
      .filter(({ command }) => command.includes(hookMark))
      .map(({ key, currentHash }): HookTrust => {
        const place = /:[a-z_]+:\d+:\d+$/.exec(key)?.[0];
        if (place === undefined)
          throw new Error('Codex names its hooks in a way that Permesso does not know');
        return { key: `${namedByCodex(file)}${place}`, hash: currentHash };
      });
    const deciding = ours.find(({ key }) => key.includes(':pre_tool_use:'));
    if (deciding === undefined) throw new Error('Codex does not list the hook');
    return { ...deciding, others: ours.filter((one) => one !== deciding) };
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

interface ListedHook {
  readonly key: string;
  readonly command: string;
  readonly currentHash: string;
}

async function listHooks(
  program: string,
  { env, cwd }: { readonly env: NodeJS.ProcessEnv; readonly cwd: string },
): Promise<readonly ListedHook[]> {
  const child = spawn(program, ['app-server'], {
    cwd,
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  });
  const { promise, resolve, reject } = Promise.withResolvers<readonly ListedHook[]>();
  const timer = setTimeout(() => reject(new Error('Codex did not answer in time')), patience);
  const say = (message: object): void => {
    child.stdin.write(`${JSON.stringify(message)}\n`);
  };
  child.on('error', reject);
  child.on('exit', (code) => reject(new Error(`Codex ended with exit code ${code ?? 'none'}`)));
  child.stdin.on('error', reject);
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, result } = readLine(line);
    if (id === 1) {
      say({ method: 'initialized' });
      say({ id: 2, method: 'hooks/list', params: { cwds: [cwd] } });
    } else if (id === 2) resolve(hooksIn(result));
  });
  const clientInfo = { name: 'permesso', title: null, version: '0' };
  say({ id: 1, method: 'initialize', params: { clientInfo, capabilities: { experimentalApi: true } } });
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    child.removeAllListeners('exit');
    // The whole group: the program on PATH is a script that starts the real one.
    if (child.pid !== undefined) endGroup(child.pid);
  }
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function readLine(line: string): { readonly id?: unknown; readonly result?: unknown } {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

function hooksIn(result: unknown): readonly ListedHook[] {
  const data = fieldOf(result, 'data');
  return (Array.isArray(data) ? data : []).flatMap((folder: unknown) => {
    const hooks = fieldOf(folder, 'hooks');
    return (Array.isArray(hooks) ? hooks : []).flatMap((hook: unknown) => {
      const [key, command, currentHash] = ['key', 'command', 'currentHash'].map((name) =>
        fieldOf(hook, name),
      );
      return typeof key === 'string' && typeof command === 'string' && typeof currentHash === 'string'
        ? [{ key, command, currentHash }]
        : [];
    });
  });
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

/**
 * The name under which Codex remembers that our hook in this file is trusted. Undefined where it has no such entry.
 */
export function codexTrustKey(file: string): string | undefined {
  const read = readExactly(file);
  const opened = 'text' in read ? openJson(read.text) : undefined;
  if (opened === undefined || 'refused' in opened) return undefined;
  const groups = valueOf(nodeAt(opened, ['hooks', 'PreToolUse']));
  const at = Array.isArray(groups)
    ? groups.findIndex((group) => JSON.stringify(group).includes(hookMark))
    : -1;
  return at === -1 ? undefined : `${namedByCodex(file)}:pre_tool_use:${at}:0`;
}

/** Codex uses the real path of its folder and the written name of the file in it. */
export function namedByCodex(file: string): string {
  const folder = dirname(file);
  return join(mayExist(folder) ? realpathSync(folder) : folder, basename(file));
}
