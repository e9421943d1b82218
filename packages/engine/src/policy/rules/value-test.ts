import type { LookedUp } from '../../call/input-path.ts';
import { sameJson } from '../../call/same-json.ts';
import { mayBeUnder, provenUnder } from '../../facts/paths/contains.ts';
import { resolvePath } from '../../facts/paths/resolve.ts';
import { testRegex } from '../patterns/linear-regex.ts';
import type { Comparison, ConditionInput, RefOperator, Test, ValuePath } from './condition.ts';
import { negated, strongest, weakest, type Match } from './match.ts';

export interface TestContext {
  readonly asked: ConditionInput;
  readonly find: (path: ValuePath) => readonly LookedUp[];
}

/** One test of what was found at one place. What is absent, or null as many programs write it, is unknown. */
export function testFound(test: Test, found: LookedUp, context: TestContext): Match {
  if (test.op === 'not') return negated(weakest(test.tests.map((inner) => testFound(inner, found, context))));
  if (test.op === 'exists') {
    const exists = existence(found);
    return test.wanted ? exists : negated(exists);
  }
  if (typeof found === 'string') return 'may';
  return testValue(test, found.value, context);
}

function existence(found: LookedUp): Match {
  if (found === 'missing') return 'no';
  return found === 'unreadable' || isNothing(found.value) ? 'may' : 'yes';
}

type ValueTest = Exclude<Test, { readonly op: 'not' | 'exists' }>;

function testValue(test: ValueTest, value: unknown, context: TestContext): Match {
  if (test.op === 'equals') return equality(test.value, value);
  if (test.op === 'in') return strongest(test.values.map((candidate) => equality(candidate, value)));
  if (test.op === 'ref') return againstRef(test, value, context);
  if (isNothing(value)) return 'may';
  switch (test.op) {
    case 'contains':
      return containment(test.value, value);
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return comparison(test.op, test.than, value);
    case 'startsWith':
      return overText(value, (text, prefix) => text.startsWith(prefix), test.text);
    case 'endsWith':
      return overText(value, (text, suffix) => text.endsWith(suffix), test.text);
    case 'matches':
      return overText(value, (text) => testRegex(test.regex, text));
    case 'under':
      return typeof value === 'string' ? underDirectory(test.directory, value, context.asked) : 'may';
    case 'any':
    case 'all':
      return overItems(test, value, context);
  }
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined;
}

/** Where the call does not have exactly one such value, or one of the wrong type, nothing is known. */
function againstRef(
  { is, to }: { readonly is: RefOperator; readonly to: ValuePath },
  value: unknown,
  context: TestContext,
): Match {
  const [found, ...more] = context.find(to);
  if (found === undefined || typeof found === 'string' || more.length > 0 || isNothing(found.value))
    return 'may';
  const test = literalTest(is, found.value);
  return test === undefined ? 'may' : testValue(test, value, context);
}

function literalTest(is: RefOperator, value: unknown): ValueTest | undefined {
  switch (is) {
    case 'equals':
    case 'contains':
      return { op: is, value };
    case 'in':
      return Array.isArray(value) ? { op: is, values: value as readonly unknown[] } : undefined;
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return typeof value === 'number' && Number.isFinite(value) ? { op: is, than: value } : undefined;
    case 'startsWith':
    case 'endsWith':
      return typeof value === 'string' && value !== '' ? { op: is, text: value } : undefined;
  }
}

function equality(wanted: unknown, value: unknown): Match {
  if (sameJson(wanted, value)) return 'yes';
  // Absent, or `null` for "the default": which value it is the tool decides.
  if (isNothing(value)) return 'may';
  if (isScalar(wanted) && isScalar(value)) return looksLike(wanted) === looksLike(value) ? 'may' : 'no';
  // A list where one value was expected, or an object as JSON text: the tool may unpack it.
  return isNothing(wanted) || isScalar(wanted) === isScalar(value) ? 'no' : 'may';
}

/** What a lenient tool might take a scalar for: `"TRUE"`, `true`, `" 5.0"` and `5` are often one to it. */
function looksLike(value: string | number | boolean | bigint): string {
  const text = lenient(String(value));
  return text === '' || Number.isNaN(Number(text)) ? text : String(Number(text));
}

function lenient(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}

function isScalar(value: unknown): value is string | number | boolean | bigint {
  return ['string', 'number', 'boolean', 'bigint'].includes(typeof value);
}

/** An item of a list, or a piece of a text. */
function containment(wanted: unknown, value: unknown): Match {
  if (Array.isArray(value)) return strongest(value.map((item) => equality(wanted, item)));
  if (typeof value === 'string' && typeof wanted === 'string')
    return value.includes(wanted) ? 'yes' : lenient(value).includes(lenient(wanted)) ? 'may' : 'no';
  return 'may';
}

function comparison(op: Comparison, than: number, value: unknown): Match {
  if (typeof value === 'number') return holds(op, value, than) ? 'yes' : Number.isNaN(value) ? 'may' : 'no';
  if (!isScalar(value)) return 'may'; // A list or object: the tool may unpack it.
  const number = Number(value);
  return Number.isNaN(number) || holds(op, number, than) ? 'may' : 'no';
}

function holds(op: Comparison, number: number, than: number): boolean {
  switch (op) {
    case 'gt':
      return number > than;
    case 'gte':
      return number >= than;
    case 'lt':
      return number < than;
    case 'lte':
      return number <= than;
  }
}

/** With a wanted text, a lenient reading of both makes it suspect; an expression means what it says. */
function overText(value: unknown, passes: (text: string, wanted: string) => boolean, wanted = ''): Match {
  if (!isScalar(value)) return 'may'; // A list or object: the tool may unpack it.
  const text = String(value);
  if (passes(text, wanted)) return typeof value === 'string' ? 'yes' : 'may';
  return wanted !== '' && passes(lenient(text), lenient(wanted)) ? 'may' : 'no';
}

function overItems(
  { op, tests }: { readonly op: 'any' | 'all'; readonly tests: readonly Test[] },
  value: unknown,
  context: TestContext,
): Match {
  // One value where a list was expected: a tool may take it for a list of one, or of its characters.
  if (!Array.isArray(value)) return 'may';
  const each = value.map((item: unknown) =>
    weakest(tests.map((test) => testFound(test, { value: item }, context))),
  );
  if (op === 'any') return strongest(each);
  return each.length === 0 ? 'may' : weakest(each);
}

function underDirectory(directory: string, text: string, asked: ConditionInput): Match {
  const base = resolvePath({ text: directory, directory: asked.world.project, world: asked.world });
  const path = resolvePath({ text, directory: asked.directory, world: asked.world });
  if (!base.known || !path.known) return 'may';
  const directories = typeof base.real === 'string' ? [base.written, base.real] : [base.written];
  if (provenUnder(path, directories)) return 'yes';
  return mayBeUnder(path, directories) ? 'may' : 'no';
}
