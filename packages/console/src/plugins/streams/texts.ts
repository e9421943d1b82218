import { countText } from '../../format.ts';

/** Every text about streams to a SIEM. */
export const streamTexts = {
  title: 'SIEM streams',
  sub: 'Every entry is delivered at least once, without gaps',
  add: 'Add stream',
  none: 'No streams yet.',
  kinds: {
    otlp: 'OpenTelemetry (OTLP/HTTP)',
    splunk: 'Splunk HEC',
    syslog: 'Syslog over TLS',
    s3: 'S3-compatible storage',
  } as Readonly<Record<string, string>>,
  behind: (batches: number): string =>
    batches === 0 ? 'up to date' : `${countText(batches, 'batch', 'batches')} behind`,
  failing: (batches: number): string => `failing, ${countText(batches, 'batch', 'batches')} behind`,
  never: 'nothing sent yet',
  sent: (when: string): string => `as of ${when}`,
  askRemove: (host: string): string => `Stop streaming to ${host}?`,
  removeWords: 'Its position is lost. A new stream starts now or from the first entry.',
  addTitle: 'New stream',
  kind: 'Kind',
  fields: {
    url: 'Address (https)',
    authorization: 'Authorization header',
    token: 'Token',
    index: 'Index',
    host: 'Host',
    port: 'Port',
    bucket: 'Bucket',
    region: 'Region',
    prefix: 'Prefix',
    accessKey: 'Access key',
    secretKey: 'Secret key',
  },
  optional: (name: string): string => `${name} (optional)`,
  from: 'Which entries',
  fromNow: 'From now on',
  fromStart: 'All, from the first entry',
  save: 'Add stream',
  added: 'The stream was added',
} as const;
