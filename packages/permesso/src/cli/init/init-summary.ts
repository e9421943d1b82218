import { dirname, sep } from 'node:path';
import { printable, wrap } from '@permesso/engine/decision';
import type { HostPlan } from '../../install/plan-install.ts';
import type { PolicyPlan, Preparation } from '../../install/prepare.ts';
import { agentTexts } from '@permesso/protocol/text';
import { inColumns } from '../columns.ts';
import { presetSummary } from '../commands/preset-texts.ts';
import { fromHome } from '../host-places.ts';

interface SummaryOptions {
  readonly home: string;
  readonly width: number;
  readonly preset: string;
  /** The kinds of project found here, e.g. `Node.js`. */
  readonly kinds: readonly string[];
}

/** What was found, what changes, which preset, and how people will be asked: on one screen of 80 x 24. */
export function printInitSummary({ policy, hosts }: Preparation, options: SummaryOptions): string {
  const { width, kinds } = options;
  return [
    ...titled('Found', foundText(hosts, kinds), width),
    ...titled('Policy', policyText(policy, options), width),
    ...(policy.change === undefined ? [] : presetLines(options)),
    '',
    ...inColumns(
      [['AGENT', 'CHANGES', 'WHERE YOU ARE ASKED'], ...hosts.map((host) => hostRow(host, options))],
      width,
    ),
    ...remarks(policy, hosts, options),
  ].join('\n');
}

const indent = '          ';

function titled(title: string, text: string, width: number): readonly string[] {
  return wrap(printable(text), width - indent.length).map(
    (line, at) => `${at === 0 ? title.padEnd(indent.length) : indent}${line}`,
  );
}

function foundText(hosts: readonly HostPlan[], kinds: readonly string[]): string {
  const titles = hosts.map(({ found }) => found.installer.title).join(', ');
  return kinds.length === 0 ? titles : `${titles}; this project: ${kinds.join(', ')}`;
}

function policyText({ file, change, existing }: PolicyPlan, { home }: SummaryOptions): string {
  const name = fromHome(file, { home });
  if (change === undefined) return `${name} already exists and is left unchanged`;
  const counts = { deny: 0, ask: 0, allow: 0 };
  for (const { read } of existing)
    if (!('error' in read))
      for (const verdict of ['deny', 'ask', 'allow'] as const)
        counts[verdict] += read.layer[verdict]?.length ?? 0;
  const { deny, ask, allow } = counts;
  const taken =
    deny + ask + allow === 0
      ? ''
      : `, with the rules that your agents have now: ${deny} deny, ${ask} ask, ${allow} allow`;
  return `${name}, new${taken}`;
}

/** Quoted from the preset, so that a person agrees to exactly what the file says. */
function presetLines({ preset, width }: SummaryOptions): readonly string[] {
  const { about, lines } = presetSummary(preset);
  const whole = lines.reduce<readonly string[]>(
    (joined, line) =>
      line.startsWith(' ')
        ? [...joined.slice(0, -1), `${joined.at(-1) ?? ''} ${line.trim()}`]
        : [...joined, line],
    [],
  );
  return [
    ...titled('Preset', `${preset}. ${about}`, width),
    ...whole.flatMap((line) =>
      titled(`  ${line.split(':', 1)[0] ?? ''}`, line.replace(/^\w+:\s*/u, ''), width),
    ),
  ];
}

function hostRow({ found, changes, problems }: HostPlan, { home }: SummaryOptions): readonly string[] {
  const { name, title } = found.installer;
  const asked = agentTexts[name]?.asked ?? '`pending --watch`';
  if (changes.length === 0) return [title, problems.length > 0 ? 'left alone' : 'in place', asked];
  const common = commonFolder(changes.map(({ path }) => path));
  const folder = common === home ? '~' : fromHome(common, { home });
  const files = changes.length === 1 ? '1 file' : `${changes.length} files`;
  return [title, `${files} in ${folder}`, asked];
}

/** The deepest common folder. */
function commonFolder([first = '', ...others]: readonly string[]): string {
  let folder = dirname(first);
  while (dirname(folder) !== folder && !others.every((path) => path.startsWith(`${folder}${sep}`)))
    folder = dirname(folder);
  return folder;
}

/** A screen has room for this many. */
const mostLeft = 3;

function remarks(
  { existing, left }: PolicyPlan,
  hosts: readonly HostPlan[],
  { home, width }: SummaryOptions,
): readonly string[] {
  const more = left.length - mostLeft;
  const said = [
    ...left.slice(0, mostLeft).map((each) => `not taken over: ${each}`),
    ...(more > 0 ? [`${more} more are not imported: \`permesso init --diff\` lists them`] : []),
    ...existing.flatMap(({ title, files, read }) =>
      'error' in read
        ? [
            `${title}: ${files.map((file) => fromHome(file, { home })).join(', ')} cannot be read: ${read.error}`,
          ]
        : [],
    ),
    ...hosts.flatMap(({ found: { installer }, changes, problems, notes }) => [
      ...problems.map((problem) => `${installer.title}: left alone: ${fromHome(problem, { home })}`),
      ...notes.map((note) => `${installer.title}: ${note}`),
      ...(installer.measured || changes.length === 0
        ? []
        : [`${installer.title}: set up from its documentation; not yet verified`]),
    ]),
  ];
  return said.length === 0
    ? []
    : [
        '',
        ...said.flatMap((each) =>
          wrap(printable(each), width - 2).map((line, at) => `${at === 0 ? '! ' : '  '}${line}`),
        ),
      ];
}
