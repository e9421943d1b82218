import type { Ask, Scope, SessionReceipt, Step } from '@permesso/engine/decision';
import type { McpTool, Owner, OwnerSpace, Principal } from '@permesso/engine/call';
import type { Facts } from '@permesso/engine/facts';
import type { LayerName, Mode, Verdict } from '@permesso/engine/policy';
import type { PackedWorld } from './packed-world.ts';
import {
  about,
  count,
  described,
  eitherShape,
  fields,
  flag,
  list,
  object,
  only,
  oneOf,
  type Schema,
  text,
  type TypeOf,
} from '../shape/index.ts';

/** The version of lines that are written now. */
export const logVersion = 1;

const texts = list(text);
const verdict = oneOf<Verdict>('allow', 'ask', 'deny');
const answered = oneOf('allow', 'deny');
const ofSchema = { type: 'object' } as const;

/**
 * What stops a call in the agent program itself, apart from Permesso: its rules, a mode that never asks, a model that judges
 * calls.
 */
export const refusingGates = ['rule', 'mode', 'judge'] as const;

/** One of `refusingGates`. */
export type RefusingGate = (typeof refusingGates)[number];

/** Every line's fields for its place in the chain. */
const link = {
  v: count,
  seq: about(count, 'From 1, without gaps, across all files of a log.'),
  at: about(text, 'ISO 8601, UTC.'),
  prev: about(text, 'The hash of the line before, 64 zeros for the first.'),
  hash: about(text, 'SHA-256 of the line without this field, which stands last.'),
};

const hidden = {
  redacted: about(
    texts,
    'Kinds of secrets that were hidden in this line: the call cannot be made again from it.',
  ),
  cut: about(only(true), 'Texts were cut because they were very long.'),
};

const recordedCall = object(
  { tool: text, input: fields },
  {
    cwd: text,
    shell: about(text, 'The program that runs a shell command.'),
    mcp: described<Pick<McpTool, 'server' | 'tool'>>(ofSchema),
    owner: about(described<Owner>(ofSchema), 'Whose call it is, in an app that serves many.'),
    principal: about(
      described<Principal>(ofSchema),
      'On whose behalf it was made, with the roles and attributes that rules may ask about.',
    ),
  },
);

const caller = {
  agent: about(texts, 'The agent, then the agents that started it.'),
  call: recordedCall,
};

const ofCaller = {
  session: text,
  host: text,
  project: text,
  key: about(text, 'Names the exact call; made from the redacted text when something was hidden.'),
  ...hidden,
};

const part = object(
  {
    label: text,
    verdict,
    step: about(described<Step>(text), 'The column of the mode table that decided.'),
    reason: text,
  },
  { span: described<readonly [start: number, end: number]>(list(count)) },
);

const rule = object(
  { verdict, text, layer: described<LayerName>(text) },
  { place: about(text, '`file:line`.'), grant: about(text, 'The grant that carries it.') },
);

const receipt = object(
  { parts: list(part), rules: about(list(rule), 'The rules that made the verdict.') },
  {
    nobodyToAsk: only(true),
    observed: about(
      object({ verdict, message: text, rules: list(rule) }),
      'What would have become of the call, had the policy been enforced.',
    ),
    offer: about(texts, 'The narrowest rules that would have let it through; absent where no rule could.'),
    errors: texts,
    kept: about(
      object(
        { id: text, files: count, bytes: count },
        { unkept: about(texts, 'What was not kept, with the reason.') },
      ),
      'What was kept before the call ran, by the id of `permesso undo`.',
    ),
    limits: about(list(fields), 'Limits that count the call.'),
    checks: about(list(fields), 'Checks that the call has to pass.'),
    session: about(
      described<SessionReceipt>(ofSchema),
      'Where rules over the session decided: the labels that they are about, and what nobody named.',
    ),
    sandbox: about(
      object({ engine: text, version: text, digest: text }),
      'Where an allowed call had to run; the profile is named by its digest.',
    ),
  },
);

const mark = eitherShape(
  about(
    object({ what: only('torn'), bytes: count, sha256: text }),
    'Bytes between the previous entry and this one that are not an entry: how many, with their SHA-256.',
  ),
  about(
    object({ what: only('missing'), first: count, last: count }),
    'Entries that the head file knows of and no file holds.',
  ),
  about(
    object({ what: only('dropped'), last: count, hash: text }),
    'A full file was removed on purpose, as the log was told to: all entries up to `last`, whose hash this is.',
  ),
  about(
    object({ what: only('no-head') }),
    'There are entries and no head file, so a cut before this line cannot be ruled out.',
  ),
);

/**
 * The shapes of log lines by type: one row for each field. The types below, the published schema and the pages' rendering
 * derive from them.
 */
export const logEntryShapes = {
  decision: object(
    { ...link, ...caller, type: only('decision'), verdict, mode: described<Mode>(text), receipt },
    {
      ...ofCaller,
      policy: about(text, 'Revision of the policy in force.'),
      world: about(
        described<PackedWorld>(ofSchema),
        'What the decision asked of the machine, so that it can be made again.',
      ),
      facts: about(described<Facts>(ofSchema), 'What a tool of the app said of the call.'),
    },
  ),
  answer: object(
    { ...link, ...caller, type: only('answer'), verdict: answered },
    {
      ...ofCaller,
      scope: text,
      rules: texts,
      hosts: about(texts, 'Opened for sandboxed calls instead of an approval.'),
      sources: about(texts, 'Trusted for the rest of the session, with the approval.'),
      comment: about(text, 'For the agent.'),
      by: about(text, 'Who answered.'),
      from: about(text, 'From where: terminal, web, webhook ...'),
      waitedMs: count,
    },
  ),
  start: about(
    object({ ...link, ...caller, type: only('start') }, ofCaller),
    'The call begins to run. Its input is in the decision, under the same key.',
  ),
  end: about(
    object(
      { ...link, ...caller, type: only('end'), ok: flag },
      {
        ...ofCaller,
        error: text,
        durationMs: count,
        source: about(
          only('host'),
          'The agent program told it, and a person was there to be asked by it. After an ask of ours it proves that the call ran, not who approved it.',
        ),
        refusedBy: about(
          oneOf(...refusingGates),
          'The call never ran: a rule, the mode or the judging model of the agent program stopped it.',
        ),
      },
    ),
    'The call has ended, as the program that ran it tells it.',
  ),
  grant: object(
    {
      ...link,
      type: only('grant'),
      grant: object(
        {
          id: text,
          rules: texts,
          answers: described<readonly Ask[]>(list(fields)),
          scope: described<Scope>(text),
          givenIn: described<Mode>(text),
        },
        {
          callKey: text,
          project: text,
          session: text,
          owner: described<OwnerSpace>(ofSchema),
          expires: count,
        },
      ),
    },
    hidden,
  ),
  revoke: about(
    object(
      {
        ...link,
        type: only('revoke'),
        verdict: answered,
        grant: object({ id: text, rules: texts, scope: text }),
      },
      { by: text, from: text, ...hidden },
    ),
    'A remembered answer that was taken back.',
  ),
  failure: object({ ...link, type: only('failure'), error: text }, hidden),
  mark: about(
    object({ ...link, type: only('mark'), mark }),
    'What the log says of itself: where it was found to be incomplete, and what it has removed.',
  ),
};

export type DecisionEntry = TypeOf<typeof logEntryShapes.decision>;
export type AnswerEntry = TypeOf<typeof logEntryShapes.answer>;
export type StartEntry = TypeOf<typeof logEntryShapes.start>;
export type EndEntry = TypeOf<typeof logEntryShapes.end>;
export type GrantEntry = TypeOf<typeof logEntryShapes.grant>;
export type RevokeEntry = TypeOf<typeof logEntryShapes.revoke>;
type FailureEntry = TypeOf<typeof logEntryShapes.failure>;
type MarkEntry = TypeOf<typeof logEntryShapes.mark>;

export type RecordedCall = TypeOf<typeof recordedCall>;
export type Mark = TypeOf<typeof mark>;
export type CompactReceipt = TypeOf<typeof receipt>;
export type CompactPart = TypeOf<typeof part>;
export type CompactRule = TypeOf<typeof rule>;

/** One line of the log. */
export type LogEntry =
  | DecisionEntry
  | AnswerEntry
  | StartEntry
  | EndEntry
  | GrantEntry
  | RevokeEntry
  | FailureEntry
  | MarkEntry;

/** An entry in a database: without a place in a chain, because the database controls who may change rows. */
export type KeptEntry = WithoutLink<LogEntry>;

type WithoutLink<E> = E extends LogEntry ? Omit<E, 'v' | 'seq' | 'prev' | 'hash'> : never;

/** The published schema of the lines: other programs may rely on it having no other fields. */
export function logEntrySchema(): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'One line of a Permesso log',
    description:
      'JSON Lines; each line is canonical JSON (RFC 8785) with `hash` added last. `hash` is the SHA-256 of the line without it.',
    oneOf: Object.values(logEntryShapes).map(withoutOthers),
  };
}

function withoutOthers(schema: Schema): Schema {
  const { properties, items, anyOf } = schema;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, withoutOthers(field)]),
      ),
      additionalProperties: false,
    }),
    ...(items && { items: withoutOthers(items) }),
    ...(anyOf && { anyOf: anyOf.map(withoutOthers) }),
  };
}
