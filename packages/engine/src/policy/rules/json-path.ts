import { readInputPath, type InputPath } from '../../call/input-path.ts';
import { principalFields } from '../../call/principal.ts';
import { meantBy } from '../../messages/did-you-mean.ts';
import type { ValuePath } from './condition.ts';
import { broken, parsed, type Parsed } from './rule-error.ts';

const principalPrefix = 'principal.';

/** `principal.user` refers to the person; `$.principal.user` is an argument of that name. */
export function parseValuePath(text: string): Parsed<ValuePath> {
  if (!text.startsWith(principalPrefix)) {
    const path = parseJsonPath(text);
    return path.ok ? parsed({ path: path.value }) : path;
  }
  const path = parseJsonPath(text.slice(principalPrefix.length));
  if (!path.ok) return path;
  const [first] = path.value;
  const name = first !== undefined && 'key' in first ? first.key : '';
  if (!principalFields.some((field) => field === name))
    return broken(
      principalPrefix.length,
      `a principal has no \`${name}\``,
      `${meantBy(name, principalFields)}; write \`principal.attributes.${name}\` for an attribute, \`$.${text}\` for an argument`,
    );
  return parsed({ path: path.value, principal: true });
}

export function printValuePath({ path, principal }: ValuePath): string {
  const printed = printJsonPath(path);
  if (principal === true) return `${principalPrefix}${printed}`;
  return printed.startsWith(principalPrefix) ? `$.${printed}` : printed;
}

export function parseJsonPath(text: string): Parsed<InputPath> {
  const path = readInputPath(text);
  return 'message' in path ? broken(path.at, path.message, path.fix) : parsed(path);
}

export function printJsonPath(path: InputPath): string {
  return path
    .map((step, place) => {
      // A leading `$` would be read as the root.
      if ('key' in step)
        return place === 0 && step.key !== '$' ? step.key : `${place === 0 ? '$' : ''}.${step.key}`;
      return 'index' in step ? `[${step.index}]` : '[*]';
    })
    .join('');
}
