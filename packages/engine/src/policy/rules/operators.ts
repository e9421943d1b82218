import type { LookedUp } from '../../call/input-path.ts';
import { sameJson } from '../../call/same-json.ts';
import { mayBeUnder, provenUnder } from '../../facts/paths/contains.ts';
import { resolvePath } from '../../facts/paths/resolve.ts';
import { testRegex } from '../patterns/linear-regex.ts';
import type { ConditionInput, Test } from './condition.ts';
import { negated, strongest, weakest, type Match } from './match.ts';

/** What `when` tests, lint, editors and policy comparison know about an operator. Each has exactly one row, here. */
export interface Operator<V = never> {
  /** The operand it takes, and the message for any other. `tests`: other tests; `regex`: compiled first. */
  readonly takes:
    | 'tests'
    | 'regex'
    | { readonly is: (value: unknown) => boolean; readonly needs: string; readonly fix?: string };
  /** Whether it takes a `$ref` to values like this. */
  readonly refers?: (value: unknown) => boolean;
  /** For editors; absent: any value. */
  readonly schema?: readonly Schema[];
  readonly title?: string;
  /** The sign used in sentences; absent: its name. */
  readonly sign?: string;
  /** Tests the place, where a value may be missing or unreadable. */
  readonly place?: (test: Test, found: LookedUp, at: TestPlace) => Match;
  /** It treats `null` as an ordinary value. For other operators `null` is unknown, like an absent value. */
  readonly takesNull?: true;
  readonly test?: (wanted: V, value: unknown, at: TestPlace & { readonly of: Test }) => Match;
  /** Values for comparing policies: the first passes, the others are edge cases. `inner`: the probes of its tests. */
  readonly probes: (wanted: V, inner: readonly (readonly unknown[])[]) => readonly unknown[];
  /** Only values of this type can pass. */
  readonly about?: 'number' | 'text';
  /** It reads the disk, which only a call has. */
  readonly needsCall?: true;
}

/** The operators that the compiler accepts in a `when`, by the tested type. Each has a row in `operators`. */
export interface AnyOperators<T, Ref extends string, Inner> {
  readonly equals?: T | Reference<Ref>;
  readonly in?: readonly T[] | Reference<Ref>;
  readonly exists?: boolean;
  readonly not?: Inner;
}

export interface NumberOperators<Ref extends string> {
  readonly gt?: number | Reference<Ref>;
  readonly gte?: number | Reference<Ref>;
  readonly lt?: number | Reference<Ref>;
  readonly lte?: number | Reference<Ref>;
}

export interface TextOperators<Ref extends string> {
  readonly contains?: string | Reference<Ref>;
  readonly startsWith?: string | Reference<Ref>;
  readonly endsWith?: string | Reference<Ref>;
  /** A regular expression without lookaround and backreferences. */
  readonly matches?: string;
  /** A path below this directory. */
  readonly under?: string;
}

export interface ListOperators<Item, Ref extends string, Inner> {
  readonly contains?: Item | Reference<Ref>;
  readonly any?: Inner;
  readonly all?: Inner;
}

type OperatorName =
  | keyof AnyOperators<never, never, never>
  | keyof NumberOperators<never>
  | keyof TextOperators<never>
  | keyof ListOperators<never, never, never>;

interface Reference<Ref extends string> {
  readonly $ref: Ref;
}

type Schema = Readonly<Record<string, unknown>>;

export interface TestPlace {
  readonly asked: ConditionInput;
  /** Applies the inner tests of an operator to one value. */
  readonly testInner: (test: Test, found: LookedUp) => Match;
}

const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);
const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const textSchema = { type: 'string', minLength: 1 };
const testsSchema = { $ref: '#/$defs/tests' };

function compares(
  sign: string,
  holds: (value: number, than: number) => boolean,
  probes: (than: number) => readonly number[],
): Operator<number> {
  return {
    takes: { is: isNumber, needs: 'a number' },
    sign,
    refers: isNumber,
    schema: [{ type: 'number' }],
    about: 'number',
    test: (than, value) => {
      if (typeof value === 'number') return holds(value, than) ? 'yes' : Number.isNaN(value) ? 'may' : 'no';
      if (!isScalar(value)) return 'may'; // A list or object, which the tool may unpack.
      const number = Number(value);
      return Number.isNaN(number) || holds(number, than) ? 'may' : 'no';
    },
    probes: (than) => {
      const [passes = than, fails = than] = probes(than);
      return [passes, fails, String(passes)];
    },
  };
}

const ofText: Pick<Operator, 'takes' | 'schema' | 'about'> = {
  takes: { is: isText, needs: 'a text' },
  schema: [textSchema],
  about: 'text',
};

function ofItems(title: string, combine: (each: readonly Match[]) => Match): Operator {
  return {
    takes: 'tests',
    schema: [testsSchema],
    title,
    // A single value instead of a list: a tool may take it for a list of one, or of its characters.
    test: (_, value, { of: { tests = [] }, testInner }) =>
      Array.isArray(value)
        ? combine(
            value.map((item: unknown) => weakest(tests.map((test) => testInner(test, { value: item })))),
          )
        : 'may',
    probes: (_, inner) => [...inner.flat().map((value) => [value]), []],
  };
}

const equals: Operator<unknown> = {
  takes: { is: () => true, needs: 'a value' },
  refers: () => true,
  title: 'The same value.',
  sign: '=',
  takesNull: true,
  test: equality,
  probes: (wanted) => [wanted, `${String(wanted)} `, null],
};

const isIn: Operator<readonly unknown[]> = {
  takes: { is: (value) => Array.isArray(value) && value.length > 0, needs: 'a list with at least one value' },
  refers: Array.isArray,
  schema: [{ type: 'array', minItems: 1 }],
  title: 'One of these values.',
  takesNull: true,
  test: (wanted, value) => strongest(wanted.map((candidate) => equality(candidate, value))),
  probes: ([first, ...rest]) => [first, ...rest.slice(0, 2), null],
};

const contains: Operator<unknown> = {
  takes: {
    is: (value) => value !== '' && (typeof value !== 'object' || value === null),
    needs: 'one value',
    fix: 'write { contains: admin }, or `any` with tests',
  },
  refers: () => true,
  schema: [{ type: ['number', 'boolean', 'null'] }, textSchema],
  title: 'A list with this item, or a text with this piece.',
  test: (wanted, value) => {
    if (Array.isArray(value)) return strongest(value.map((item) => equality(wanted, item)));
    if (typeof value === 'string' && typeof wanted === 'string')
      return value.includes(wanted) ? 'yes' : lenient(value).includes(lenient(wanted)) ? 'may' : 'no';
    return 'may';
  },
  probes: (wanted) => [[wanted], [], wanted, `x${String(wanted)}x`],
};

const startsWith: Operator<string> = {
  ...ofText,
  refers: isText,
  test: (wanted, value) => overText(value, (text, start) => text.startsWith(start), wanted),
  probes: (wanted) => [`${wanted}x`, wanted, `x${wanted}`],
};

const endsWith: Operator<string> = {
  ...ofText,
  refers: isText,
  test: (wanted, value) => overText(value, (text, end) => text.endsWith(end), wanted),
  probes: (wanted) => [`x${wanted}`, wanted, `${wanted}x`],
};

const matches: Operator<string> = {
  ...ofText,
  takes: 'regex',
  title: 'A regular expression without look-around and back references.',
  test: (_, value, { of: { regex } }) =>
    overText(value, (text) => regex !== undefined && testRegex(regex, text)),
  probes: (source) => [source, ''],
};

const under: Operator<string> = {
  ...ofText,
  title: 'A path below this directory.',
  needsCall: true,
  test: (directory, value, { asked }) =>
    typeof value === 'string' ? underDirectory(directory, value, asked) : 'may',
  probes: (directory) => [`${directory}/x`, `${directory}/../x`],
};

const exists: Operator<boolean> = {
  takes: { is: (value) => typeof value === 'boolean', needs: 'true or false' },
  schema: [{ type: 'boolean' }],
  title: 'Whether the value is there.',
  place: ({ value }, found) => {
    const isThere =
      found === 'missing' ? 'no' : found === 'unreadable' || isNothing(found.value) ? 'may' : 'yes';
    return value === true ? isThere : negated(isThere);
  },
  probes: (wanted) => (wanted ? ['x', null] : [null, 'x']),
};

const not: Operator = {
  takes: 'tests',
  schema: [testsSchema],
  title: 'These tests do not all pass.',
  place: ({ tests = [] }, found, { testInner }) =>
    negated(weakest(tests.map((test) => testInner(test, found)))),
  probes: (_, inner) => inner.flatMap((values) => values.toReversed()),
};

const rows: { readonly [N in OperatorName]: Operator } = {
  equals,
  in: isIn,
  gt: compares(
    '>',
    (value, than) => value > than,
    (than) => [than + 1, than],
  ),
  gte: compares(
    '>=',
    (value, than) => value >= than,
    (than) => [than, than - 1],
  ),
  lt: compares(
    '<',
    (value, than) => value < than,
    (than) => [than - 1, than],
  ),
  lte: compares(
    '<=',
    (value, than) => value <= than,
    (than) => [than, than + 1],
  ),
  contains,
  startsWith,
  endsWith,
  matches,
  under,
  exists,
  not,
  any: ofItems('An item of the list passes.', strongest),
  all: ofItems('Every item of the list passes.', (each) => (each.length === 0 ? 'may' : weakest(each))),
};

/** By their names in a `when`. */
export const operators: ReadonlyMap<string, Operator> = new Map(Object.entries(rows));

function equality(wanted: unknown, value: unknown): Match {
  if (sameJson(wanted, value)) return 'yes';
  // Absent, or `null` for "the default": the tool decides which value that is.
  if (isNothing(value)) return 'may';
  if (isScalar(wanted) && isScalar(value)) return looksLike(wanted) === looksLike(value) ? 'may' : 'no';
  // A list instead of a single value, or an object as JSON text: the tool may unpack it.
  return isNothing(wanted) || isScalar(wanted) === isScalar(value) ? 'no' : 'may';
}

export function isNothing(value: unknown): boolean {
  return value === null || value === undefined;
}

function isScalar(value: unknown): value is string | number | boolean | bigint {
  return ['string', 'number', 'boolean', 'bigint'].includes(typeof value);
}

/** What a lenient tool might read a scalar as: it often treats `"TRUE"`, `true`, `" 5.0"` and `5` as equal. */
function looksLike(value: string | number | boolean | bigint): string {
  const text = lenient(String(value));
  return text === '' || Number.isNaN(Number(text)) ? text : String(Number(text));
}

function lenient(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}

/** For a wanted text, a lenient reading of both makes it suspect; a regular expression is taken literally. */
function overText(value: unknown, passes: (text: string, wanted: string) => boolean, wanted = ''): Match {
  if (!isScalar(value)) return 'may'; // A list or object, which the tool may unpack.
  const text = String(value);
  if (passes(text, wanted)) return typeof value === 'string' ? 'yes' : 'may';
  return wanted !== '' && passes(lenient(text), lenient(wanted)) ? 'may' : 'no';
}

function underDirectory(directory: string, text: string, asked: ConditionInput): Match {
  const base = resolvePath({ text: directory, directory: asked.world.project, world: asked.world });
  const path = resolvePath({ text, directory: asked.directory, world: asked.world });
  if (!base.known || !path.known) return 'may';
  const directories = typeof base.real === 'string' ? [base.written, base.real] : [base.written];
  if (provenUnder(path, directories)) return 'yes';
  return mayBeUnder(path, directories) ? 'may' : 'no';
}
