import { literalOf } from '../read/words/word.ts';
import { namesLocalCluster } from './local-clusters.ts';
import type { Arguments, UsedOption } from './model.ts';
import { optionNames } from './option-spec.ts';

/** Whether this value makes an escalating option harmless. */
export function isTame(args: Arguments, option: UsedOption): boolean {
  const { rows, command, options } = args;
  if (option.kind !== 'escalating') return false;
  const isDry = options.some(
    ({ name, value }) => name === '--dry-run' && dryRun.test(literalOf(value) ?? ''),
  );
  const isReading =
    (command.does === 'reads' || isDry || namesLocalCluster(args)) && option.value?.kind === 'literal';
  return rows.some(
    ({ tame, profiles }) =>
      tame?.(option) === true || (isReading && optionNames(profiles ?? '').has(option.name)),
  );
}

const dryRun = /^(?:client|server)$/u;

/** `curl -o /dev/null`: an output option with this value writes nothing. */
export function writesNowhere({ role, value }: UsedOption): boolean {
  const text = literalOf(value) ?? '';
  if (role === 'output' && text === '-') return true;
  return (role === 'write' || role === 'output') && /^\/dev\/(?:null|stdout|stderr)$/.test(text);
}
