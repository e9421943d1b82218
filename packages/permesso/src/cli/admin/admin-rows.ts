import rows from './admin-rows.json' with { type: 'json' };

/**
 * The actions of `permesso admin`, generated from the `admin.yaml` of each server module and the schemas of its
 * routes: types, choices and required options are those of the server.
 */
export const adminRows = rows as unknown as readonly AdminRow[];

export interface AdminRow {
  readonly name: string;
  readonly summary: string;
  /** The first is also the default when no verb is given. */
  readonly actions: readonly AdminAction[];
  /** Example command -> what it does. */
  readonly examples: Readonly<Record<string, string>>;
}

export type AdminAction = TypedAction & (RequestAction | OperatorAction | HandAction);

export interface TypedAction {
  /** Verb, operands, and an option that selects this action: `revoke TOKEN --person`. */
  readonly typed: string;
  readonly operands?: readonly AdminOperand[];
  readonly options?: readonly AdminOption[];
}

interface AdminField {
  readonly name: string;
  /** The request field, where its name differs: `groups.claim` is the claim of groups. Absent: it is not sent. */
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
  /** The value's name in the help. */
  readonly value?: string;
  readonly repeats?: true;
  readonly isRequired?: true;
  /** The value sent by default. */
  readonly else?: string | number | null;
  /** Lists only rows with the text in one of these fields. */
  readonly within?: readonly string[];
}

/** One request, and how its reply is shown. Texts are templates. */
export interface RequestAction {
  /** `DELETE /v1/tokens/{token}`. */
  readonly route: string;
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** The first operand names an object: it is looked up here, and its id fills the last field of the path. */
  readonly find?: Find;
  readonly confirm?: Line;
  readonly done?: readonly Line[];
  readonly table?: Table;
  readonly paging?: Paging;
  /** Printed verbatim: a field of the reply, or `*` for all of it. */
  readonly raw?: string;
  /** What `--json` prints, where that is neither the rows nor the reply. */
  readonly json?: 'reply' | Readonly<Record<string, unknown>>;
  /** The page where a browser handles a step that needs a passkey. */
  readonly page?: string;
}

/** The query field for the next page: the last identifier, or the reply's `next`. */
export type Paging = 'after' | 'next';

/** Shown always, or if the guard holds: `isOn`, `!isOn`, `state=needed`. */
export type Line = string | readonly [guard: string, text: string];

export interface Find {
  /** A list, or a single object. */
  readonly in: string;
  readonly paging?: Paging;
  /** `valid token`, for messages. */
  readonly what: string;
  /** Other fields that name it, beside its identifier. */
  readonly by?: readonly string[];
  readonly where?: readonly Where[];
  /** The body field that takes its identifier. */
  readonly field?: string;
}

/** Rows whose field has one of the values; an empty text means no value. */
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

/** Run on the server's own machine with access to its database: no token is needed. */
export interface OperatorAction {
  readonly operator: string;
  readonly ofOrganisation?: true;
}

/** More than a request: a function in `by-hand`. */
export interface HandAction {
  readonly hand: string;
  /** It confirms before it changes anything. */
  readonly asks?: true;
}
