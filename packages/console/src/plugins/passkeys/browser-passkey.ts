import { passkeyOptions } from '@permesso/protocol/console';
import { post, problemCode, send } from '../../api.ts';
import type { PasskeyAct } from '../../plugin.ts';
import { passkeyTexts } from './texts.ts';

export interface SaidAct extends PasskeyAct {
  /** The request's whole body, which the passkey signs. */
  readonly said: object;
}

/** Has the person use one of their passkeys, for exactly this act. */
export async function showPasskey(act: SaidAct): Promise<object> {
  const options = await post(passkeyOptions, '/v1/passkey-challenges', act);
  return await touched(() =>
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
    }),
  );
}

/** Creates a passkey on this device or another one, and registers it. */
export async function registerPasskey(name: string, person: string): Promise<void> {
  const path = '/v1/me/passkeys';
  const options = await post(passkeyOptions, `${path}/options`, {}).catch(async (error: unknown) => {
    if (problemCode(error) !== 'passkey') throw error;
    const passkey = await showPasskey({ act: 'add', subject: person, said: {} });
    return await post(passkeyOptions, `${path}/options`, { passkey });
  });
  const made = await touched(() =>
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
        options as PublicKeyCredentialCreationOptionsJSON,
      ),
    }),
  );
  await send('POST', path, { name, made });
}

async function touched(ask: () => Promise<Credential | null>): Promise<object> {
  try {
    const found = await ask();
    if (found instanceof PublicKeyCredential) return found.toJSON();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    if (error.name === 'InvalidStateError') throw new Error(passkeyTexts.thereIsOne, { cause: error });
    if (error.name !== 'NotAllowedError' && error.name !== 'AbortError') throw error;
  }
  throw new Error(passkeyTexts.notShown);
}
