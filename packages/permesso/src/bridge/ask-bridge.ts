import { randomBytes } from 'node:crypto';
import { definedFields } from '@permesso/engine/call';
import { CannotAsk } from '@permesso/protocol/approval';
import { recordInText } from '@permesso/gate/disk';
import { bridgeProblem, socketAddress, type Bridge } from './bridges.ts';
import type { Form } from './form.ts';
import type { ProcessFacts } from '@permesso/gate/payloads';
import type { FormOutcome } from './read-result.ts';
import { readRequestLine } from './request-line.ts';
import { isSealed, sealedText } from './seal.ts';

export interface BridgeRequest {
  readonly form: Form;
  readonly signal: AbortSignal;
}

export interface BridgeTarget {
  readonly bridge: Bridge;
  readonly host: ProcessFacts;
  readonly state: string;
}

/**
 * Has a bridge show a form, and waits. Throws `CannotAsk` if the bridge goes away or the reply is not this bridge's
 * answer to this request. Aborting closes the connection, and with it the form.
 */
export async function askBridge(
  { form, signal }: BridgeRequest,
  { bridge, host, state }: BridgeTarget,
): Promise<FormOutcome> {
  // Most calls are not asked about, and loading streams costs milliseconds.
  const { connect } = await import('node:net');
  const nonce = randomBytes(32).toString('base64url');
  const request = JSON.stringify({ nonce, form });
  const address = socketAddress(state, bridge.socket);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(address.path);
  const stop = (): void => reject(new CannotAsk('the request was withdrawn'));
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  socket.on('error', (error) => reject(new CannotAsk(`the bridge cannot be reached: ${error.message}`)));
  socket.on('close', () => reject(new CannotAsk('the bridge closed the connection')));
  readRequestLine(socket, resolve);
  socket.write(`${request}\n`);
  try {
    const line = await promise;
    // Checked again: the process that answers must be the one found before the request.
    const problem = bridgeProblem(bridge, host);
    if (problem !== undefined) throw new CannotAsk(`an answer came that does not count: ${problem}`);
    return sealedOutcome(line, { nonce, request, publicKey: bridge.publicKey });
  } finally {
    signal.removeEventListener('abort', stop);
    socket.destroy();
    address.close();
  }
}

interface Expected {
  readonly nonce: string;
  readonly request: string;
  readonly publicKey: string;
}

function sealedOutcome(line: string, { nonce, request, publicKey }: Expected): FormOutcome {
  const said = recordInText(line);
  const { outcome, signature } = said;
  const isOurs =
    said['nonce'] === nonce &&
    typeof outcome === 'string' &&
    typeof signature === 'string' &&
    isSealed(sealedText({ nonce, request, outcome }), { publicKey, signature });
  if (!isOurs) throw new CannotAsk('an answer came that the bridge did not give');
  const { result, error, after } = recordInText(outcome);
  return {
    ...definedFields({ result }),
    ...(typeof error === 'string' ? { error } : {}),
    after: typeof after === 'number' ? after : 0,
  };
}
