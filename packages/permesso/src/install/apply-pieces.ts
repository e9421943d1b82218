import {
  applyDefault,
  applyEntry,
  applyFirst,
  applyItem,
  applyKeys,
  applyTexts,
  removeEntry,
  removeItem,
  removeKeys,
  removeTexts,
} from './json-pieces.ts';
import type { Changed, Piece } from './file-change.ts';
import { applyTable, removeTable } from './toml-table.ts';

/** The text with all pieces in it; unchanged if they are there already. */
export function applyPieces(text: string | undefined, pieces: readonly Piece[]): Changed {
  let changed: Changed = { text: text ?? '' };
  for (const piece of pieces) {
    if ('refused' in changed) return changed;
    changed = apply(changed.text, piece, text === undefined);
  }
  return changed;
}

function apply(text: string, piece: Piece, isNew: boolean): Changed {
  if (piece.as === 'file')
    return isNew || text.includes(piece.mark)
      ? { text: piece.text }
      : { refused: "another program's file is already there; move it away first" };
  if (piece.as === 'toml-table' || piece.as === 'toml-item') return applyTable(text, piece);
  const json = text.trim() === '' ? '{}\n' : text;
  switch (piece.as) {
    case 'json-item':
      return applyItem(json, piece);
    case 'json-texts':
      return applyTexts(json, piece);
    case 'json-first':
      return applyFirst(json, piece);
    case 'json-keys':
      return applyKeys(json, piece);
    case 'json-entry':
      return applyEntry(json, piece);
    case 'json-default':
      return applyDefault(json, piece);
  }
}

/**
 * The text without the pieces, otherwise unchanged. `before` is the file's content when we were installed: anything
 * already there is not ours to remove. Undefined if nothing would be left of a file that was all ours.
 */
export function removePieces(
  text: string,
  pieces: readonly Piece[],
  before: string | undefined,
): { readonly text: string | undefined } | { readonly refused: string } {
  let changed: Changed = { text };
  for (const piece of pieces.toReversed()) {
    if ('refused' in changed) return changed;
    if (piece.as === 'file') return { text: text.includes(piece.mark) ? undefined : text };
    changed = remove(changed.text, piece, before ?? '');
  }
  return changed;
}

function remove(text: string, piece: Exclude<Piece, { as: 'file' }>, before: string): Changed {
  switch (piece.as) {
    case 'toml-table':
    case 'toml-item':
      return removeTable(text, piece);
    case 'json-item':
      return removeItem(text, piece);
    case 'json-texts':
      return removeTexts(text, piece, before);
    case 'json-first':
      return removeTexts(text, { as: 'json-texts', at: piece.at, texts: [piece.text] }, before);
    case 'json-keys':
      return removeKeys(text, piece, before);
    case 'json-entry':
      return removeEntry(text, piece);
    case 'json-default':
      return { text };
  }
}
