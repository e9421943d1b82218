import { createHash } from 'node:crypto';
import { residentProtocol } from '../launch/resident-places.ts';

/**
 * A request, in lines that a shell can write: `permesso-resident 4 NONCE DIGEST HOST SENT PATIENCE LAUNCHER ASK`,
 * then HOME, XDG_CONFIG_HOME, XDG_STATE_HOME, the directory and CLAUDE_PROJECT_DIR of the hook, then the payload up
 * to the end. HOST is `status` or `stop` for the command line.
 */
export interface ResidentRequest {
  readonly nonce: string;
  /** SHA-256 of the payload. */
  readonly digest: string;
  readonly host: string;
  /** Seconds since boot, when the launcher asked. */
  readonly sent: number;
  /** Seconds after which the launcher starts the hook instead. */
  readonly patience: number;
  /** The launcher's process id: its environment is what the program gave its hook. */
  readonly launcher: number;
  /** The value of `--ask`; empty without one. */
  readonly ask: string;
  readonly environment: readonly [home: string, config: string, state: string];
  /** The hook's working directory, and the program's variable for its own start directory. */
  readonly started: readonly [cwd: string, project: string];
  readonly payload: string;
}

const firstLine = new RegExp(
  `^${residentProtocol} ([\\w-]{8,64}) ([\\da-f]{64}) ([\\w-]{1,40}) ([\\d.]{1,20}) ([\\d.]{1,10}) (\\d{1,10}) ([\\w-]{0,40})$`,
);

/** Undefined if it is not a request of this protocol, or the payload is not its sender's. */
export function readRequest(bytes: Buffer): ResidentRequest | undefined {
  const [line = '', ...rest] = bytes.toString('utf8', 0, 32_768).split('\n', 6);
  const [home, config, state, cwd, project] = rest;
  const [, nonce = '', digest = '', host = '', sent, patience, launcher, ask = ''] =
    firstLine.exec(line) ?? [];
  if (nonce === '' || home === undefined || config === undefined || state === undefined) return undefined;
  if (cwd === undefined || project === undefined) return undefined;
  const start = Buffer.byteLength([line, ...rest].join('\n')) + 1;
  const payload = bytes.subarray(start);
  if (createHash('sha256').update(payload).digest('hex') !== digest) return undefined;
  return {
    nonce,
    digest,
    host,
    sent: Number(sent),
    patience: Number(patience),
    launcher: Number(launcher),
    ask,
    environment: [home, config, state],
    started: [cwd, project],
    payload: payload.toString('utf8'),
  };
}

export function writeRequest({
  nonce,
  host,
  sent,
  patience,
  launcher,
  ask,
  environment,
  started,
  payload,
}: Omit<ResidentRequest, 'digest'>): string {
  const digest = createHash('sha256').update(payload).digest('hex');
  return [
    `${residentProtocol} ${nonce} ${digest} ${host} ${sent} ${patience} ${launcher} ${ask}`,
    ...environment,
    ...started,
    payload,
  ].join('\n');
}

/** Repeats what the launcher compares before it accepts a reply. */
export function writeReply({ nonce, digest }: ResidentRequest, code: number, text: string): string {
  return `${residentProtocol} ${nonce} ${digest} ${code} ${text}`;
}
