import { wordSet, type WordSet } from '../../../word-set.ts';
import { onlyGives } from '../giving-names.ts';
import type { Run } from './run.ts';
import { notRead, type Call, type Expression } from './syntax.ts';
import type { Value } from './values.ts';

/** What a call is given. */
export interface Passed {
  readonly call: Call;
  readonly values: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
}

/** `print(app)`, `inspect.signature(own.settle)`: none of these calls what it is given. */
export function looksAt(of: Expression): boolean {
  const name = of.is === 'name' ? of.id : of.is === 'attribute' ? of.name : '';
  return looking.has(name);
}

const looking: WordSet = wordSet(
  'print len str repr type isinstance hasattr getattr dir callable id bool int float list tuple dict set sorted enumerate zip sum any all range round abs format signature getsource getdoc getfile pprint pp dumps asdict fields get_type_hints',
);

/** `map(table['x'], y)`, `sorted(y, key=table['x'])`: a callback without a name of its own may be any function. */
export function checkCalled(run: Run, name: string, { call, values, named }: Passed): void {
  const isHeld = (expression: Expression | undefined, value: Value | undefined): boolean =>
    value?.is === 'library' &&
    (expression?.is === 'index' || expression?.is === 'call' || (value.own && !isGiving(run, expression)));
  if (callsFirst.test(name) && isHeld(call.given[0], values[0])) notRead('a call of a value');
  if (isHeld(call.named.get('key'), named.get('key'))) notRead('a call of a value');
}

function isGiving(run: Run, expression: Expression | undefined): boolean {
  if (expression?.is === 'attribute') return onlyGives(expression.name);
  return expression?.is === 'name' && onlyGives(run.imported.get(expression.id) ?? '');
}

const callsFirst =
  /^(?:map|filter|iter|functools\.reduce|itertools\.(?:starmap|takewhile|dropwhile|filterfalse))$/u;
