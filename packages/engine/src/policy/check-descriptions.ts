import { readInputPath } from '../call/input-path.ts';
import { isRecord } from '../call/is-record.ts';
import { effectNames, isEffectName } from '../facts/effect.ts';
import { isDescribable } from '../facts/tools/describe-mcp.ts';
import { meantBy } from '../messages/did-you-mean.ts';
import { fieldProblem } from './check-fields.ts';
import type { Problem } from './policy.ts';

const describedPlaces = ['reads', 'writes', 'deletes', 'urls', 'ignores'] as const;

const flags: ReadonlySet<string> = new Set(['readOnly', 'complete', 'trusted']);

/**
 * Validates descriptions of tools. As strict as for a broken deny, because it is unknown what the description would have
 * restricted.
 */
export function problemsInDescriptions(given: unknown): readonly Problem[] {
  if (!Array.isArray(given)) return [];
  return given.flatMap((one: unknown, index) =>
    problemsIn(one).map(({ message, fix }) => fieldProblem(`tools.describe[${index}]`, message, fix)),
  );
}

interface DescriptionProblem {
  readonly message: string;
  readonly fix: string;
}

export function problemsIn(given: unknown): readonly DescriptionProblem[] {
  if (!isRecord(given)) return [{ message: 'it is not an object', fix: 'write { tool: ..., reads: [...] }' }];
  const problems: DescriptionProblem[] = [];
  const { tool, ...rest } = given;
  if (typeof tool !== 'string' || !isDescribable(tool))
    problems.push({
      message: `\`${String(tool)}\` names no MCP tool`,
      fix: 'write mcp__server__tool, or mcp__server__* for all of its tools',
    });
  for (const [name, value] of Object.entries(rest)) {
    if (value === undefined) continue;
    if (flags.has(name)) {
      if (typeof value !== 'boolean')
        problems.push({ message: `\`${name}\` is not a flag`, fix: 'write true or false' });
    } else if (name === 'effects') problems.push(...problemsInEffects(value));
    else if (!describedPlaces.some((place) => place === name)) {
      problems.push({
        message: `there is no \`${name}\``,
        fix: `use ${['tool', ...describedPlaces, 'effects', ...flags].join(', ')}`,
      });
    } else problems.push(...problemsInPlaces(name, value));
  }
  return problems;
}

function problemsInEffects(value: unknown): readonly DescriptionProblem[] {
  const fix = 'write effects: [remote-read]';
  if (!Array.isArray(value)) return [{ message: '`effects` is not a list of effects', fix }];
  if (value.length === 0) return [{ message: '`effects` is empty', fix: `${fix}, or leave it out` }];
  return value.flatMap((name: unknown) =>
    typeof name === 'string' && isEffectName(name)
      ? []
      : [{ message: `there is no effect \`${String(name)}\``, fix: meantBy(String(name), effectNames) }],
  );
}

function problemsInPlaces(name: string, value: unknown): readonly DescriptionProblem[] {
  if (!Array.isArray(value) || !value.every((text) => typeof text === 'string'))
    return [{ message: `\`${name}\` is not a list of places`, fix: `write ${name}: [$.path]` }];
  return value.flatMap((text) => {
    const path = readInputPath(text);
    return 'message' in path ? [{ message: `${name}: ${path.message}`, fix: path.fix }] : [];
  });
}
