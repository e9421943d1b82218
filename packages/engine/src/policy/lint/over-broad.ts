import type { CommandRule, Pattern } from '../rules/pattern.ts';
import type { Rule } from '../rules/rule.ts';
import { isEverything } from './pattern-includes.ts';
import { wordSet, type WordSet } from '../../facts/word-set.ts';

export interface Broad {
  readonly message: string;
  readonly fix: string;
  /** A whole tool, or a program that runs whatever its arguments say: the allow covers anything. */
  readonly anything: boolean;
}

/** Commands that do whatever their arguments say, so that an allow for any arguments covers anything. */
interface Reaching {
  readonly names: string;
  readonly why: string;
  readonly fix: string;
  readonly anything: boolean;
}

export const reaching: readonly Reaching[] = [
  {
    names: 'sh bash zsh dash ksh fish csh tcsh pwsh powershell eval source .',
    why: 'runs any text as commands',
    fix: 'allow the commands themselves',
    anything: true,
  },
  {
    names:
      'python python2 python3 pypy pypy3 ipython node nodejs deno bun perl ruby irb php lua luajit Rscript R osascript tclsh guile racket ghci elixir iex erl julia groovy scala jshell sqlite3 psql mysql',
    why: 'runs any program text',
    fix: 'spell the program: Bash(python -m pytest:*), Bash(node scripts/build.js)',
    anything: true,
  },
  {
    names: 'sudo doas su pkexec runuser gosu chroot unshare nsenter setpriv',
    why: 'runs commands as somebody else',
    fix: 'spell the command: Bash(sudo systemctl status nginx)',
    anything: true,
  },
  {
    names: 'ssh mosh rsh',
    why: 'runs commands on other machines',
    fix: 'spell host and command',
    anything: true,
  },
  {
    names: 'curl wget http https httpie xh nc ncat netcat socat telnet ftp sftp scp rsync rclone',
    why: 'sends anything anywhere, and fetches anything',
    fix: 'allow hosts: WebFetch(domain:example.com)',
    anything: false,
  },
  {
    names: 'xargs parallel find fd env nohup watch entr npx pnpx bunx uvx pipx',
    why: 'starts other commands',
    fix: 'spell what it starts: Bash(npx tsc:*), Bash(make test)',
    anything: true,
  },
  {
    names: 'make just task',
    why: 'starts other commands',
    fix: 'spell what it starts: Bash(npx tsc:*), Bash(make test)',
    anything: false,
  },
  {
    names: 'docker podman nerdctl kubectl helm lxc incus vagrant terraform tofu pulumi aws gcloud az',
    why: 'reaches other machines, or this one through mounts',
    fix: 'spell the sub-command: Bash(docker ps:*), Bash(kubectl get:*)',
    anything: false,
  },
  {
    names: 'rm shred dd mkfs chmod chown',
    why: 'removes or changes any file',
    fix: 'name the directory: Bash(rm -r dist), or use the acceptEdits mode',
    anything: false,
  },
];

const reachingByName: ReadonlyMap<string, Reaching> = new Map(
  reaching.flatMap((row) => row.names.split(' ').map((name) => [name, row] as const)),
);

/** Options followed by program text: the remaining words may be anything. */
const takesText: WordSet = wordSet('-c -e -E -r -p --eval --print -lc -ic');

/** Why an allow rule covers far more than one action, if it does. */
export function overBroad(rule: Rule): Broad | undefined {
  // Conditions on the arguments, or a single agent, are deliberate limits.
  if (rule.verdict !== 'allow' || rule.when.length > 0) return undefined;
  if (rule.effects?.includes('run-other') === false) return undefined;
  return broadPattern(rule.pattern, rule.origin.root);
}

function broadPattern(pattern: Pattern, root: string): Broad | undefined {
  if (isEverything(pattern))
    return {
      message: 'allows every call of every tool',
      fix: 'name the tools, or choose the mode bypass',
      anything: true,
    };
  switch (pattern.about) {
    case 'kind':
      return broadKinds[pattern.of];
    case 'command':
      return broadCommand(pattern);
    case 'path':
      return pattern.access === 'write' && isWholePlace(pattern.glob.text, root)
        ? {
            message: 'allows changing any file there is',
            fix: 'name a directory: Write(src/**)',
            anything: true,
          }
        : undefined;
    case 'mcp':
      return /^\*+$/.test(pattern.server)
        ? {
            message: 'allows tools of every server, also of one added later',
            fix: 'name the server',
            anything: true,
          }
        : undefined;
    case 'effect':
      return pattern.effect === 'run-other'
        ? {
            message: 'allows every unknown program',
            fix: 'name the programs, or run calls sandboxed',
            anything: true,
          }
        : undefined;
    case 'host':
    case 'tool':
      return undefined;
  }
}

const broadKinds: { readonly [K in Extract<Pattern, { about: 'kind' }>['of']]: Broad | undefined } = {
  shell: { message: 'allows every command', fix: 'name the commands: Bash(npm run *)', anything: true },
  write: {
    message: 'allows changing any file there is',
    fix: 'name a directory: Write(src/**)',
    anything: true,
  },
  url: { message: 'allows every host', fix: 'name the hosts: WebFetch(domain:example.com)', anything: true },
  mcp: {
    message: 'allows every tool of every server',
    fix: 'name the server: mcp__github__*',
    anything: true,
  },
  // Agents read all day; what must not be read is denied or protected.
  read: undefined,
};

function broadCommand({ words, open }: CommandRule): Broad | undefined {
  const [name, ...rest] = words;
  if (name === undefined) return undefined;
  if (name.is !== 'literal')
    return { message: 'the name of the command is a wildcard', fix: 'name the command', anything: true };
  const row = reachingByName.get(name.text.slice(name.text.lastIndexOf('/') + 1));
  if (row === undefined) return undefined;
  const isAny = rest.every(
    (word) => word.is === 'any' || (word.is === 'literal' && takesText.has(word.text)),
  );
  return isAny && (open || rest.some(({ is }) => is === 'any'))
    ? { message: `\`${name.text}\` ${row.why}`, fix: row.fix, anything: row.anything }
    : undefined;
}

function isWholePlace(glob: string, root: string): boolean {
  return /^(?:\/\/|~\/)?\*\*(?:\/\*)?$/.test(glob) || (root === '/' && /^\/\*\*(?:\/\*)?$/.test(glob));
}
