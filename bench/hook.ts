import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from '../packages/permesso/bundle.ts';
import { measure, rounded } from './measure.ts';

const rules = 100;
const command = 'git status && npm run build && git add -A && make test';

/**
 * What does a hook process cost beside a node that does nothing? It starts, reads the policy of 100 rules, decides a line
 * of four parts, writes the log and answers; once with everything warm on the disk and once without what was parsed before.
 */
export async function benchHook(): Promise<{ readonly ratio: number } & Record<string, unknown>> {
  const home = mkdtempSync(join(tmpdir(), 'permesso-bench-'));
  try {
    const project = join(home, 'app');
    const hook = await bundleHook(home);
    const env = { PATH: '/usr/bin:/bin', HOME: home };
    const cached = { ...env, NODE_COMPILE_CACHE: join(home, 'compiled') };
    const run = (args: readonly string[], given: NodeJS.ProcessEnv): string => {
      const { status, stdout } = spawnSync(process.execPath, args, {
        cwd: project,
        env: given,
        input,
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`);
      return stdout;
    };
    mkdirSync(join(home, '.config/permesso'), { recursive: true });
    mkdirSync(project);
    writeFileSync(join(home, '.config/permesso/policy.yaml'), policyText());
    const input = payload(project);
    const answer = run([hook, 'claude-code'], cached);
    if (!answer.includes('"allow"')) throw new Error(`the hook answered ${answer}`);
    const [bare, warm, cold] = measure(
      [
        { name: 'bare', operations: 1, round: () => void run(['-e', '0'], env) },
        { name: 'hook', operations: 1, round: () => void run([hook, 'claude-code'], cached) },
        {
          name: 'cold',
          operations: 1,
          round: () => {
            rmSync(join(home, '.local/state/permesso/parsed'), { recursive: true, force: true });
            run([hook, 'claude-code'], env);
          },
        },
      ],
      21,
    );
    if (bare === undefined || warm === undefined || cold === undefined) throw new Error('nothing measured');
    return {
      bench: 'hook',
      ratio: rounded(warm.median / bare.median),
      limit: 1.6,
      ratioWithoutCaches: rounded(cold.median / bare.median),
      milliseconds: {
        'node -e 0': rounded(bare.median / 1000),
        hook: rounded(warm.median / 1000),
        'hook, nothing compiled or parsed before': rounded(cold.median / 1000),
      },
      rules,
      command,
    };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function bundleHook(directory: string): Promise<string> {
  const file = join(directory, 'hook.cjs');
  await bundle({ entry: 'packages/permesso/src/cli/hook.ts', file, minify: true });
  return file;
}

function policyText(): string {
  const allow = ['git status', 'git add:*', 'npm run:*', 'make:*'].map((words) => `Bash(${words})`);
  const more = Array.from({ length: rules - 10 }, (_, at) => `Bash(tool-${at} run:*)`);
  const deny = ['Bash(curl:*)', 'Read(**/.env*)', 'WebFetch', 'Bash(sudo:*)', 'Write(//etc/**)', 'mcp__old'];
  const list = (name: string, texts: readonly string[]): string =>
    `${name}:\n${texts.map((text) => `  - ${text}\n`).join('')}`;
  return list('allow', [...allow, ...more]) + list('deny', deny);
}

function payload(cwd: string): string {
  return JSON.stringify({
    session_id: 'bench',
    cwd,
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command },
  });
}
