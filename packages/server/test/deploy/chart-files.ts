import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const deployFolder: string = join(import.meta.dirname, '../../../../docs/server');
export const chartFolder: string = join(deployFolder, 'chart');

/** Of every file of the chart: what was rendered from it says so, and a test fails where the chart has changed since. */
export function chartDigest(): string {
  const hash = createHash('sha256');
  for (const file of globSync('**/*.yaml', { cwd: chartFolder }).toSorted())
    hash.update(`${file.replaceAll('\\', '/')}\n${readFileSync(join(chartFolder, file), 'utf8')}\n`);
  return hash.digest('hex');
}

/** What `kubernetes/` holds, by the templates that it is rendered from. */
export const renderedFiles: Readonly<Record<string, readonly string[]>> = {
  'kubernetes/server.yaml': [
    'service-account.yaml',
    'deployment.yaml',
    'service.yaml',
    'disruption-budget.yaml',
  ],
  'kubernetes/network.yaml': ['network-policy.yaml'],
};
