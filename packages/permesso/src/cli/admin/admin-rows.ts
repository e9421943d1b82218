import rows from './admin-rows.json' with { type: 'json' };

/**
 * What `permesso admin` can do, made by a tool from the `admin.yaml` of each module of the server and from the schemas of
 * its routes: types, choices and required options are those of the server.
 */
export const adminRows = rows as unknown as readonly AdminRow[];

export interface AdminRow {
  readonly name: string;
  readonly summary: string;
  /** The first one is also what the name alone does. */
  readonly actions: readonly AdminAction[];
  /** What is typed, and what it does. */
  readonly examples: Readonly<Record<string, string>>;
}

export type AdminAction = TypedAction & (RequestAction | OperatorAction | HandAction);

export interface TypedAction {
  /** Verb, operands, and an option that chooses this action: `revoke TOKEN --person`. */
  readonly typed: string;
  readonly operands?: readonly AdminOperand[];
  readonly options?: readonly AdminOption[];
}

interface AdminField {
  readonly name: string;
  /** Of the request, where it has another name: `groups.claim` is the claim of groups. Absent: it is not sent. */
  readonly field?: string;
  readonly as?:
    | 'flag'
    | 'number'
    | 'person'
    | 'project'
    | 'policy'
    | 'stage'
    | 'text-file'
    | 'private-file'
    | 'private-json';
  readonly choices?: readonly string[];
}

export interface AdminOperand extends AdminField {
  readonly isOptional?: true;
}

export interface AdminOption extends AdminField {
  readonly help: string;
  /** Of the value, in the help. */
  readonly value?: string;
  readonly repeats?: true;
  readonly isRequired?: true;
  /** What is sent where it is not given. */
  readonly else?: string | number | null;
  /** Lists only rows with the text in one of these fields. */
  readonly within?: readonly string[];
}

/** One request, and what is shown of its reply. Texts are templates. */
export interface RequestAction {
  /** `DELETE /v1/tokens/{token}`. */
  readonly route: string;
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** The first operand names something: found here, it fills the last field of the path. */
  readonly find?: Find;
  readonly confirm?: Line;
  readonly done?: readonly Line[];
  readonly table?: Table;
  readonly paging?: Paging;
  /** Printed as it is: a field of the reply, or `*` for all of it. */
  readonly raw?: string;
  /** What `--json` prints where it is neither the rows nor the reply. */
  readonly json?: 'reply' | Readonly<Record<string, unknown>>;
  /** Where a browser answers what needs a passkey. */
  readonly page?: string;
}

/** The field of the query that asks for more: after the last identifier, or what the reply calls `next`. */
export type Paging = 'after' | 'next';

/** Shown always, or where the guard holds: `isOn`, `!isOn`, `state=needed`. */
export type Line = string | readonly [guard: string, text: string];

export interface Find {
  /** A list, or one thing. */
  readonly in: string;
  readonly paging?: Paging;
  /** `valid token`, for messages. */
  readonly what: string;
  /** Names that it answers to, beside its identifier. */
  readonly by?: readonly string[];
  readonly where?: readonly Where[];
  /** The field of the body that takes its identifier. */
  readonly field?: string;
}

/** Rows whose field has one of the values; an empty text means none. */
export interface Where {
  readonly field: string;
  readonly is: readonly string[];
  /** Only with this option, or only without it. */
  readonly with?: string;
  readonly without?: string;
}

export interface Table {
  readonly columns: Readonly<Record<string, string>>;
  readonly where?: readonly Where[];
  readonly none: string;
}

/** Typed where the server runs, by who has its database: no token is needed. */
export interface OperatorAction {
  readonly operator: string;
  readonly ofOrganisation?: true;
}

/** More than a request: a function in `by-hand`. */
export interface HandAction {
  readonly hand: string;
  /** It asks before it changes anything. */
  readonly asks?: true;
}
