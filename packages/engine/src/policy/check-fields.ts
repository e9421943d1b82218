import { definedFields } from '../call/defined-fields.ts';
import { didYouMean } from '../messages/did-you-mean.ts';
import type { Problem } from './policy.ts';

export type FieldTest = (value: unknown) => boolean;

/** A requirement on a field, and its wording in messages. */
export type Field = readonly [FieldTest, needs: string];

export type Fields = ReadonlyMap<string, Field>;

/** A misspelled field would hide a restriction, so it is rejected, not ignored. */
export function problemsInFields(
  value: object,
  fields: Fields,
  isOurs: (name: string) => boolean = () => true,
): readonly Problem[] {
  return Object.entries(value).flatMap(([name, given]: [string, unknown]): readonly Problem[] => {
    if (given === undefined || !isOurs(name)) return [];
    const field = fields.get(name);
    if (field === undefined) return [fieldProblem(name, 'there is no such key', meant(name, fields))];
    return field[0](given) ? [] : [fieldProblem(name, `it needs ${field[1]}`)];
  });
}

function meant(name: string, fields: Fields): string {
  const alike = didYouMean(name, fields.keys());
  return alike === undefined ? `use ${[...fields.keys()].join(', ')}` : `did you mean \`${alike}\`?`;
}

/** As strict as a broken deny, because it is unknown what the field was meant to forbid. */
export function fieldProblem(text: string, message: string, fix?: string): Problem {
  return { at: 0, verdict: 'deny', about: 'key', text, message, ...definedFields({ fix }) };
}
