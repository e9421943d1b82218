import { fileURLToPath } from 'node:url';
import { readToml, valueAt } from '@permesso/engine/text';
import { launchedPrograms } from '../launch/launched-programs.ts';
import type { JsonValue, Piece } from './file-change.ts';

/** The files that the host starts or loads through these pieces, as its settings have them now. */
export function programsOf(pieces: readonly Piece[]): readonly string[] {
  return [...new Set(pieces.flatMap(textsOf).flatMap(programsIn))];
}

function textsOf(piece: Piece): readonly string[] {
  if (piece.as === 'file') return [piece.text];
  if (piece.as === 'toml-item') return commandsIn(piece.body);
  return piece.as === 'json-item' ? leaves(piece.item) : [];
}

function commandsIn(body: string): readonly string[] {
  const read = readToml(body);
  const command = 'error' in read ? undefined : valueAt(read.table, 'command');
  return typeof command === 'string' ? [command] : [];
}

function leaves(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' ? Object.values(value).flatMap(leaves) : [];
}

function programsIn(text: string): readonly string[] {
  return text.startsWith('file:///') && URL.canParse(text) ? [fileURLToPath(text)] : launchedPrograms(text);
}
