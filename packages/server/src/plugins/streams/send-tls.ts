import { definedFields } from '@permesso/engine/call';
import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { isPublicAddress } from '../../outbound/public-address.ts';
import { ForbiddenAddress, publicLookup } from '../../outbound/send.ts';

export interface TlsMessage {
  readonly host: string;
  readonly port: number;
  readonly bytes: Buffer;
  /** Certificates trusted in addition to the system's, in PEM. */
  readonly ca?: string;
}

/** Sends bytes and closes; resolves when the other side has closed, too. */
export type SendTls = (message: TlsMessage) => Promise<void>;

const deadline = 10_000;

/** With the same restrictions as `guardedSend`. */
export function guardedTls({ permitted }: { readonly permitted: readonly string[] }): SendTls {
  return async ({ host, port, bytes, ca }) => {
    const isPermitted = permitted.includes(host);
    if (isIP(host) !== 0 && !isPermitted && !isPublicAddress(host))
      throw new ForbiddenAddress(`${host} is not a public address`);
    const socket = connect({
      host,
      port,
      ...(isIP(host) === 0 ? { servername: host } : {}),
      ...definedFields({ ca }),
      ...(isPermitted ? {} : { lookup: publicLookup }),
    });
    const timer = setTimeout(() => socket.destroy(new Error('no answer in time')), deadline);
    try {
      await once(socket, 'secureConnect');
      socket.end(bytes);
      socket.resume();
      await once(socket, 'end');
    } finally {
      clearTimeout(timer);
      socket.destroy();
    }
  };
}
