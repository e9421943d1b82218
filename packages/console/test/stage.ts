import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';
import { build } from 'vite';
import { openConsole } from '../../permesso/src/local-console/console.ts';
import type { Served } from '../../permesso/src/local-console/serve.ts';
import { compiled } from '../../permesso/test/compiled.ts';
import { builtHook, builtJobThread } from '../../permesso/test/built.ts';
import { jobsIn } from '../../permesso/src/local-console/start-job.ts';
import { chromiumFile } from './chromium.ts';

const here = fileURLToPath(new URL('..', import.meta.url));

/** The pages, built as they are shipped. */
export async function buildPages(): Promise<string> {
  const pages = mkdtempSync(join(tmpdir(), 'permesso-pages-'));
  const before = process.env['NODE_ENV'];
  // Under a test runner the libraries would be built with what they tell developers.
  process.env['NODE_ENV'] = 'production';
  try {
    await build({
      root: here,
      configFile: join(here, 'vite.config.ts'),
      logLevel: 'error',
      build: { outDir: pages },
    });
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
  return pages;
}

const startJob = jobsIn(pathToFileURL(builtJobThread));

/** Without anything that would look for the network. */
export function startBrowser(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumFile,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  });
}

/** A person's machine with a policy, for one test. */
export interface Machine {
  readonly home: string;
  readonly project: string;
  readonly state: string;
  readonly write: (path: string, text: string) => void;
  readonly remove: () => void;
}

export function newMachine(
  policy: string,
  home: string = mkdtempSync(join(tmpdir(), 'permesso-console-')),
): Machine {
  const project = join(home, 'app');
  mkdirSync(project, { recursive: true });
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  };
  write('.config/permesso/policy.yaml', policy);
  const state = join(home, '.local/state/permesso');
  // A hook that was answered may still be writing its entry.
  return {
    home,
    project,
    state,
    write,
    remove: () => rmSync(home, { recursive: true, force: true, maxRetries: 20 }),
  };
}

export function openOn(machine: Machine, pages: string, port = 0): Promise<Served> {
  return openConsole({
    home: machine.home,
    env: {},
    managed: join(machine.home, 'none'),
    cwd: machine.project,
    by: 'ada',
    pages,
    port,
    startJob,
  });
}

export interface Hook {
  /** What the hook printed, when it has ended. */
  readonly ended: Promise<string>;
  readonly kill: () => void;
}

export interface HookOptions {
  readonly deadline?: number;
  readonly session?: string;
  readonly ask?: string;
  /** `codex` when absent; `claude-code` runs what a person has changed. */
  readonly host?: string;
}

/** A hook process as Codex or Claude Code starts it, about one command. */
export function startHook(machine: Machine, command: string, options: HookOptions = {}): Hook {
  const { deadline = 60, session = 's', ask = 'pending', host = 'codex' } = options;
  const child = spawn(process.execPath, [builtHook, host, '--ask', ask, '--deadline', String(deadline)], {
    cwd: machine.project,
    env: { ...compiled, PATH: process.env['PATH'], HOME: machine.home },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let out = '';
  child.stdout.on('data', (data: Buffer) => (out += String(data)));
  child.stdin.end(
    JSON.stringify({
      hook_event_name: 'PreToolUse',
      ...(host === 'codex'
        ? { transcript_path: '/home/me/sessions/s.jsonl', turn_id: 't', model: 'a model' }
        : { transcript_path: '/home/me/.claude/projects/-app/s.jsonl' }),
      session_id: session,
      cwd: machine.project,
      tool_name: 'Bash',
      tool_input: { command },
    }),
  );
  const { promise, resolve } = Promise.withResolvers<string>();
  child.on('close', () => resolve(out));
  return { ended: promise, kill: () => void child.kill('SIGKILL') };
}

/** Milliseconds that a page may take where many programs run. */
export const busyMachine = 240_000;

/** A page that was let in. What goes wrong in it is collected. */
export async function enter(browser: Browser, address: string): Promise<{ page: Page; problems: string[] }> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(busyMachine);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  // Agents ask here only while the page listens.
  const listening = page.waitForResponse((response) => response.url().endsWith('/api/live'));
  await goIn(page, address);
  await listening;
  return { page, problems };
}

/** The address with the key leads to the room where the pages are. */
export async function goIn(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForURL((url) => /^\/[\w-]{43}\/$/.test(url.pathname));
}
