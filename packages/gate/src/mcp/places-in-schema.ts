import { isRecord, type McpTool } from '@permesso/engine/call';
import { own, textAt, type JsonObject } from './protocol/message.ts';

const pathFormats: ReadonlySet<string> = new Set(['path', 'file-path', 'filepath', 'directory-path', 'file']);
const urlFormats: ReadonlySet<string> = new Set(['uri', 'uri-reference', 'iri', 'iri-reference', 'url']);

/** `Path of the file to open`, `The absolute file path ...`: a description that begins with what the argument is. */
const lead =
  '(?:(?:the|a|an|one|absolute|relative|full|local|optional|target|source|input|output|list of)\\s+)*';
const pathWords = new RegExp(`^${lead}(?:path|paths|file ?paths?|file ?names?|directory|folder)\\b`, 'iu');
const urlWords = new RegExp(`^${lead}(?:urls?|uris?|web address|link)\\b`, 'iu');

const deepest = 6;
const most = 200;

/**
 * Arguments that a tool's own schema calls paths or URLs. Servers write their schemas freely, so this only adds
 * suspicion: it never overrides what a name or a value shows.
 */
export function placesInSchema(schema: JsonObject): McpTool['places'] {
  const paths: string[] = [];
  const urls: string[] = [];
  let open: readonly Node[] = membersOf(schema, '$');
  for (let depth = 0; depth < deepest && open.length > 0; depth += 1) {
    for (const { node, place } of open.slice(0, most)) {
      const named = namedBy(node);
      if (named === 'path') paths.push(place);
      if (named === 'url') urls.push(place);
    }
    open = open
      .slice(0, most)
      .flatMap(({ node, place }) => [...membersOf(node, place), ...optionsOf(node, place)]);
  }
  if (paths.length + urls.length === 0) return undefined;
  return { ...(paths.length === 0 ? {} : { paths }), ...(urls.length === 0 ? {} : { urls }) };
}

interface Node {
  readonly node: JsonObject;
  /** `$.edits[*].file`. */
  readonly place: string;
}

function namedBy(node: JsonObject): 'path' | 'url' | undefined {
  const format = textAt(node, 'format') ?? '';
  const description = textAt(node, 'description') ?? '';
  if (pathFormats.has(format) || pathWords.test(description)) return 'path';
  return urlFormats.has(format) || urlWords.test(description) ? 'url' : undefined;
}

function membersOf(node: JsonObject, place: string): readonly Node[] {
  const properties = own(node, 'properties');
  if (!isRecord(properties)) return [];
  return Object.entries(properties).flatMap(([name, inner]) =>
    // Such a name cannot be written as a path here; its description still counts.
    isRecord(inner) && !/[.[\]]/u.test(name) ? [{ node: inner, place: `${place}.${name}` }] : [],
  );
}

function optionsOf(node: JsonObject, place: string): readonly Node[] {
  const options = ['anyOf', 'oneOf', 'allOf'].flatMap((name): readonly unknown[] => {
    const list = own(node, name);
    return Array.isArray(list) ? list : [];
  });
  const items = own(node, 'items');
  return [
    ...options.filter(isRecord).map((option) => ({ node: option, place })),
    ...(isRecord(items) ? [{ node: items, place: `${place}[*]` }] : []),
  ];
}
