/**
 * Something of ours in a file of a host, as plain data: the manifest keeps it, so that what was put in can be taken out
 * again by a later version.
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

/** The whole file is ours. One that is there and does not hold the mark is somebody else's, and is left alone. */
export interface FilePiece {
  readonly as: 'file';
  readonly text: string;
  readonly mark: string;
  /** The host runs it. It is not a list of rules, so the canary takes it along. */
  readonly runs?: true;
}

/** One entry of a list. `mark` tells ours, also as an older version wrote it. */
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

/** Names in an object in which the last match decides. What is there as a text alone becomes the value of `*`. */
export interface JsonKeys {
  readonly as: 'json-keys';
  readonly at: readonly string[];
  readonly entries: readonly (readonly [name: string, value: string])[];
}

/** A named entry of an object, such as a server in a list of servers. `mark` tells ours. */
export interface JsonEntry {
  readonly as: 'json-entry';
  readonly at: readonly string[];
  readonly name: string;
  readonly value: JsonValue;
  readonly mark: string;
  /** The hook is not called as it should be without it. */
  readonly runs?: true;
}

/** Set where it is missing, never changed and never taken away: the file is not read without it. */
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

/** One entry of a list of tables, such as `[[hooks]]`. The texts of `mark` tell ours, also as an older version wrote it. */
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

/** One file of a host with what we put into it. */
export interface Registration {
  readonly path: string;
  readonly pieces: readonly [Piece, ...Piece[]];
  /** For the person who reads the diff. */
  readonly why: string;
  /** Of a new file. 0600 when absent. */
  readonly mode?: number;
}

/** A changed text, or why the file is left as it is. */
export type Changed = { readonly text: string } | { readonly refused: string };
