import { existsSync } from 'node:fs';

const shell = '/usr/bin/chromium-headless-shell';

/** Debian's own. Without its windows it takes less than half of the processor time. */
export const chromiumFile: string =
  process.env['CHROMIUM'] ?? (existsSync(shell) ? shell : '/usr/bin/chromium');
