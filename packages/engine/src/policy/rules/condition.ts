import type { World } from '../../world/world.ts';
import { sameJson } from '../../call/same-json.ts';
import { mayBeUnder, provenUnder } from '../../facts/paths/contains.ts';
import { resolvePath } from '../../facts/paths/resolve.ts';
import { valuesAt, type InputPath } from '../../call/input-path.ts';
import { testRegex, type LinearRegex } from '../patterns/linear-regex.ts';
import { strongest, type Match } from './match.ts';

/** One test of one argument: `amount: { gt: 100 }`. A rule's conditions must all hold. */
export interface Condition {
  readonly path: InputPath;
  readonly test: Test;
}

export type Test =
  | { readonly op: 'equals'; readonly value: unknown }
  | { readonly op: 'in'; readonly values: readonly unknown[] }
  | { readonly op: 'gt' | 'lt'; readonly than: number }
  | { readonly op: 'startsWith'; readonly text: string }
  | { readonly op: 'matches'; readonly source: string; readonly regex: LinearRegex }
  | { readonly op: 'under'; readonly directory: string };

export interface ConditionInput {
  readonly input: unknown;
  readonly world: World;
  readonly directory: string;
}

/** For an allow: every value at the path must pass as it stands, and there must be one. */
export function provenBy(condition: Condition, asked: ConditionInput): boolean {
  const values = valuesAt(asked.input, condition.path);
  return values.length > 0 && values.every((value) => evaluateTest(condition.test, value, asked) === 'yes');
}

/** For a deny or ask: one value suffices, and a value that the tool may coerce ("150" for 150) may match. */
export function suspectedBy(condition: Condition, asked: ConditionInput): Match {
  return strongest(
    valuesAt(asked.input, condition.path).map((value) => evaluateTest(condition.test, value, asked)),
  );
}

function evaluateTest(test: Test, value: unknown, asked: ConditionInput): Match {
  switch (test.op) {
    case 'equals':
      return equality(test.value, value);
    case 'in':
      return strongest(test.values.map((candidate) => equality(candidate, value)));
    case 'gt':
    case 'lt':
      return comparison(test.op, test.than, value);
    case 'startsWith':
      return overText(value, (text) => text.startsWith(test.text));
    case 'matches':
      return overText(value, (text) => testRegex(test.regex, text));
    case 'under':
      return typeof value === 'string' ? underDirectory(test.directory, value, asked) : unreadable(value);
  }
}

function equality(wanted: unknown, value: unknown): Match {
  if (sameJson(wanted, value)) return 'yes';
  return looksLike(wanted) !== undefined && looksLike(wanted) === looksLike(value) ? 'may' : 'no';
}

/** What a lenient tool might take a scalar for: `"TRUE"`, `true`, `" 5.0"` and `5` are often one to it. */
function looksLike(value: unknown): string | undefined {
  if (!isScalar(value)) return undefined;
  const text = String(value).trim().toLowerCase();
  return text === '' || Number.isNaN(Number(text)) ? text : String(Number(text));
}

function isScalar(value: unknown): value is string | number | boolean | bigint {
  return ['string', 'number', 'boolean', 'bigint'].includes(typeof value);
}

function comparison(op: 'gt' | 'lt', than: number, value: unknown): Match {
  const holds = (number: number): boolean => (op === 'gt' ? number > than : number < than);
  if (typeof value === 'number') return holds(value) ? 'yes' : 'no';
  if (!isScalar(value)) return unreadable(value);
  const number = Number(value);
  return Number.isNaN(number) || holds(number) ? 'may' : 'no';
}

function overText(value: unknown, holds: (text: string) => boolean): Match {
  if (typeof value === 'string') return holds(value) ? 'yes' : 'no';
  if (isScalar(value)) return holds(String(value)) ? 'may' : 'no';
  return unreadable(value);
}

/** A list or object where a scalar was expected: the tool may unpack it. */
function unreadable(value: unknown): Match {
  return typeof value === 'object' && value !== null ? 'may' : 'no';
}

function underDirectory(directory: string, text: string, asked: ConditionInput): Match {
  const base = resolvePath({ text: directory, directory: asked.world.project, world: asked.world });
  const path = resolvePath({ text, directory: asked.directory, world: asked.world });
  if (!base.known || !path.known) return 'may';
  const directories = typeof base.real === 'string' ? [base.written, base.real] : [base.written];
  if (provenUnder(path, directories)) return 'yes';
  return mayBeUnder(path, directories) ? 'may' : 'no';
}
