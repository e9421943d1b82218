import { isDeepStrictEqual } from 'node:util';
import {
  createScanner,
  getNodeValue,
  parseTree,
  printParseErrorCode,
  type JSONScanner,
  type Node,
  type ParseError,
} from 'jsonc-parser';
import { lineReader, tooDeep } from '@permesso/engine/text';
import type { JsonValue } from './file-change.ts';

/** The scanner's token numbers: its own const enum does not exist at run time. */
const token = { comma: 5, lineComment: 12, blockComment: 13, blanks: 15 } as const;

/** JSON as people keep it: with comments, trailing commas, a byte order mark, and either line ending. */
export interface JsonText {
  readonly text: string;
  readonly root: Node;
}

export function openJson(text: string): JsonText | { readonly refused: string } {
  if (tooDeep(text)) return { refused: 'nested too deep' };
  // As long as the mark it replaces, so that every offset stays correct.
  const read = text.replace(/^\uFEFF/u, ' ');
  const errors: ParseError[] = [];
  const root = parseTree(read, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined)
    return { refused: `line ${lineReader(text)(first.offset)}: ${printParseErrorCode(first.error)}` };
  if (root?.type !== 'object') return { refused: 'line 1: not a JSON object' };
  return { text, root };
}

/** The last of a duplicate name, like JSON parsers. */
export function childOf(node: Node | undefined, name: string): Node | undefined {
  return node?.type === 'object'
    ? node.children?.findLast(({ children }) => children?.[0]?.value === name)?.children?.[1]
    : undefined;
}

export function nodeAt({ root }: JsonText, path: readonly string[]): Node | undefined {
  return path.reduce<Node | undefined>(childOf, root);
}

export function valueOf(node: Node | undefined): unknown {
  return node === undefined ? undefined : (getNodeValue(node) as unknown);
}

/** The parser's objects have no prototype, so they are compared by content. */
export function hasValue(node: Node, value: JsonValue): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(valueOf(node))), value);
}

interface JsonEntry {
  /** The name of a property; list items have none. */
  readonly name?: string;
  readonly value: JsonValue;
}

/** Appends an entry to a list or an object, in the file's style; comments stay where they are. */
export function addTo({ text }: JsonText, container: Node, entry: JsonEntry): string {
  if (text.trim() === '{}') return openedUp(text, entry);
  const end = container.offset + container.length - 1;
  const place = lastPlace(text, container);
  const comma = place.isEmpty || place.hasComma ? '' : ',';
  const [before, behind] = [text.slice(0, place.at), text.slice(place.at)];
  const isTight = isTightly(text, container);
  const name = entry.name === undefined ? '' : `${JSON.stringify(entry.name)}:${isTight ? '' : ' '}`;
  if (!text.slice(container.offset, end).includes('\n')) {
    const gap = place.isEmpty || isTight ? '' : ' ';
    return `${before}${comma}${gap}${name}${JSON.stringify(entry.value)}${behind}`;
  }
  const line = eolOf(text) + marginOf(text, container);
  const words = JSON.stringify(entry.value, undefined, unitOf(text)).replaceAll('\n', () => line);
  const comment = behind.slice(0, pastComment(text, place.at, end) - place.at);
  return `${before}${comma}${comment}${line}${name}${words}${place.hasComma ? ',' : ''}${behind.slice(comment.length)}`;
}

function eolOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** A file with just `{}` is expanded as a person would write it. */
function openedUp(text: string, { name, value }: JsonEntry): string {
  const written = name === undefined ? [value] : { [name]: value };
  return text.replace('{}', () => JSON.stringify(written, undefined, 2).replaceAll('\n', eolOf(text)));
}

export function setValue({ text }: JsonText, node: Node, value: JsonValue): string {
  const isInline =
    !text.slice(node.offset, node.offset + node.length).includes('\n') && node.type !== 'string';
  const margin = lineMargin(text, node.offset);
  const words = JSON.stringify(value, undefined, isInline ? undefined : unitOf(text))
    .split('\n')
    .join(eolOf(text) + margin);
  return text.slice(0, node.offset) + words + text.slice(node.offset + node.length);
}

/** Removes an entry with its comma and its line; comments stay. */
export function removeNode({ text }: JsonText, node: Node): string {
  const entry = node.parent?.type === 'property' ? node.parent : node;
  const siblings = entry.parent?.children ?? [];
  const previous = siblings[siblings.indexOf(entry) - 1];
  const start = startWithMargin(text, entry.offset);
  const end = entry.offset + entry.length;
  const behind = commaAfter(text, end);
  if (behind !== undefined) return text.slice(0, start) + text.slice(behind);
  const between = previous === undefined ? undefined : commaAfter(text, previous.offset + previous.length);
  if (between === undefined) return text.slice(0, start) + text.slice(end);
  return text.slice(0, between - 1) + text.slice(between, Math.max(between, start)) + text.slice(end);
}

/** Includes the line break and indentation before it, or the blanks on its line. */
function startWithMargin(text: string, offset: number): number {
  const blanks = /(?:\r?\n)?[ \t]*$/.exec(text.slice(Math.max(0, offset - 1000), offset))?.[0] ?? '';
  return offset - blanks.length;
}

/** The offset after a following comma, if there is one. */
function commaAfter(text: string, end: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(end);
  return scanned(scanner) === token.comma ? scanner.getTokenOffset() + 1 : undefined;
}

interface LastPlace {
  /** After the last entry or its comma; after the opening bracket of an empty container. */
  readonly at: number;
  readonly hasComma: boolean;
  readonly isEmpty: boolean;
}

function lastPlace(text: string, container: Node): LastPlace {
  const last = container.children?.at(-1);
  if (last === undefined) return { at: container.offset + 1, hasComma: false, isEmpty: true };
  const end = last.offset + last.length;
  const comma = commaAfter(text, end);
  return comma === undefined
    ? { at: end, hasComma: false, isEmpty: false }
    : { at: comma, hasComma: true, isEmpty: false };
}

/** A comment on the line of the last entry belongs to that entry. */
function pastComment(text: string, at: number, end: number): number {
  const scanner = createScanner(text, false);
  scanner.setPosition(at);
  for (let place = at; ;) {
    const kind = scanned(scanner);
    if (kind !== token.blanks && !isComment(kind)) return place;
    const next = scanner.getTokenOffset() + scanner.getTokenLength();
    if (next > end) return place;
    if (isComment(kind)) place = next;
    if (kind === token.lineComment) return place;
  }
}

function isComment(kind: number): boolean {
  return kind === token.lineComment || kind === token.blockComment;
}

function scanned(scanner: JSONScanner): number {
  return scanner.scan();
}

/** `{"a":1}` stays compact. */
function isTightly(text: string, container: Node): boolean {
  const written = text.slice(container.offset, container.offset + container.length);
  return !/[:,]\s/.test(written) && /[:,]\S/.test(written);
}

/** The indentation of this container's entries: that of the first, or one step deeper than the container. */
function marginOf(text: string, container: Node): string {
  const first = container.children?.[0];
  if (first !== undefined && text.slice(container.offset, first.offset).includes('\n'))
    return lineMargin(text, first.offset);
  return lineMargin(text, container.offset) + unitOf(text);
}

function lineMargin(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

/** One step of indentation in this file. */
function unitOf(text: string): string {
  return /\n([ \t]+)["{[]/.exec(text)?.[1]?.replace(/^\t.*/, '\t') ?? '  ';
}
