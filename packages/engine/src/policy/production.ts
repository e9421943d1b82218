import { definedFields } from '../call/defined-fields.ts';
import type { Layer } from './layer.ts';
import type { Problem } from './policy.ts';

/** `prod-eu`, `--env=production`, `$PROD_DATABASE_URL`, `db.prod.acme.io`. */
const spelled = /^[^\s'"]*(?<![a-z])(?:prod|prd|production)(?![a-z])[^\s'"]*$/iu;

/** A name without spaces and quotes, such as a profile, a context, a project or a host has. */
const placeName = /^[\w@][\w.@:/-]{0,99}$/u;

/** Any layer may add names: a name only adds emphasis to a prompt, and an invalid one is reported without rejecting the policy. */
export function productionIn(layers: readonly Layer[], problems: Problem[]): readonly string[] | undefined {
  const names = new Set<string>();
  for (const { production = [], file } of layers)
    for (const name of production)
      if (placeName.test(name)) names.add(name);
      else
        problems.push({
          at: 0,
          message: `\`${name}\` is not the name of a place`,
          fix: 'write a name without blanks and quotes, such as acme-live',
          verdict: 'allow',
          about: 'key',
          text: 'production',
          ...definedFields({ file }),
        });
  return names.size === 0 ? undefined : [...names];
}

/** Whether a word names production: `--context=acme-live` if `acme-live` is listed, but not `acme-lively`. */
export function saysProduction(word: string, names: readonly string[] = []): boolean {
  return spelled.test(word) || (!/[\s'"]/u.test(word) && names.some((name) => holdsName(word, name)));
}

function holdsName(word: string, name: string): boolean {
  const [text, wanted] = [word.toLowerCase(), name.toLowerCase()];
  const isEdge = (letter: string | undefined): boolean => letter === undefined || !/[\p{L}\d]/u.test(letter);
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1))
    if (isEdge(text[at - 1]) && isEdge(text[at + wanted.length])) return true;
  return false;
}
