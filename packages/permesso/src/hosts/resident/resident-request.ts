import { createHash } from 'node:crypto';
import { residentProtocol } from './resident-places.ts';

/**
 * A request, in lines that a shell can write: `permesso-resident 2 NONCE DIGEST HOST SENT PATIENCE ASK`, then HOME, XDG_CONFIG_HOME and
 * XDG_STATE_HOME of the hook, then the payload up to the end. HOST is `status` or `stop` for the command line.
 */
export interface ResidentRequest {
  readonly nonce: string;
  /** SHA-256 of the payload. */
  readonly digest: string;
  readonly host: string;
  /** Seconds since the machine started, when the launcher asked. */
  readonly sent: number;
  /** Seconds after which the launcher has the hook answer. */
  readonly patience: number;
  /** As `--ask`; empty when the launcher has none. */
  readonly ask: string;
  readonly environment: readonly [home: string, config: string, state: string];
  readonly payload: string;
}

const firstLine = new RegExp(
  `^${residentProtocol} ([\\w-]{8,64}) ([\\da-f]{64}) ([\\w-]{1,40}) ([\\d.]{1,20}) ([\\d.]{1,10}) ([\\w-]{0,40})$`,
);

/** Nothing where it is no request of this protocol, or the payload is not what its sender had. */
export function readRequest(bytes: Buffer): ResidentRequest | undefined {
  const [line = '', home, config, state] = bytes.toString('utf8', 0, 16_384).split('\n', 4);
  const [, nonce = '', digest = '', host = '', sent, patience, ask = ''] = firstLine.exec(line) ?? [];
  if (nonce === '' || home === undefined || config === undefined || state === undefined) return undefined;
  const start = Buffer.byteLength([line, home, config, state].join('\n')) + 1;
  const payload = bytes.subarray(start);
  if (createHash('sha256').update(payload).digest('hex') !== digest) return undefined;
  return {
    nonce,
    digest,
    host,
    sent: Number(sent),
    patience: Number(patience),
    ask,
    environment: [home, config, state],
    payload: payload.toString('utf8'),
  };
}

export function writeRequest({
  nonce,
  host,
  sent,
  patience,
  ask,
  environment,
  payload,
}: Omit<ResidentRequest, 'digest'>): string {
  const digest = createHash('sha256').update(payload).digest('hex');
  return [
    `${residentProtocol} ${nonce} ${digest} ${host} ${sent} ${patience} ${ask}`,
    ...environment,
    payload,
  ].join('\n');
}

/** What the launcher compares before it takes a word of a reply for true. */
export function writeReply({ nonce, digest }: ResidentRequest, code: number, text: string): string {
  return `${residentProtocol} ${nonce} ${digest} ${code} ${text}`;
}
