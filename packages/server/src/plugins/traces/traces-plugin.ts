import type { Plugin } from '../../plugin.ts';
import { numberIn, SettingsError, type Environment, type SettingsPart } from '../../settings.ts';
import { spanSender } from './send-spans.ts';
import { recordSpans } from './record-spans.ts';

interface TracesSetting {
  readonly url: string;
  readonly percent: number;
}

const tracesSettings = {
  variables: [
    [
      'PERMESSO_TRACES_URL',
      'the OpenTelemetry collector that receives traces over OTLP/HTTP, such as `http://127.0.0.1:4318`',
      'no traces',
    ],
    ['PERMESSO_TRACES_PERCENT', 'percentage of requests that are traced', '10'],
  ],
  read: tracesFrom,
} satisfies SettingsPart;

function tracesFrom(env: Environment): TracesSetting | undefined {
  const url = env['PERMESSO_TRACES_URL'];
  const percent = numberIn(env, 'PERMESSO_TRACES_PERCENT', { absent: 10, least: 0, most: 100 });
  if (url === undefined || url === '') return undefined;
  if (!/^https?:/.test(url) || !URL.canParse(url))
    throw new SettingsError('PERMESSO_TRACES_URL is not an address such as http://127.0.0.1:4318');
  return { url: url.replace(/\/$/, ''), percent };
}

/** A span per request and per transaction in it, for an OpenTelemetry collector. */
export const tracesPlugin: Plugin = {
  name: 'traces',
  settings: tracesSettings,
  open: ({ settings, log }) => {
    const found = tracesSettings.read(settings.env);
    if (found === undefined) return {};
    const sender = spanSender(found.url, (error) => log.warn({ err: error }, 'traces were dropped'));
    const end = recordSpans({ share: found.percent / 100, onSpan: sender.add });
    return {
      close: async () => {
        end();
        await sender.end();
      },
    };
  },
};
