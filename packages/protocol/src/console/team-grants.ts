import { count, fields, flag, list, object, oneOf, orNull, text, type TypeOf } from '../shape/index.ts';

/** Rules that a team may grant to all of its agents after one of them asked. */
export const grantOffers = object(
  { offers: list(object({ rules: list(text), covers: text })) },
  { refused: text },
);

export type GrantOffers = TypeOf<typeof grantOffers>;

const listedGrant = object({
  id: text,
  owner: text,
  call: object({ tool: text, input: fields }),
  /** Null: for the whole organisation. */
  project: orNull(text),
  rules: list(text),
  digest: text,
  quorum: count,
  expiresAt: text,
  votes: list(object({ person: text, verdict: text })),
});

export type ListedGrant = TypeOf<typeof listedGrant>;

export const grantList = object({ grants: list(listedGrant) });

/** The result of a vote or a proposal. */
export const votedGrant = object({ state: text });

/** Where a person is notified about approval requests. */
export const ownTargets = object({
  hooks: list(
    object(
      {
        id: text,
        kind: oneOf('webhook', 'slack', 'slack-channel', 'teams', 'mail', 'push'),
        host: text,
        confirmedAt: orNull(text),
      },
      {
        onlyEscalated: flag,
        /** For a browser: the id by which its own page recognises it. */
        print: orNull(text),
      },
    ),
  ),
});

export type OwnTarget = TypeOf<typeof ownTargets>['hooks'][number];
