import { seal, unseal, UnsealError, type SealKeys } from '../../secrets/seal.ts';

/** A Slack user, by Slack's own ids. */
export interface SlackUser {
  readonly team: string;
  readonly user: string;
}

const minutes = 15;

const purposeOf = (organisation: string): string => `slack user of ${organisation}`;

interface Keys {
  readonly organisation: string;
  readonly secret: SealKeys;
  readonly now: number;
}

/** Shown only to one Slack user, so a person who has it can see that user's messages. */
export function linkCode({ team, user }: SlackUser, { organisation, secret, now }: Keys): string {
  const text = JSON.stringify({ team, user, until: now + minutes * 60_000 });
  return seal(text, purposeOf(organisation), secret).toString('base64url');
}

/** Undefined if the code is forged, from another organisation, or expired. */
export function readLinkCode(code: string, { organisation, secret, now }: Keys): SlackUser | undefined {
  try {
    const text = unseal(Buffer.from(code, 'base64url'), purposeOf(organisation), secret).toString();
    const { team, user, until } = JSON.parse(text) as SlackUser & { readonly until: number };
    return until > now ? { team, user } : undefined;
  } catch (error) {
    if (error instanceof UnsealError) return undefined;
    throw error;
  }
}
