import type { Part } from '../../facts/part.ts';
import { looksSecret } from '../../facts/secrets/secrets.ts';
import { readArguments } from '../../facts/shell/model/arguments.ts';
import { findCommand } from '../../facts/shell/model/find-command.ts';
import { literalOf } from '../../facts/shell/read/words/word.ts';
import type { World } from '../../world/world.ts';
import type { RememberedCall } from './remembered-call.ts';
import { wordSet, type WordSet } from '../../facts/word-set.ts';

/** A rule that history might justify. */
export interface Candidate {
  readonly rule: string;
  readonly covers: string;
  readonly risk: Risk;
  /** The reason for its rank. */
  readonly because: string;
}

export const risks = ['low', 'medium', 'high'] as const;

export type Risk = (typeof risks)[number];

/**
 * The rules that may be learnt from approving one part. However often it was approved, nothing is learnt about calls that
 * delete, fetch, or run code that the call does not show (interpreters, carriers), except for a project script in exactly the
 * approved words and for the project's tests.
 */
export function candidatesFor(item: RememberedCall, part: Part): readonly Candidate[] {
  if (part.guard !== undefined || part.check.outcome === 'safety' || part.check.outcome === 'deny') return [];
  const { kind } = part.subject;
  if (kind === 'command') return [...commandCandidates(item, part), ...scriptCandidates(item, part)];
  return kind === 'path' ? pathCandidates(part, item.world) : [];
}

/** They change the machine for all its users, through many subcommands: each use needs its own decision. */
const machineWide: WordSet = wordSet(
  'apt apt-get aptitude dpkg dnf yum rpm zypper pacman apk snap flatpak brew port systemctl service launchctl mount umount useradd usermod passwd iptables nft ufw crontab reboot shutdown',
);

/** The name of a command that rules may be learnt for. */
function learnable({ subject, accesses }: Part): string | undefined {
  if (subject.kind !== 'command' || accesses.some(({ kind }) => never.has(kind))) return undefined;
  const [first] = subject.words;
  const name = first === undefined ? undefined : literalOf(first);
  if (name === undefined || machineWide.has(name)) return undefined;
  const { command } = findCommand(first);
  const rows = command === undefined ? [] : readArguments(command, subject.words).rows;
  return rows.some(({ carries }) => carries !== undefined) ? undefined : name;
}

const never: ReadonlySet<string> = new Set(['delete', 'execute', 'environment', 'destroy']);

function commandCandidates(item: RememberedCall, part: Part): readonly Candidate[] {
  const name = learnable(part);
  if (name === undefined) return [];
  const offers = item.tool.offer(item.call, [part], item.world);
  // More than one rule for one part, or a rule for exactly this text, means that the model knows no command family to name.
  const rules = offers.flatMap(({ rules: [rule, second], covers }) =>
    rule === undefined || second !== undefined || looksSecret(rule) ? [] : [{ rule, covers }],
  );
  const wide = rules.filter(({ rule }) => rule.endsWith(':*)'));
  if (part.accesses.some(({ kind }) => kind === 'network')) {
    return wide.map((each) => ({ ...each, risk: 'high', because: 'it installs what others publish' }));
  }
  if (wide.length > 0)
    return wide.map((each) => ({ ...each, risk: 'low', because: 'a known command that does nothing else' }));
  return rules.map((each) => ({
    ...each,
    risk: name.includes('/') ? 'high' : 'medium',
    because: name.includes('/') ? 'runs a file that can be changed later' : 'exactly this command',
  }));
}

const interpreters: WordSet = wordSet('python python3 node ruby perl bash sh');
const testModules: ReadonlySet<string> = new Set(['pytest', 'unittest']);

/**
 * `python3 tools/x.py 1` in exactly these words. The file can be changed later, as any program of the project can, but
 * `manage.py flush` is not learnt from `manage.py migrate`. An option before the script could change its meaning entirely.
 */
function scriptCandidates({ call, tool, world }: RememberedCall, part: Part): readonly Candidate[] {
  const { subject, accesses } = part;
  if (subject.kind !== 'command' || subject.escalations.length > 0 || subject.carriedBy !== undefined)
    return [];
  const words = subject.words.map(literalOf);
  const [name, first, second] = words;
  if (name === undefined || !interpreters.has(name) || words.includes(undefined)) return [];
  if (accesses.some(({ kind }) => kind !== 'execute' && kind !== 'read')) return [];
  if (name.startsWith('python') && first === '-m' && testModules.has(second ?? ''))
    return [
      {
        rule: `Bash(${name} -m ${second}:*)`,
        covers: `any \`${name} -m ${second}\``,
        risk: 'medium',
        because: "runs the project's tests, which can be changed",
      },
    ];
  if (!isProjectScript(first ?? '', world)) return [];
  return tool
    .offer(call, [part], world)
    .flatMap(({ rules: [rule, other], covers }): readonly Candidate[] =>
      rule === undefined || other !== undefined || rule.endsWith(':*)') || looksSecret(rule)
        ? []
        : [{ rule, covers, risk: 'high', because: 'runs a file that can be changed later' }],
    );
}

function isProjectScript(path: string, { cwd, project }: World): boolean {
  const isHere = cwd === project || cwd.startsWith(`${project}/`);
  return isHere && /^(?:\.\/)?[\w-][\w./-]*\.(?:py|js|mjs|cjs|rb|pl|sh)$/.test(path) && !path.includes('..');
}

const plain = /^[\w@%+=:,./ -]+$/u;

/** Files of one type in one directory, then everything below it; never everything. */
function pathCandidates({ subject }: Part, world: World): readonly Candidate[] {
  if (subject.kind !== 'path' || !subject.path.known || subject.access === 'delete') return [];
  const { written } = subject.path;
  if (!plain.test(written)) return [];
  const cut = written.lastIndexOf('/');
  const folder = written.slice(0, cut);
  const inside = folder === world.project || folder.startsWith(`${world.project}/`);
  const spelt = inside ? `.${folder.slice(world.project.length)}` : `/${folder}`;
  const word = subject.access === 'read' ? 'Read' : 'Write';
  const verb = subject.access === 'read' ? 'read' : 'write';
  const dot = written.lastIndexOf('.');
  const ending = dot > cut + 1 ? written.slice(dot) : '';
  const deep = folder.split('/').length > 2 && folder !== world.project;
  const risk: Risk = inside ? 'medium' : 'high';
  const because = inside ? 'files of the project, which git can bring back' : 'files outside the project';
  return [
    ...(ending === ''
      ? []
      : [
          {
            rule: `${word}(${spelt}/*${ending})`,
            covers: `${verb} any *${ending} in ${folder}`,
            risk,
            because,
          },
        ]),
    ...(deep
      ? [{ rule: `${word}(${spelt}/**)`, covers: `${verb} anything below ${folder}`, risk, because }]
      : []),
  ];
}
