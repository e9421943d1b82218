import { isRecord } from '../../call/is-record.ts';
import type { McpTool } from '../../call/tool-call.ts';
import { own, textAt, type JsonObject } from './message.ts';

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
 * Arguments that a tool's own schema calls paths or URLs. Servers write their schemas as they like, so this only adds
 * to what is suspected: nothing is taken back that a name or a value says.
 */
export function placesInSchema(schema: JsonObject): McpTool['places'] {
  const paths: string[] = [];
  const urls: string[] = [];

  function visit(node: unknown, place: string, depth: number): void {
    if (!isRecord(node) || depth > deepest || paths.length + urls.length >= most) return;
    const format = textAt(node, 'format') ?? '';
    const description = textAt(node, 'description') ?? '';
    if (pathFormats.has(format) || pathWords.test(description)) paths.push(place);
    else if (urlFormats.has(format) || urlWords.test(description)) urls.push(place);
    const properties = own(node, 'properties');
    if (isRecord(properties))
      for (const [name, inner] of Object.entries(properties))
        // A name with these cannot be written as a place; what it is called still counts.
        if (!/[.[\]]/u.test(name)) visit(inner, `${place}.${name}`, depth + 1);
    visit(own(node, 'items'), `${place}[*]`, depth + 1);
    for (const several of ['anyOf', 'oneOf', 'allOf']) {
      const options = own(node, several);
      if (Array.isArray(options)) for (const option of options) visit(option, place, depth + 1);
    }
  }

  visit({ properties: own(schema, 'properties') }, '$', 0);
  if (paths.length + urls.length === 0) return undefined;
  return { ...(paths.length === 0 ? {} : { paths }), ...(urls.length === 0 ? {} : { urls }) };
}
