import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { namedByCodex } from './codex-trust-key.ts';
import { hookMark, type HookTrust } from './installer.ts';

export interface AskCodex {
  readonly program: string;
  /** Where the file will lie. */
  readonly file: string;
  /** What it will hold. */
  readonly text: string;
  readonly path: string;
}

const patience = 15_000;

/**
 * What Codex wants to see as trusted before it runs our hook. Only the program knows how it computes that, so it is
 * asked, in a folder of its own: the hash depends on the definition alone, and the person's folder stays untouched.
 * Throws where there is no answer.
 */
export async function askCodexForTrust({ program, file, text, path }: AskCodex): Promise<HookTrust> {
  const home = mkdtempSync(join(tmpdir(), 'permesso-codex-'));
  const codexHome = join(home, '.codex');
  try {
    mkdirSync(codexHome);
    writeFileSync(join(codexHome, 'hooks.json'), text);
    const env = { PATH: path, HOME: home, CODEX_HOME: codexHome };
    const hooks = await listHooks(program, { env, cwd: home });
    const ours = hooks.find(({ command }) => command.includes(hookMark));
    if (ours === undefined) throw new Error('Codex does not list the hook');
    const place = /:[a-z_]+:\d+:\d+$/.exec(ours.key)?.[0];
    if (place === undefined) throw new Error('Codex names its hooks in another way than we know');
    return { key: `${namedByCodex(file)}${place}`, hash: ours.currentHash };
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
