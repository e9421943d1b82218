import { isMap, isNode, isPair, isSeq, type Node, type YAMLMap, type YAMLSeq } from 'yaml';
import { startOf } from './read-yaml.ts';

export type Collection = YAMLMap | YAMLSeq;

/** Written with brackets, as in JSON. */
export function isFlow(collection: Collection): boolean {
  return collection.flow === true;
}

/** The indentation of the entries of a block collection. */
export function indentOf({ srcToken }: Collection): number {
  return srcToken !== undefined && 'indent' in srcToken ? srcToken.indent : 0;
}

export function firstNodeOf(item: unknown): Node | undefined {
  const node = isPair(item) ? item.key : item;
  return isNode(node) ? node : undefined;
}

/** The end of the last value in it. A block collection's own range extends over blank lines and comments. */
export function endOf(item: unknown): number {
  if (isPair(item)) return Math.max(endOf(item.key), endOf(item.value));
  if ((isMap(item) || isSeq(item)) && !isFlow(item) && item.items.length > 0) return endOf(item.items.at(-1));
  return isNode(item) ? (item.range?.[1] ?? 0) : 0;
}

export type Span = readonly [from: number, to: number];

/** The lines of one entry of a block list, from its dash to the end of its last line. */
export function blockSpan(text: string, list: YAMLSeq, item: unknown): Span | undefined {
  const token = list.srcToken;
  if (token?.type !== 'block-seq' || !isNode(item)) return undefined;
  const dash = token.items
    .find(({ value }) => value === item.srcToken)
    ?.start.find(({ type }) => type === 'seq-item-ind');
  if (dash === undefined) return undefined;
  const from = text.lastIndexOf('\n', dash.offset) + 1;
  if (text.slice(from, dash.offset).trim() !== '') return undefined;
  const end = endOf(item);
  const newLine = text[end - 1] === '\n' ? end - 1 : text.indexOf('\n', end);
  return [from, newLine === -1 ? text.length : newLine + 1];
}

/** One entry between brackets, with the comma that separates it from its neighbour. */
export function flowSpan(list: YAMLSeq, item: unknown): Span | undefined {
  const place = list.items.indexOf(item);
  const [before, after] = [firstNodeOf(list.items[place - 1]), firstNodeOf(list.items[place + 1])];
  const node = firstNodeOf(item);
  if (node === undefined) return undefined;
  if (after !== undefined) return [startOf(node), startOf(after)];
  return [before === undefined ? startOf(node) : endOf(list.items[place - 1]), endOf(item)];
}
