import type { ToolCall } from '../../call/tool-call.ts';
import { wordsIn } from './argument-names.ts';
import { wordSet, type WordSet } from '../word-set.ts';

/** What a tool without a description may do with a file. Always includes reading. */
export type SuspectedAccess = 'read' | 'write' | 'delete';

const reading: ReadonlySet<string> = new Set(
  (
    'read get list ls search find view show stat stats info fetch query describe head tail cat grep glob count exists ' +
    'inspect lookup browse navigate load parse analyze analyse check validate lint diff status log blame tree resolve ' +
    'retrieve select explain summarize preview'
  ).split(' '),
);

/** Words for any action other than reading. */
const acting: ReadonlySet<string> = new Set(
  (
    'write edit create move mv rename copy cp append patch update save put upload insert replace set add commit apply ' +
    'make mkdir touch truncate overwrite modify change chmod chown extract unzip zip install generate convert format fix ' +
    'refactor sync download export execute exec run eval build deploy push pull merge store record screenshot dump ' +
    'backup restore reset clean init clone checkout stage open import render print pdf'
  ).split(' '),
);

const removing: WordSet = wordSet('delete remove rm rmdir unlink trash purge drop');

/** Arguments with content that could be written. */
const payloads: WordSet = wordSet('content contents text data body edits patch diff replacement bytes');

/**
 * By the tool's name. A name is not proof, so it allows nothing: a tool with a reading name and no content to write is merely
 * not suspected of writing.
 */
export function suspectedAccess(call: ToolCall): SuspectedAccess {
  const words = wordsIn(toolNameOf(call));
  if (words.some((word) => removing.has(word))) return 'delete';
  if (!words.some((word) => reading.has(word)) || words.some((word) => acting.has(word))) return 'write';
  const isGiven = Object.keys(call.input).some((name) => wordsIn(name).some((word) => payloads.has(word)));
  return isGiven ? 'write' : 'read';
}

/** Without the server: `mcp__edit-tools__read_file` reads. If a joined name has several readings, the longest. */
function toolNameOf({ tool, mcp }: ToolCall): string {
  if (mcp !== undefined && mcp.tool !== '') return mcp.tool;
  if (!tool.startsWith('mcp__')) return tool;
  const rest = tool.slice('mcp__'.length);
  return rest.includes('__') ? rest.slice(rest.indexOf('__') + 2) : rest;
}
