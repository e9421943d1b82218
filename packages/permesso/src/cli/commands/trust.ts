import { printable } from '@permesso/engine/decision';
import {
  loadPolicy,
  listTrust,
  revokeTrust,
  trust as trustWaiting,
  type UntrustedFile,
} from '@permesso/gate/gate';
import type { Loosening } from '@permesso/engine/text';
import { policyTarget } from '@permesso/gate/disk';
import { inColumns } from '../columns.ts';
import { UsageError, type Command, type CommandInput, type Output } from '../command.ts';
import { confirmLoosening } from '../own-terminal.ts';
import { trustCode } from './trust-code.ts';
import { trustMod } from './trust-mod.ts';
import { cwdOption, placeOptions, shownPath } from '../policy-options.ts';

export const trust: Command = {
  name: 'trust',
  summary: "Shows what a repository's policy would allow, and lets you trust exactly that.",
  usage: 'trust [--revoke | --list], trust code [--revoke | --list], or trust mod [NAME | FOLDER] [--revoke]',
  options: [
    { name: 'revoke', help: 'take back what was trusted for this project' },
    { name: 'list', help: 'every project that is trusted' },
    cwdOption,
    { name: 'json', help: 'print JSON and ask nothing' },
  ],
  examples: [
    ['permesso trust', 'shows what needs your trust here, and asks'],
    ['permesso trust --revoke', 'nothing this repository loosens applies any longer'],
    ['permesso trust code', "lets this project's own tests, builds and scripts run without a question"],
    ['permesso trust mod', 'lists the mods of Claude Code found here, and which are refused'],
    ['permesso trust mod status-line', 'lets the guard load this mod, with exactly this content'],
  ],
  exitCodes: [
    [0, 'nothing is waiting for trust'],
    [1, 'something is waiting and was not trusted'],
  ],
  run: (given, out) => {
    const chosen = ['revoke', 'list'].filter((name) => given.flag(name));
    if (chosen.length > 1) throw new UsageError(`choose one of --${chosen.join(' and --')}`);
    const [what, mod, more] = given.operands;
    if (what === 'mod' && more === undefined) return trustMod(mod, given, out);
    if (what === 'code' && mod === undefined) return trustCode(given, out);
    if (given.operands.length > 0) throw new UsageError('name a directory with --cwd');
    if (given.flag('list')) return listTrusted(given, out);
    return given.flag('revoke') ? revoke(given, out) : trustHere(given, out);
  },
};

async function trustHere(given: CommandInput, out: Output): Promise<number> {
  const { cwd } = placeOptions(given);
  const { untrusted } = loadPolicy({ cwd });
  const isJson = given.flag('json');
  if (untrusted.length === 0) {
    out.print(isJson ? JSON.stringify({ waiting: [], trusted: true }) : 'Nothing is waiting for trust here.');
    return 0;
  }
  if (!isJson) for (const waiting of untrusted) out.print(printWaiting(waiting, { cwd, width: out.width }));
  const isTrusted = !isJson && (await confirmLoosening('Trust exactly this?', out));
  // Trusts the content that was shown, not what the files may hold by now.
  if (isTrusted) await trustWaiting(untrusted);
  if (isJson) out.print(JSON.stringify({ waiting: untrusted.map(waitingAsJson), trusted: isTrusted }));
  else out.print(isTrusted ? 'Trusted. If the content changes, it must be trusted again.' : 'Not trusted.');
  return isTrusted ? 0 : 1;
}

function printWaiting(
  { file, loosens, weakened, effects }: UntrustedFile,
  at: { cwd: string; width: number },
): string {
  const before = effects.loosens.length - loosens.length;
  return [
    `${printable(shownPath(file, at.cwd))} would loosen:`,
    '',
    ...inColumns(
      loosens.map((each) => [words[each.what], each.text, origin(each, at.cwd)]),
      at.width,
    ),
    '',
    ...(weakened ? ['It was trusted, and a refusal or a question that it held then is gone.', ''] : []),
    ...(before > 0 ? [`${before} more were trusted before.`, ''] : []),
  ].join('\n');
}

const words: { readonly [W in Loosening['what']]: string } = {
  allow: 'allow',
  mode: 'mode',
  workingDirectory: 'edits',
  description: 'describe',
  sandbox: 'sandbox',
  keep: 'keep',
  failure: 'failure',
};

function origin({ file, line, via }: Loosening, cwd: string): string {
  const place = `${shownPath(file, cwd)}${line === undefined ? '' : `:${line}`}`;
  return via === undefined ? place : `${place} by ${via}`;
}

async function revoke(given: CommandInput, out: Output): Promise<number> {
  const { cwd } = placeOptions(given);
  const id = policyTarget('project', { cwd }).project?.id ?? cwd;
  const revoked = await revokeTrust(id);
  if (given.flag('json')) out.print(JSON.stringify({ project: id, revoked: revoked !== undefined }));
  else out.print(revoked === undefined ? `${id} was not trusted.` : `${id} is trusted no more.`);
  return 0;
}

function listTrusted(given: CommandInput, out: Output): number {
  const { projects, problem } = listTrust();
  if (problem !== undefined) out.complain(problem);
  if (given.flag('json')) out.print(JSON.stringify({ projects }));
  else if (projects.length === 0) out.print('No project is trusted.');
  else
    for (const { id, files } of projects) {
      const rows = files.map(({ path, loosens, at }) => [path, `${loosens.length} loosened, trusted ${at}`]);
      out.print([printable(id), ...inColumns(rows, out.width)].join('\n'));
    }
  return 0;
}

function waitingAsJson({ file, project, loosens, weakened }: UntrustedFile): object {
  return {
    file,
    project: project.id,
    weakened,
    loosens: loosens.map(({ content: _content, ...each }) => each),
  };
}
