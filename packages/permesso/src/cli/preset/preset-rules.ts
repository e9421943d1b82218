import { type Group, hasErrors, parsePolicyFile, PolicyFileError } from '@permesso/engine/text';
import { UsageError } from '../command.ts';
import type { PresetSource } from './preset-source.ts';

type Rules = Pick<Group, 'allow' | 'ask' | 'deny'>;

/** What may be taken from somebody else: rules. A mode, directories, tools or a sandbox setting are for the person to write. */
export function presetRules({ text, from }: PresetSource): Rules {
  const content = parsePolicyFile(text, { file: from });
  if (hasErrors(content)) throw new PolicyFileError(content.problems);
  const { allow, ask, deny, lines: _lines, file: _file, ...others } = content.layer;
  const more = [
    ...Object.keys(others),
    ...(content.use.length === 0 ? [] : ['use']),
    ...(content.groups.size === 0 ? [] : ['groups']),
    ...(content.failure === undefined ? [] : ['failure']),
    ...(content.team === undefined ? [] : ['team']),
  ];
  if (more.length > 0)
    throw new UsageError(
      `${from} has ${more.map((name) => `\`${name}\``).join(', ')}: a preset that is added holds only allow, ask, deny and tests`,
    );
  if (allow === undefined && ask === undefined && deny === undefined)
    throw new UsageError(`${from} has no rules`);
  return {
    ...(allow === undefined ? {} : { allow }),
    ...(ask === undefined ? {} : { ask }),
    ...(deny === undefined ? {} : { deny }),
  };
}
