import { claudeAnswers, type HookHost, type Reply } from '@permesso/gate/payloads';
import { hookHosts } from '../../packages/permesso/src/host-lists/hook-hosts.ts';
import { hookMark } from '../../packages/permesso/src/install/installer.ts';
import { launcherMark } from '../../packages/permesso/src/launch/launcher.ts';
import type { Case } from './case.ts';
import type { RealHost } from './real-host.ts';

/** An answer that no launcher of ours puts right: what the program itself makes of it. */
export interface RawAnswer {
  /** Column of the table. */
  readonly name: string;
  readonly about: string;
  /** What the hook's command does, once it has read everything. */
  readonly shell: (host: HookHost) => string;
  /** What the handler of a plugin does; `input` holds the arguments. Absent where there is no such answer. */
  readonly handler?: string;
}

const reason = 'measured';
const edited = 'echo edited > marker.txt';

function said({ stdout, stderr, exitCode }: Reply): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  return `printf %s ${quoted(stdout)}; printf %s ${quoted(stderr)} >&2; exit ${exitCode}`;
}

/** In the host's own words where its row has some, else in those that Claude Code introduced. */
export const rawAnswers: readonly RawAnswer[] = [
  { name: 'exit 1', about: 'fails', shell: () => 'echo no >&2; exit 1', handler: "throw new Error('no');" },
  { name: 'exit 2', about: 'fails with code 2', shell: () => 'echo no >&2; exit 2' },
  {
    name: 'ask',
    about: 'asks',
    shell: (host) =>
      said(host.asks === 'host' ? host.toReply({ verdict: 'ask', reason }) : claudeAnswers.ask(reason)),
  },
  {
    name: 'rewrite',
    about: 'allows another command',
    shell: (host) =>
      said(
        host.rewrites
          ? host.toReply({ verdict: 'allow', reason, input: { command: edited } })
          : claudeAnswers.edit({ command: edited }, reason),
      ),
    handler: `input.command = ${JSON.stringify(edited)};`,
  },
  { name: 'silence', about: 'says nothing', shell: () => 'exit 0', handler: '' },
  {
    name: 'time-out',
    about: 'never answers',
    shell: () => 'exec sleep 1000',
    handler: 'await new Promise((end) => setTimeout(end, 1_000_000));',
  },
];

/** The situation in which this answer is given. */
export function answerCase({ name, about }: RawAnswer): Case {
  return { name: `raw, ${name}`, about, group: 'contract', policy: '', raw: name, expected: 'runs' };
}

/** The registrations of a host, as JSON, with this answer in the place of our launcher, and a patience of seconds. */
export function withRawAnswer(registrations: string, host: RealHost, name: string): string {
  const row = hookHosts.get(host.name);
  const answer = rawAnswers.find((one) => one.name === name);
  if (row === undefined || answer === undefined) throw new Error(`${host.name} is given no answer ${name}`);
  // Programs that trust hooks by name are asked about ours, so the mark stays.
  const line = `cat >/dev/null; ${answer.shell(row)} # ${hookMark}`;
  const changed = JSON.parse(registrations, (_key, value: unknown) =>
    typeof value === 'string' ? rawText(value, line) : value,
  ) as unknown;
  return JSON.stringify(changed)
    .replaceAll(
      /"(timeout\w*)":(\d+)/gi,
      (_all, key: string, time: string) => `"${key}":${time.length > 4 ? 4000 : 4}`,
    )
    .replaceAll(/\btimeout = \d+/g, 'timeout = 4');
}

function rawText(text: string, line: string): string {
  if (!text.includes(launcherMark) || text === launcherMark || text.includes('--event')) return text;
  if (text.startsWith('#!')) return [...text.split('\n').slice(0, 2), line, ''].join('\n');
  return /^command = /m.test(text)
    ? text.replace(/^command = .*$/m, () => `command = ${JSON.stringify(line)}`)
    : line;
}
