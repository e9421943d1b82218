import { definedFields } from '@permesso/engine/call';
import type { SendTls } from './send-tls.ts';
import type { Incoming } from '../../outbound/send.ts';
import { signS3 } from '../../outbound/sign-s3.ts';
import { jsonLines, otlpBody, splunkBody, syslogFrames, type StreamRecord } from './stream-record.ts';
import type { ServerContext } from '../../module.ts';

/** Where entries are pushed, sealed at rest. */
export type StreamTarget =
  | {
      readonly kind: 'otlp';
      readonly url: string;
      readonly authorization?: string;
    }
  | { readonly kind: 'splunk'; readonly url: string; readonly token: string; readonly index?: string }
  | { readonly kind: 'syslog'; readonly host: string; readonly port: number; readonly ca?: string }
  | {
      readonly kind: 's3';
      readonly url: string;
      readonly bucket: string;
      readonly prefix?: string;
      readonly region: string;
      readonly accessKey: string;
      readonly secretKey: string;
    };

export interface StreamSending extends Pick<ServerContext, 'send' | 'now'> {
  readonly sendTls: SendTls;
  /** This server's name in the messages. */
  readonly from: string;
}

export interface StreamBatch {
  readonly records: readonly StreamRecord[];
  /** The first leaf: a repeated batch overwrites the same object. */
  readonly leaf: number;
}

/** Resolves when the receiver has accepted all of it. */
export async function sendBatch(target: StreamTarget, batch: StreamBatch, by: StreamSending): Promise<void> {
  const { records, leaf } = batch;
  if (target.kind === 'syslog') {
    const { host, port, ca } = target;
    const bytes = syslogFrames(records, by.from);
    return await by.sendTls({ host, port, bytes, ...definedFields({ ca }) });
  }
  if (target.kind === 's3') return taken(await putObject(target, batch, by));
  if (target.kind === 'splunk') {
    const answer = await by.send({
      url: new URL('/services/collector/event', target.url).href,
      method: 'POST',
      headers: { authorization: `Splunk ${target.token}`, 'content-type': 'application/json' },
      body: splunkBody(records, target.index),
    });
    taken(answer);
    if (!/"code"\s*:\s*0\b/.test(answer.body)) throw new Error(`it answered ${answer.body.slice(0, 200)}`);
    return;
  }
  const { authorization } = target;
  const answer = await by.send({
    url: new URL('/v1/logs', target.url).href,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...definedFields({ authorization }),
    },
    body: otlpBody(records),
  });
  taken(answer);
  const [, rejected = '0'] = /"rejectedLogRecords"\s*:\s*"?(\d+)/.exec(answer.body) ?? [];
  if (rejected !== '0')
    throw new Error(`it rejected ${rejected} records from leaf ${leaf}: ${answer.body.slice(0, 200)}`);
}

async function putObject(
  target: Extract<StreamTarget, { kind: 's3' }>,
  { records, leaf }: StreamBatch,
  { send, now }: StreamSending,
): Promise<Incoming> {
  const { prefix = 'permesso', bucket, region, accessKey, secretKey } = target;
  const [first] = records;
  const name = `${first?.organisation ?? ''}/${String(leaf).padStart(16, '0')}.jsonl`;
  const url = new URL(`/${bucket}/${prefix}/${name}`, target.url);
  const body = jsonLines(records);
  const signed = signS3({ method: 'PUT', url, body, region, accessKey, secretKey, at: new Date(now()) });
  const headers = { ...signed, 'content-type': 'application/x-ndjson' };
  return await send({ url: url.href, method: 'PUT', headers, body });
}

function taken({ status, body }: Incoming): void {
  if (status < 200 || status > 299) throw new Error(`it answered ${status}: ${body.slice(0, 200)}`);
}
