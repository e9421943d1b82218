import { printable } from '@permesso/engine/decision';
import { hostGroups, parseHostPattern, printHostPattern } from '@permesso/engine/policy';
import { addSandboxHost } from '@permesso/gate/gate';
import { UsageError, type CommandInput, type Output } from '../command.ts';
import { placeOptions, policyForCommandLine, shownPath } from '../policy-options.ts';

const hour = 60 * 60 * 1000;

/** Opens a host for sandboxed calls after a person agreed in a terminal, which an agent's own shell does not have. */
export async function openHost(given: CommandInput, out: Output): Promise<number> {
  const [, written, ...more] = given.operands;
  if (written === undefined || more.length > 0)
    throw new UsageError('usage: permesso sandbox host HOST [--for 8h]');
  const host = hostNamed(written);
  const to = given.value('to') ?? 'local';
  if (to !== 'local' && to !== 'user') throw new UsageError(`--to takes local or user, not ${to}`);
  const { policy } = policyForCommandLine(given).loaded;
  if (policy.sandbox.governed) {
    out.complain('Nothing was opened: the policy of your team names the hosts of sandboxed calls.');
    return 1;
  }
  const expires = new Date(Date.now() + readOpenTime(given.value('for') ?? '8h'))
    .toISOString()
    .replace(/\.\d+Z$/, 'Z');
  const where = to === 'user' ? 'every project' : 'this project';
  const said = await out.ask?.(
    `Sandboxed calls of ${where} could send anything to ${printable(host)} until ${expires}. Open it? (y/n) `,
  );
  if (said === undefined || !/^y(?:es)?$/iu.test(said.trim())) {
    out.print(`Nothing was opened${said === undefined ? ': only a person can, in a terminal' : ''}.`);
    return 1;
  }
  const place = { ...placeOptions(given), to } as const;
  const { file, changed } = await addSandboxHost({ host, expires }, place);
  out.print(
    changed
      ? `Open until ${expires}: ${printable(host)} (sandbox.hosts in ${printable(shownPath(file, place.cwd))})`
      : `${printable(host)} was open already.`,
  );
  return 0;
}

function hostNamed(written: string): string {
  if (hostGroups.has(written)) return written;
  const pattern = parseHostPattern(written);
  if ('error' in pattern) throw new UsageError(`${pattern.error}; write \`example.com\``);
  return printHostPattern(pattern);
}

function readOpenTime(text: string): number {
  const [, count, unit] = /^(\d{1,3})(h|d)$/.exec(text) ?? [];
  if (count === undefined || Number(count) === 0)
    throw new UsageError(`--for ${text} is not a time; use 8h or 7d`);
  return Number(count) * (unit === 'd' ? 24 : 1) * hour;
}
