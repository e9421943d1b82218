import { readToml, tableAt, valueAt } from '@permesso/engine/text';
import { readExactly } from './exact-file.ts';
import { nodeAt, openJson, valueOf } from './json-text.ts';
import { tableBody } from './toml-table.ts';
import type { JsonFirst, JsonItem, JsonValue, Piece, Registration, TomlTable } from './file-change.ts';

/**
 * The pieces currently in the files, which may differ from what we would write. Undefined without the entry that
 * calls us. A host's own rules are left out: they would hide whether the hook works.
 */
export function installedPieces({ path, pieces }: Registration): readonly Piece[] | undefined {
  const read = readExactly(path);
  if (!('text' in read)) return undefined;
  const found: Piece[] = [];
  for (const piece of pieces) {
    // Host rules and the bridge: without them the hook is still called.
    if (piece.as === 'json-texts' || piece.as === 'json-keys') continue;
    if (piece.as === 'json-entry' && piece.runs !== true) continue;
    // An entry that must come first has no effect elsewhere, although the hook is registered.
    if (piece.as === 'json-first' && !isFirst(piece, read.text)) continue;
    const now = pieceNow(piece, read.text);
    // Without the bridge the hook is still called.
    if (now === undefined && piece.as === 'toml-table' && !isTrust(piece)) continue;
    if (now === undefined) return undefined;
    found.push(now);
  }
  return found;
}

function pieceNow(piece: Piece, text: string): Piece | undefined {
  switch (piece.as) {
    case 'json-item': {
      const item = itemNow(piece, text);
      return item === undefined ? undefined : { ...piece, item };
    }
    case 'file':
      return text.includes(piece.mark) ? { ...piece, text } : undefined;
    case 'toml-table': {
      if (!isTrust(piece)) return text.includes(`[${piece.heading}]`) ? piece : undefined;
      const hash = trustedHash(text, piece.heading);
      return hash === undefined ? undefined : { ...piece, body: `trusted_hash = ${JSON.stringify(hash)}` };
    }
    case 'toml-item': {
      const body = tableBody(text, piece);
      return body === undefined ? undefined : { ...piece, body };
    }
    case 'json-entry': {
      const opened = openJson(text);
      const value = 'refused' in opened ? undefined : valueOf(nodeAt(opened, [...piece.at, piece.name]));
      return value === undefined ? undefined : { ...piece, value: value as JsonValue };
    }
    case 'json-first':
    case 'json-default':
    case 'json-texts':
    case 'json-keys':
      return piece;
  }
}

function isTrust({ heading }: TomlTable): boolean {
  return heading.startsWith('hooks.state.');
}

function isFirst({ at, text: first }: JsonFirst, text: string): boolean {
  const opened = openJson(text);
  if ('refused' in opened) return false;
  const list = valueOf(nodeAt(opened, at));
  return Array.isArray(list) && list[0] === first;
}

function itemNow({ at, mark }: JsonItem, text: string): JsonValue | undefined {
  const opened = openJson(text);
  if ('refused' in opened) return undefined;
  const list = valueOf(nodeAt(opened, at));
  const written = JSON.stringify(mark).slice(1, -1);
  return (Array.isArray(list) ? (list as readonly JsonValue[]) : []).find((item) =>
    JSON.stringify(item).includes(written),
  );
}

function trustedHash(text: string, heading: string): string | undefined {
  const read = readToml(text);
  if ('error' in read) return undefined;
  const key: unknown = JSON.parse(heading.replace(/^hooks\.state\./, ''));
  const state = tableAt(tableAt(read.table, 'hooks'), 'state');
  const hash = typeof key === 'string' ? valueAt(tableAt(state, key), 'trusted_hash') : undefined;
  return typeof hash === 'string' ? hash : undefined;
}
