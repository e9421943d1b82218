import { object, orNull, text, type TypeOf } from '../shape/index.ts';

/** Who the signed-in person is in Slack. `proposed` is a guess by the address: it counts for nothing. */
export const ownSlack = object({
  workspace: orNull(object({ team: text, name: text })),
  linked: orNull(object({ team: text, user: text, confirmedAt: text })),
  proposed: orNull(object({ team: text, user: text, name: text })),
});

export type OwnSlack = TypeOf<typeof ownSlack>;
