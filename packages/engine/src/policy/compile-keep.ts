import { definedFields } from '../call/defined-fields.ts';
import { keepProblem, parseSize, usualKeep, type KeepInput, type KeepSettings } from './keep.ts';
import type { Problem } from './policy.ts';
import { layerNames, type LayerName } from './rules/rule.ts';

interface Speaking {
  readonly name: LayerName;
  readonly isTrusted: boolean;
  readonly keep?: KeepInput;
  readonly file?: string;
}

/**
 * Takes the setting of the nearest trusted layer, with managed or team layers first. Kept removals need no prompt, so a
 * repository has no say before it is trusted.
 */
export function compileKeep(
  layers: readonly Speaking[],
  problems: Problem[],
): { readonly keep?: KeepSettings } {
  const speaking = layers
    .filter(({ keep, isTrusted }) => keep !== undefined && isTrusted)
    .toSorted((a, b) => layerNames.indexOf(a.name) - layerNames.indexOf(b.name));
  const first = speaking.find(({ name }) => name === 'managed' || name === 'team') ?? speaking[0];
  if (first?.keep === undefined || first.keep === 'off') return {};
  const wrong = keepProblem(first.keep);
  if (wrong !== undefined) {
    const text = JSON.stringify(first.keep);
    problems.push({
      at: 0,
      message: `\`keep\` takes ${wrong}`,
      fix: 'write `keep: { days: 7, most: 2GB }`',
      verdict: 'allow',
      about: 'key',
      text,
      ...definedFields({ file: first.file }),
    });
    return {};
  }
  if (first.keep === 'on') return { keep: usualKeep };
  const { days = usualKeep.days, most } = first.keep;
  return { keep: { days, most: (most === undefined ? undefined : parseSize(most)) ?? usualKeep.most } };
}
