import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { textAt } from './message.ts';
import { definedFields, isRecord } from '@permesso/engine/call';

/** The state that the client carries for us between two attempts of one stateless call. */
export interface RequestState {
  /**
   * `asked`: the approval request was sent. `approved`: a person approved, and the server itself asks for something.
   */
  readonly is: 'asked' | 'approved';
  /** The call that it is for, and for `asked` everything shown with it. */
  readonly about: string;
  /** The server's own state. */
  readonly inner?: string;
}

export interface RequestStates {
  readonly seal: (state: RequestState) => string;
  /** Undefined for a state that we did not write, that is too old, or that was used before. */
  readonly open: (sealed: string) => RequestState | undefined;
}

const quarterHour = 15 * 60_000;

/**
 * The client holds the state, so it is signed with a key that only this process knows, names exactly one call, and
 * works once: an approval can neither be moved to other arguments nor be used again.
 */
export function requestStates({ now = Date.now }: { readonly now?: () => number } = {}): RequestStates {
  const key = randomBytes(32);
  const used = new Map<string, number>();
  const sign = (text: string): Buffer => createHmac('sha256', key).update(text).digest();
  const forget = (): void => {
    for (const [nonce, until] of used) if (until <= now()) used.delete(nonce);
  };
  return {
    seal: (state) => {
      const kept = { ...state, until: now() + quarterHour, nonce: randomBytes(12).toString('base64url') };
      const text = Buffer.from(JSON.stringify(kept)).toString('base64url');
      return `permesso.${text}.${sign(text).toString('base64url')}`;
    },
    open: (sealed) => {
      const [mark, text = '', signature = '', rest] = sealed.split('.');
      if (mark !== 'permesso' || rest !== undefined) return undefined;
      const given = Buffer.from(signature, 'base64url');
      const right = sign(text);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
      const kept: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
      if (!isRecord(kept)) return undefined;
      const until = Number(kept['until']);
      const nonce = textAt(kept, 'nonce') ?? '';
      forget();
      if (until <= now() || used.has(nonce)) return undefined;
      used.set(nonce, until);
      const inner = textAt(kept, 'inner');
      return {
        is: kept['is'] === 'approved' ? 'approved' : 'asked',
        about: textAt(kept, 'about') ?? '',
        ...definedFields({ inner }),
      };
    },
  };
}
