/**
 * Conditions, implemented a second time from their written form. Each test reports whether it certainly holds and whether it
 * possibly holds. Only `under`, which reads the disk, is taken from the engine.
 */
import { isDeepStrictEqual } from 'node:util';
import type { ConditionInput } from '../src/policy/rules/condition.ts';
import { suspectedBy } from '../src/policy/rules/test-condition.ts';
import { parseWhen } from '../src/policy/rules/parse-when.ts';

type Holds = { readonly certainly: boolean; readonly possibly: boolean };
type Json = Readonly<Record<string, unknown>>;
/** An empty list is an absent value. `blocked` stands for a value that cannot be seen. */
type Seen = { readonly value: unknown } | 'absent' | 'blocked';

const yes: Holds = { certainly: true, possibly: true };
const no: Holds = { certainly: false, possibly: false };
const unknown: Holds = { certainly: false, possibly: true };
const is = (holds: boolean): Holds => (holds ? yes : no);
const opposite = ({ certainly, possibly }: Holds): Holds => ({ certainly: !possibly, possibly: !certainly });
const every = (all: readonly Holds[]): Holds => ({
  certainly: all.every((one) => one.certainly),
  possibly: all.every((one) => one.possibly),
});
const some = (all: readonly Holds[]): Holds => ({
  certainly: all.some((one) => one.certainly),
  possibly: all.some((one) => one.possibly),
});

/** For an allow, every value at a path must pass; for a deny, any value. */
export function modelWhen(when: Json, asked: ConditionInput, quantifier: 'every' | 'any'): Holds {
  return every(
    Object.entries(when).map(([name, spec]) => {
      const branches = (): Holds[] => (spec as Json[]).map((branch) => modelWhen(branch, asked, quantifier));
      if (name === '$or') return some(branches());
      if (name === '$and') return every(branches());
      if (name === '$not')
        return opposite(modelWhen(spec as Json, asked, quantifier === 'every' ? 'any' : 'every'));
      const values = seenAt(name, asked).map((seen) => passes(spec, seen, asked));
      if (quantifier === 'any') return some(values);
      return values.length === 0 ? unknown : every(values);
    }),
  );
}

function seenAt(name: string, { input, principal }: ConditionInput): readonly Seen[] {
  const ofPrincipal = name.startsWith('principal.');
  if (ofPrincipal && principal === undefined) return ['blocked'];
  const steps = name.replace(/^(?:\$\.|principal\.)/u, '').split(/\.|(?=\[)/u);
  return steps.reduce<readonly Seen[]>(
    (seen, step) => seen.flatMap((one) => (typeof one === 'string' ? [one] : inside(one.value, step))),
    [{ value: ofPrincipal ? principal : input }],
  );
}

function inside(value: unknown, step: string): readonly Seen[] {
  const isList = Array.isArray(value);
  if (step === '[*]') return isList ? value.map((item: unknown) => ({ value: item })) : ['blocked'];
  if (typeof value !== 'object' || value === null || isList !== step.startsWith('[')) return ['blocked'];
  const entry = Object.entries(value).find(([key]) => key === step.replaceAll(/[[\]]/gu, ''));
  return [entry === undefined ? 'absent' : { value: entry[1] as unknown }];
}

function passes(spec: unknown, seen: Seen, asked: ConditionInput): Holds {
  const isTests = typeof spec === 'object' && spec !== null && !Array.isArray(spec);
  const tests = isTests && !('$ref' in spec) ? Object.entries(spec) : [['equals', spec] as const];
  return every(tests.map(([op, operand]) => passesOne(op, operand as unknown, { seen, asked })));
}

function passesOne(op: string, operand: unknown, at: { seen: Seen; asked: ConditionInput }): Holds {
  const { seen, asked } = at;
  if (op === 'not') return opposite(passes(operand, seen, asked));
  const value = typeof seen === 'string' ? undefined : seen.value;
  const isNothing = value === undefined || value === null;
  if (op === 'exists') {
    const exists = seen === 'absent' ? no : isNothing ? unknown : yes;
    return operand === true ? exists : opposite(exists);
  }
  if (typeof seen === 'string') return unknown;
  const wanted = refersTo(operand, asked);
  if (wanted === undefined) return unknown;
  if (op === 'equals') return same(wanted.value, value);
  if (op === 'in')
    return Array.isArray(wanted.value) ? some(wanted.value.map((one) => same(one, value))) : unknown;
  if (isNothing) return unknown;
  const list: unknown = value;
  if (op === 'any' || op === 'all') {
    if (!Array.isArray(list)) return unknown;
    const each = list.map((item: unknown) => passes(operand, { value: item }, asked));
    if (op === 'any') return some(each);
    return each.length === 0 ? unknown : every(each);
  }
  return op === 'contains' ? contains(wanted.value, value) : scalarTest(op, wanted.value, { value, asked });
}

/** The operand itself, or what a `$ref` points to; undefined where that is absent. */
function refersTo(operand: unknown, asked: ConditionInput): { readonly value: unknown } | undefined {
  if (typeof operand !== 'object' || operand === null || !('$ref' in operand)) return { value: operand };
  const [found, second] = seenAt(String(operand.$ref), asked);
  if (found === undefined || second !== undefined || typeof found === 'string') return undefined;
  return found.value === null || found.value === undefined ? undefined : found;
}

const plain = (text: unknown): string => String(text).normalize('NFKC').trim().toLowerCase();
const isScalar = (value: unknown): boolean =>
  value !== null && !['object', 'undefined', 'function', 'symbol'].includes(typeof value);

function same(wanted: unknown, value: unknown): Holds {
  if (isDeepStrictEqual(asJson(wanted), asJson(value))) return yes;
  if (value === null || value === undefined) return unknown;
  if (wanted === null || wanted === undefined) return no;
  if (isScalar(wanted) !== isScalar(value)) return unknown;
  if (!isScalar(wanted)) return no;
  const [one, other] = [plain(wanted), plain(value)];
  const asNumbers = one !== '' && other !== '' && Number(one) === Number(other);
  return one === other || asNumbers ? unknown : no;
}

/** Objects with the same entries are equal, whatever their prototypes. */
function asJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asJson(inner)]));
}

function contains(wanted: unknown, value: unknown): Holds {
  if (Array.isArray(value)) return some(value.map((item) => same(wanted, item)));
  if (typeof value !== 'string' || typeof wanted !== 'string') return unknown;
  if (value.includes(wanted)) return yes;
  return plain(value).includes(plain(wanted)) ? unknown : no;
}

function scalarTest(op: string, wanted: unknown, at: { value: unknown; asked: ConditionInput }): Holds {
  const { value, asked } = at;
  if (op === 'under') {
    const read = parseWhen({ value: { under: wanted } });
    const found =
      read.ok && read.value[0] ? suspectedBy(read.value[0], { ...asked, input: { value } }) : 'no';
    return found === 'yes' ? yes : found === 'may' ? unknown : no;
  }
  if (['gt', 'gte', 'lt', 'lte'].includes(op)) {
    if (typeof wanted !== 'number') return unknown;
    if (!isScalar(value) || Number.isNaN(Number(value))) return unknown;
    const number = Number(value);
    const holds =
      (op.startsWith('g') ? number > wanted : number < wanted) || (op.endsWith('e') && number === wanted);
    return typeof value === 'number' ? is(holds) : holds ? unknown : no;
  }
  if (typeof wanted !== 'string' || wanted === '' || !isScalar(value)) return unknown;
  const text = String(value);
  const holds = textTest(op, text, wanted);
  if (holds) return typeof value === 'string' ? yes : unknown;
  return op !== 'matches' && textTest(op, plain(text), plain(wanted)) ? unknown : no;
}

function textTest(op: string, text: string, wanted: string): boolean {
  if (op === 'startsWith') return text.slice(0, wanted.length) === wanted;
  if (op === 'endsWith')
    return text.length >= wanted.length && text.slice(text.length - wanted.length) === wanted;
  if (op === 'matches') return new RegExp(wanted, 'u').test(text);
  throw new Error(`the model knows no test ${op}`);
}
