import { object, orNull, text, type TypeOf } from '../shape/index.ts';

/** The signed-in person's Slack account. `proposed` is a guess by email address and grants nothing. */
export const ownSlack = object({
  workspace: orNull(object({ team: text, name: text })),
  linked: orNull(object({ team: text, user: text, confirmedAt: text })),
  proposed: orNull(object({ team: text, user: text, name: text })),
});

export type OwnSlack = TypeOf<typeof ownSlack>;
