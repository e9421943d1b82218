import { isAlias, isMap, isNode, isScalar, isSeq, type Pair, type YAMLMap, type YAMLSeq } from 'yaml';
import { definedFields } from '../../call/defined-fields.ts';
import { didYouMean } from '../../messages/did-you-mean.ts';
import type { FileProblem, Position } from './file-problem.ts';
import { deepest, startOf, type YamlText } from './read-yaml.ts';
import type { ObjectShape, Shape } from './shape.ts';

/** A value of the right shape; undefined if there are problems, which say why. */
export type Shaped = { readonly value: unknown } | undefined;

/** The state of reading one file. */
export interface ShapeContext {
  readonly yaml: YamlText;
  readonly file: string;
  readonly problems: FileProblem[];
  readonly counts: { [S in FileProblem['severity']]: number };
  /** The positions of the items of each list that was read. */
  readonly places: Map<unknown, readonly ItemPlace[]>;
  /** The number of nodes that may still be read through aliases. */
  budget: number;
}

export interface ItemPlace extends Position {
  /** Its index in the file, counting broken ones. */
  readonly index: number;
  /** For a single-line item: the offset where its text begins. */
  readonly inner?: number;
}

/** The location in the structure, and the severity of problems there. */
interface Spot {
  readonly path: string;
  readonly severity: FileProblem['severity'];
  readonly depth: number;
  /** Below an alias, where each node counts against the budget. */
  readonly aliased: boolean;
}

export const mostAliasedNodes = 10_000;

const top: Spot = { path: '', severity: 'error', depth: 0, aliased: false };

interface At {
  readonly reading: ShapeContext;
  readonly spot: Spot;
}

function readNode(given: unknown, shape: Shape, from: At): Shaped {
  const found = follow(given, from);
  if (found === undefined) return undefined;
  const { node, at } = found;
  switch (shape.is) {
    case 'text':
      return readTextNode(node, at);
    case 'choice':
      return readChoice(node, shape, at);
    case 'flag':
      return isScalar(node) && typeof node.value === 'boolean'
        ? { value: node.value }
        : complain(at, node, `${describeNode(node)} where true or false is wanted`);
    case 'count':
      return isCount(node, shape)
        ? { value: node.value }
        : complain(
            at,
            node,
            `${describeNode(node)} where a number from ${shape.from} to ${shape.to} is wanted`,
          );
    case 'list':
      return readList(node, shape, at);
    case 'object':
      return readObject(node, shape, at);
    case 'named':
      return readNamed(node, shape.of, at);
    case 'open':
      return readOpen(node, shape, at);
    case 'either':
      return readNode(
        node,
        isMap(node) ? shape.object : isSeq(node) ? (shape.list ?? shape.text) : shape.text,
        at,
      );
  }
}

function isCount(
  node: unknown,
  { from, to }: Extract<Shape, { is: 'count' }>,
): node is { readonly value: number } {
  if (!isScalar(node) || typeof node.value !== 'number') return false;
  return Number.isInteger(node.value) && node.value >= from && node.value <= to;
}

/** Resolves an alias. Reading is bounded: for a text that refers to itself many times, and for a deep one. */
function follow(given: unknown, at: At): { readonly node: unknown; readonly at: At } | undefined {
  const { reading, spot } = at;
  const aliased = spot.aliased || isAlias(given);
  if (aliased && (reading.budget -= 1) < 0)
    return complain({ ...at, spot: { ...spot, severity: 'error' } }, given, 'the aliases repeat too much');
  if (spot.depth > deepest)
    return complain({ ...at, spot: { ...spot, severity: 'error' } }, given, 'nested too deeply');
  const node = isAlias(given) ? reading.yaml.aliases.get(given) : given;
  return { node, at: { reading, spot: { ...spot, aliased } } };
}

function readTextNode(node: unknown, at: At): Shaped {
  if (isScalar(node) && typeof node.value === 'string')
    return node.value === '' ? complain(at, node, 'an empty text') : { value: node.value };
  const quoted =
    isScalar(node) && typeof node.source === 'string' ? `write ${JSON.stringify(node.source)}` : undefined;
  return complain(
    at,
    node,
    `${describeNode(node)} where a text is wanted`,
    isEmpty(node) ? undefined : quoted,
  );
}

function readChoice(node: unknown, shape: Extract<Shape, { is: 'choice' }>, at: At): Shaped {
  const value = isScalar(node) ? node.value : undefined;
  if (typeof value !== 'string')
    return complain(at, node, `${describeNode(node)} where one of ${shape.of.join(', ')} is wanted`);
  const known = [...shape.of, ...(shape.also ?? [])];
  if (known.includes(value)) return { value };
  const meant = didYouMean(value, known);
  return complain(
    at,
    node,
    `\`${shorten(value)}\` is not one of ${shape.of.join(', ')}`,
    meant === undefined ? undefined : `did you mean \`${meant}\`?`,
  );
}

function readList(node: unknown, shape: Extract<Shape, { is: 'list' }>, given: At): Shaped {
  const at: At = shape.soft === true ? { ...given, spot: { ...given.spot, severity: 'warning' } } : given;
  const items = isSeq(node) ? node.items : isEmpty(node) ? [] : undefined;
  if (items === undefined)
    return complain(
      at,
      node,
      `${describeNode(node)} where a list is wanted`,
      'put each entry on a line with a dash',
    );
  if (items.length === 0 && shape.filled === true) return complain(at, node, 'an empty list');
  const values: unknown[] = [];
  const places: ItemPlace[] = [];
  for (const [index, item] of items.entries()) {
    const shaped = readNode(item, shape.of, into(at, index));
    if (shaped === undefined) continue;
    values.push(shaped.value);
    places.push({ index, ...positionOf(item, at.reading), ...innerOf(item) });
  }
  at.reading.places.set(values, places);
  return { value: values };
}

function readObject(node: unknown, shape: ObjectShape, at: At): Shaped {
  const { values, isWhole } = readFieldsAt(node, shape, at);
  return isWhole ? { value: Object.fromEntries(values) } : undefined;
}

export interface ReadFields {
  readonly values: ReadonlyMap<string, unknown>;
  /** Nothing is missing, unknown or broken. */
  readonly isWhole: boolean;
}

/** The valid fields of the outermost object. */
export function readFields(node: unknown, shape: ObjectShape, reading: ShapeContext): ReadFields {
  return readFieldsAt(node, shape, { reading, spot: top });
}

function readFieldsAt(node: unknown, shape: ObjectShape, at: At): ReadFields {
  const values = new Map<string, unknown>();
  if (!isMap(node)) {
    complain(at, node, `${describeNode(node)} where an object is wanted`, `write ${exampleOf(shape)}`);
    return { values, isWhole: false };
  }
  const { pairs, isSound } = pairsByName(node, at);
  let isWhole = isSound;
  for (const [name, pair] of pairs) {
    const field = Object.hasOwn(shape.fields, name) ? shape.fields[name] : undefined;
    const shaped =
      field === undefined
        ? unknownName(name, shape, { at, key: pair.key })
        : readNode(pair.value, field, into(at, name));
    if (shaped !== undefined) values.set(name, shaped.value);
    else if (field?.is !== 'list' || field.soft !== true) isWhole = false;
  }
  const missing = (shape.required ?? []).filter((name) => !pairs.has(name));
  for (const name of missing) complain(at, node, `\`${name}\` is missing`);
  return { values, isWhole: isWhole && missing.length === 0 };
}

function unknownName(name: string, shape: ObjectShape, { at, key }: { at: At; key: unknown }): undefined {
  const names = Object.keys(shape.fields);
  const meant = at.reading.counts.error > mostOfAKind ? undefined : didYouMean(name, names);
  return complain(
    at,
    key,
    `there is no key \`${shorten(name)}\` here`,
    meant === undefined ? `use ${names.join(', ')}` : `did you mean \`${meant}\`?`,
  );
}

function readNamed(node: unknown, of: Shape, at: At): Shaped {
  if (isEmpty(node)) return { value: new Map() };
  if (!isMap(node)) return complain(at, node, `${describeNode(node)} where names with values are wanted`);
  const { pairs, isSound } = pairsByName(node, at);
  const values = new Map<string, unknown>();
  let isWhole = isSound;
  for (const [name, pair] of pairs) {
    const shaped = readNode(pair.value, of, into(at, name));
    if (shaped === undefined) isWhole = false;
    else values.set(name, shaped.value);
  }
  return isWhole ? { value: values } : undefined;
}

function readOpen(node: unknown, shape: Extract<Shape, { is: 'open' }>, at: At): Shaped {
  if (!isMap(node)) return complain(at, node, `${describeNode(node)} where an object is wanted`);
  if (shape.filled === true && node.items.length === 0) return complain(at, node, 'an empty object');
  return readPlain(node, at);
}

/** Any JSON value. */
function readPlain(given: unknown, from: At): Shaped {
  const found = follow(given, from);
  if (found === undefined) return undefined;
  const { node, at } = found;
  if (isSeq(node)) return readPlainList(node, at);
  if (isMap(node)) return readPlainObject(node, at);
  const value = isScalar(node) ? node.value : null;
  if (typeof value === 'number' && !Number.isFinite(value))
    return complain(at, node, 'a number without a value');
  return { value };
}

function readPlainList(node: YAMLSeq, at: At): Shaped {
  const values: unknown[] = [];
  for (const [index, item] of node.items.entries()) {
    const shaped = readPlain(item, into(at, index));
    if (shaped === undefined) return undefined;
    values.push(shaped.value);
  }
  return { value: values };
}

function readPlainObject(node: YAMLMap, at: At): Shaped {
  const { pairs, isSound } = pairsByName(node, at);
  const values: [string, unknown][] = [];
  for (const [name, pair] of pairs) {
    const shaped = readPlain(pair.value, into(at, name));
    if (shaped === undefined) return undefined;
    values.push([name, shaped.value]);
  }
  return isSound ? { value: Object.fromEntries(values) } : undefined;
}

/** The pairs of a map by name. A duplicate name would hide the other's value. */
function pairsByName(
  map: YAMLMap,
  at: At,
): { readonly pairs: ReadonlyMap<string, Pair>; readonly isSound: boolean } {
  const pairs = new Map<string, Pair>();
  let isSound = true;
  for (const pair of map.items) {
    const key = isAlias(pair.key) ? at.reading.yaml.aliases.get(pair.key) : pair.key;
    const name = keyName(key, pairs);
    if (typeof name === 'string') pairs.set(name, pair);
    else {
      isSound = false;
      complain(at, pair.key, ...name);
    }
  }
  return { pairs, isSound };
}

/** The key's name, or a message about what is wrong with it. */
function keyName(key: unknown, pairs: ReadonlyMap<string, Pair>): string | [message: string, fix: string] {
  if (!isScalar(key) || typeof key.value !== 'string')
    return ['a key that is not a text', 'put it in quotes'];
  if (key.value === '<<' && key.type === 'PLAIN') return ['merge keys are not supported', 'use a group'];
  return pairs.has(key.value) ? [`duplicate key \`${shorten(key.value)}\``, 'merge the two'] : key.value;
}

function into({ reading, spot }: At, name: string | number): At {
  const path =
    typeof name === 'number' ? `${spot.path}[${name}]` : spot.path === '' ? name : `${spot.path}.${name}`;
  return { reading, spot: { ...spot, path, depth: spot.depth + 1 } };
}

function complain(
  { reading, spot }: At,
  node: unknown,
  ...words: [message: string, fix?: string]
): undefined {
  const [message, fix] = words;
  addProblem(reading, {
    severity: spot.severity,
    ...positionOf(node, reading),
    path: shorten(spot.path),
    message,
    ...definedFields({ fix }),
  });
}

const mostOfAKind = 100;

/** A hundred of each kind are enough, and a hostile file may have a hundred thousand. */
export function addProblem(
  { file, problems, counts }: ShapeContext,
  problem: Omit<FileProblem, 'file'>,
): void {
  counts[problem.severity] += 1;
  if (counts[problem.severity] <= mostOfAKind) problems.push({ file, ...problem });
}

function positionOf(node: unknown, { yaml }: ShapeContext): Position {
  return isNode(node) ? yaml.placeOf(startOf(node)) : { line: 1, column: 1 };
}

function innerOf(node: unknown): Pick<ItemPlace, 'inner'> {
  if (!isScalar(node) || node.source?.includes('\n') === true) return {};
  if (node.type === 'PLAIN') return { inner: 0 };
  return node.type?.startsWith('QUOTE') === true ? { inner: 1 } : {};
}

function isEmpty(node: unknown): boolean {
  return node === null || node === undefined || (isScalar(node) && node.value === null);
}

function describeNode(node: unknown): string {
  if (isEmpty(node)) return 'nothing';
  if (isSeq(node)) return 'a list';
  if (isMap(node)) return 'an object';
  const value = isScalar(node) ? node.value : undefined;
  if (typeof value === 'string') return 'a text';
  return typeof value === 'boolean' ? 'true or false' : 'a number';
}

function exampleOf({ required = [] }: ObjectShape): string {
  return required.length === 0 ? '`name: value`' : `{ ${required.map((name) => `${name}: ...`).join(', ')} }`;
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
}
