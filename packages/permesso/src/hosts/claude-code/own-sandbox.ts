import { readText } from '@permesso/gate/disk';
import type { Check } from '../../examine/finding.ts';
import { settingValues } from '../../examine/setting-values.ts';
import type { HostPlaces } from '../../install/installer.ts';
import { claudeSettings } from './settings-files.ts';

/** Whether a settings file enables Claude Code's own sandbox: ours cannot start inside it. */
export function ownSandbox(places: HostPlaces): readonly Check[] {
  return claudeSettings(places).flatMap(({ path, as }): readonly Check[] => {
    const read = readText(path);
    const values = 'text' in read ? settingValues(read.text, as) : [];
    const isOn =
      !('error' in values) &&
      values.some(({ path: at, value }) => at.join('.') === 'sandbox.enabled' && value === true);
    return isOn
      ? [
          {
            name: 'sandbox',
            is: 'unknown',
            what: `${path} switches its own sandbox on: calls that Permesso runs sandboxed (\`sandbox: on\`) do not start in it`,
            fix: 'use one of the two: remove sandbox.enabled there, or write `sandbox: off` in your policy',
          },
        ]
      : [];
  });
}
