import { parseJson } from '@permesso/engine/call';
import { readText } from '@permesso/gate/disk';
import { loadReportFile, type LoadReport } from '../intercept/start-plugin.ts';
import { pluginFor } from '../install/plugin-files.ts';
import type { CheckContext, Examination } from './examination.ts';
import type { Check } from './finding.ts';

/** A program does not report a plugin that failed to load, so ours leaves a marker when it loads. */
export function pluginLoaded(host: string): NonNullable<Examination['checks']> {
  return (context) => reportChecks(host, context);
}

function reportChecks(host: string, { state, programs, isProven }: CheckContext): readonly Check[] {
  const plugin = pluginFor(host, programs.plugin);
  const beat = readLoadReport(loadReportFile(state, host));
  const fix = 'start it once, then run permesso doctor again';
  // The canary's plugin leaves its marker in the canary's own home.
  if (beat === undefined && isProven)
    return [
      {
        name: 'loaded',
        is: 'ok',
        what: 'the canary loaded the plugin; it has not been started here since init',
      },
    ];
  if (beat === undefined)
    return [{ name: 'loaded', is: 'unknown', what: 'the plugin has never been loaded', fix }];
  if (beat.missing !== undefined)
    return [{ name: 'loaded', is: 'wrong', what: `no call will run: ${beat.missing}`, fix: 'permesso init' }];
  const when = new Date(beat.at).toISOString().slice(0, 10);
  return beat.plugin === plugin
    ? [{ name: 'loaded', is: 'ok', what: `the plugin was loaded on ${when}` }]
    : [{ name: 'loaded', is: 'unknown', what: `another plugin was loaded on ${when}: ${beat.plugin}`, fix }];
}

function readLoadReport(file: string): LoadReport | undefined {
  const read = readText(file);
  if (!('text' in read)) return undefined;
  const value: unknown = parseJson(read.text);
  if (typeof value !== 'object' || value === null) return undefined;
  const { at, plugin } = value as Partial<LoadReport>;
  return typeof at === 'number' && typeof plugin === 'string' ? (value as LoadReport) : undefined;
}
