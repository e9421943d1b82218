import { ask, type Answered } from './ask.ts';
import { makePasskey, origin, showPasskey, type Flaws, type SoftPasskey } from './soft-passkey.ts';

/** Somebody at a page of the server, signed in with a token. */
export interface AtPage {
  readonly ask: (what: string, body?: unknown) => Promise<Answered>;
  /** Registers a passkey, showing `beside` where there is one. */
  readonly register: (beside?: SoftPasskey) => Promise<SoftPasskey & { readonly row: string }>;
  /** What a passkey makes of the challenge for an act. */
  readonly show: (passkey: SoftPasskey, act: Act, flaws?: Flaws) => Promise<object>;
}

export interface Act {
  readonly act: string;
  readonly subject: string;
  readonly said: object;
}

export async function atPage(server: { readonly url: string }, token: string): Promise<AtPage> {
  const begun = await ask(server, 'POST /v1/sign-in/token', { body: { token }, headers: { origin } });
  const cookie = /^[^;]+/.exec(begun.headers.get('set-cookie') ?? '')?.[0] ?? '';
  const { json } = await ask(server, 'GET /v1/session', { headers: { cookie } });
  const headers = { cookie, origin, 'permesso-csrf': json.csrf };
  const asked = (what: string, body?: unknown): Promise<Answered> =>
    ask(server, what, { headers, ...(body === undefined ? {} : { body }) });
  const show: AtPage['show'] = async (passkey, act, flaws) => {
    const { status, json: options } = await asked('POST /v1/passkey-challenges', act);
    if (status !== 200) throw new Error(`no challenge: ${status} ${JSON.stringify(options)}`);
    return showPasskey(passkey, options, flaws);
  };
  return {
    ask: asked,
    show,
    register: async (beside) => {
      const { json: me } = await asked('GET /v1/me');
      const shown =
        beside === undefined
          ? {}
          : { passkey: await show(beside, { act: 'add', subject: me.person, said: {} }) };
      const options = await asked('POST /v1/me/passkeys/options', shown);
      if (options.status !== 200) throw new Error(`no options: ${JSON.stringify(options.json)}`);
      const { passkey, made } = makePasskey(options.json);
      const added = await asked('POST /v1/me/passkeys', { name: 'Phone', made });
      if (added.status !== 201) throw new Error(`not registered: ${JSON.stringify(added.json)}`);
      return Object.assign(passkey, { row: String(added.json.id) });
    },
  };
}
