/**
 * Something we put into a host's file, as plain data: the manifest stores it, so that a later version can remove it.
 */
export type Piece =
  | FilePiece
  | JsonItem
  | JsonTexts
  | JsonFirst
  | JsonKeys
  | JsonEntry
  | JsonDefault
  | TomlTable
  | TomlItem;

/** The whole file is ours. An existing file without the mark belongs to somebody else, and is left alone. */
export interface FilePiece {
  readonly as: 'file';
  readonly text: string;
  readonly mark: string;
  /** The host runs it. Not a list of rules, so the canary copies it. */
  readonly runs?: true;
}

/** One entry of a list. `mark` identifies ours, including entries of older versions. */
export interface JsonItem {
  readonly as: 'json-item';
  readonly at: readonly string[];
  readonly item: JsonValue;
  readonly mark: string;
}

/** Texts in a list that also contains others. */
export interface JsonTexts {
  readonly as: 'json-texts';
  readonly at: readonly string[];
  readonly texts: readonly string[];
}

/** The first text of a list. */
export interface JsonFirst {
  readonly as: 'json-first';
  readonly at: readonly string[];
  readonly text: string;
}

/** Names in an object where the last match decides. An existing plain text becomes the value of `*`. */
export interface JsonKeys {
  readonly as: 'json-keys';
  readonly at: readonly string[];
  readonly entries: readonly (readonly [name: string, value: string])[];
}

/** A named entry of an object, such as a server in a list of servers. `mark` identifies ours. */
export interface JsonEntry {
  readonly as: 'json-entry';
  readonly at: readonly string[];
  readonly name: string;
  readonly value: JsonValue;
  readonly mark: string;
  /** Without it the hook is not called properly. */
  readonly runs?: true;
}

/** Set if missing, never changed and never removed: the file is not read without it. */
export interface JsonDefault {
  readonly as: 'json-default';
  readonly name: string;
  readonly value: JsonValue;
}

/** A table with its own heading. */
export interface TomlTable {
  readonly as: 'toml-table';
  /** Between the brackets. */
  readonly heading: string;
  readonly body: string;
}

/**
 * One entry of a list of tables, such as `[[hooks]]`. The texts of `mark` identify ours, including entries of older
 * versions.
 */
export interface TomlItem {
  readonly as: 'toml-item';
  /** Between the double brackets. */
  readonly heading: string;
  readonly body: string;
  readonly mark: readonly string[];
}

export type JsonValue =
  | string
  | number
  | boolean
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** One file of a host with the pieces we put into it. */
export interface Registration {
  readonly path: string;
  readonly pieces: readonly [Piece, ...Piece[]];
  /** For the person who reads the diff. */
  readonly why: string;
  /** The mode of a new file; 0600 when absent. */
  readonly mode?: number;
}

/** The changed text, or why the file is left unchanged. */
export type Changed = { readonly text: string } | { readonly refused: string };
