import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const repository = join(import.meta.dirname, '../../../..');
export const dashboards = join(repository, 'dashboards');
export const runbooks = join(repository, 'docs/runbooks');
export const rulesFile = join(dashboards, 'permesso-alerts.yaml');

export interface Prometheus {
  /** What an expression gives now. */
  readonly query: (expression: string) => Promise<readonly Sample[]>;
  /** Waits until the alert fires. */
  readonly fires: (alert: string, seconds?: number) => Promise<boolean>;
  readonly end: () => Promise<void>;
}

interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

/**
 * A real Prometheus that reads one server each second, with the rules as they are but for how long an alert has to last
 * (`for`), and for what the caller changes.
 */
export async function startPrometheus(
  metricsUrl: string,
  change: (rules: string) => string = (rules) => rules,
): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'permesso-prometheus-'));
  const rules = change(readFileSync(rulesFile, 'utf8')).replaceAll(/for: \w+/g, 'for: 0s');
  writeFileSync(join(folder, 'alerts.yaml'), rules);
  writeFileSync(
    join(folder, 'prometheus.yml'),
    [
      'global: { scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 500ms }',
      'rule_files: [alerts.yaml]',
      'scrape_configs:',
      '  - job_name: permesso',
      `    static_configs: [{ targets: ['${new URL(metricsUrl).host}'] }]`,
      '',
    ].join('\n'),
  );
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const ended = once(child, 'exit');
  const get = async (path: string): Promise<{ readonly data: unknown }> => {
    const response = await fetch(url + path);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { readonly data: unknown };
  };
  for (let tries = 0; ; tries++) {
    const isReady = await fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) break;
    if (child.exitCode !== null || tries > 600) throw new Error('prometheus did not start');
    await pause(100);
  }
  return {
    query: async (expression) => {
      const { data } = await get(`/api/v1/query?query=${encodeURIComponent(expression)}`);
      return (data as { readonly result: readonly Sample[] }).result;
    },
    fires: async (alert, seconds = 60) => {
      for (const until = Date.now() + seconds * 1000; Date.now() < until; await pause(250)) {
        const { data } = await get('/api/v1/alerts');
        const { alerts } = data as {
          readonly alerts: readonly {
            readonly labels: { readonly alertname: string };
            readonly state: string;
          }[];
        };
        if (alerts.some(({ labels, state }) => labels.alertname === alert && state === 'firing')) return true;
      }
      return false;
    },
    end: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
