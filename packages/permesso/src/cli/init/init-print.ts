import { definedFields } from '@permesso/engine/call';
import { printable, wrap } from '@permesso/engine/decision';
import type { ExistingRules } from '../../install/existing-rules.ts';
import type { FileChange, HostPlan } from '../../install/plan-install.ts';
import type { PolicyPlan, Preparation } from '../../install/prepare.ts';
import { fromHome } from '../host-places.ts';
import { unifiedDiff } from '../diff/unified-diff.ts';

interface PrintOptions {
  readonly home: string;
  readonly width: number;
}

export function printPreparation({ policy, hosts }: Preparation, options: PrintOptions): string {
  return [printPolicyPlan(policy, options), ...hosts.map((host) => printHost(host, options))].join('\n\n');
}

function printPolicyPlan({ file, change, existing, left }: PolicyPlan, options: PrintOptions): string {
  const name = fromHome(file, options);
  const lines =
    change === undefined
      ? [`The policy ${name} already exists and is left unchanged.`]
      : [`The policy ${name} is new.`, ...existing.flatMap((each) => imported(each, options))];
  return [
    ...lines.flatMap((line) => wrap(line, options.width)),
    ...left.flatMap((each) => indented(`not taken over: ${each}`, options)),
    ...(change === undefined ? [] : ['', ...diffOf(change, options)]),
  ].join('\n');
}

function imported({ title, files, read, format }: ExistingRules, options: PrintOptions): readonly string[] {
  const where = files.map((file) => fromHome(file, options)).join(', ');
  if ('error' in read) return [`  ${title}, ${where}: cannot be read: ${printable(read.error)}`];
  const { deny = [], ask = [], allow = [] } = read.layer;
  if (deny.length + ask.length + allow.length === 0) return [];
  const rest = (read.rest?.ask?.length ?? 0) + (read.rest?.deny?.length ?? 0);
  const losses =
    read.losses.length === 0
      ? ''
      : `; ${read.losses.length} not said the same way: permesso import ${format} ${where}`;
  return indented(
    `from ${title}, ${where}: ${deny.length} deny, ${ask.length} ask, ${allow.length} allow${
      rest === 0 ? '' : ` (${rest} of them for everything else)`
    }${losses}`,
    options,
  );
}

function printHost({ found, changes, problems, notes }: HostPlan, options: PrintOptions): string {
  const { installer, program, folders } = found;
  const where = program ?? folders.map((folder) => fromHome(folder, options))[0] ?? 'not found here';
  return [
    `${installer.title} (${where})${changes.length + problems.length === 0 ? ': in place' : ''}`,
    ...(installer.measured || changes.length === 0
      ? []
      : indented('by its documentation: nobody has seen it work yet', options)),
    ...problems.flatMap((problem) => indented(`left alone: ${fromHome(problem, options)}`, options)),
    ...notes.flatMap((note) => indented(note, options)),
    ...changes.flatMap((change, at) => [
      ...(at === 0 ? [] : ['']),
      ...indented(`${fromHome(change.path, options)}: ${change.why}`, options),
      ...(change.target === change.path
        ? []
        : indented(`a link: what changes is ${fromHome(change.target, options)}`, options)),
      ...((change.before?.mode ?? 0o600) & 0o200 ? [] : indented('read-only, and stays so', options)),
      '',
      ...diffOf(change, options),
    ]),
  ].join('\n');
}

function indented(text: string, { width }: PrintOptions): readonly string[] {
  return wrap(printable(text), width - 4).map((line, at) => `${at === 0 ? '  ' : '    '}${line}`);
}

function diffOf({ path, before, after }: FileChange, { home, width }: PrintOptions): readonly string[] {
  return unifiedDiff(before?.text, after, { name: fromHome(path, { home }), width });
}

export function preparationAsData({ policy, hosts }: Preparation): object {
  return {
    policy: {
      file: policy.file,
      new: policy.change !== undefined,
      imported: policy.existing.map(({ host, files, read }) => ({
        host,
        files,
        ...('error' in read ? read : { losses: read.losses }),
      })),
      left: policy.left,
    },
    hosts: hosts.map(({ found, changes, problems, notes }) => ({
      name: found.installer.name,
      title: found.installer.title,
      measured: found.installer.measured,
      ...definedFields({ program: found.program }),
      changes: changes.map(({ path, target, why, before, after }) => ({
        path,
        target,
        why,
        action: before === undefined ? 'create' : after === undefined ? 'remove' : 'change',
        diff: unifiedDiff(before?.text, after, { name: path, width: 10_000 }),
      })),
      problems,
      notes,
    })),
  };
}
