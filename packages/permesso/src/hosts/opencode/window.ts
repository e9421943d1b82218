import { spawn } from 'node:child_process';
import { findPlaces } from '@permesso/gate/disk';
import { steering } from '../../launch/launcher.ts';
import { findPrograms } from '../../intercept/plugin-programs.ts';
import { showForms, type OpenCodeWindow } from './window-forms.ts';

interface Disposing {
  readonly lifecycle?: { readonly onDispose?: (end: () => void) => unknown };
}

/**
 * The file that OpenCode's window loads: it starts a bridge and draws its forms. Without it nothing is let through;
 * the hook asks elsewhere.
 */
// oxlint-disable-next-line no-default-export -- the window of OpenCode takes the default export
export default {
  id: 'permesso',
  tui: (window: OpenCodeWindow & Disposing): Promise<void> => {
    const program = findPrograms({
      here: import.meta.dirname,
      directory: process.cwd(),
      env: process.env,
      ...('bun' in process.versions ? {} : { own: process.execPath }),
    });
    if ('missing' in program) return Promise.resolve();
    const bridge = spawn(program.node, [program.hook, 'bridge', '--state', findPlaces().state], {
      env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !steering.includes(name))),
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    // No bridge, no form: the hook asks elsewhere.
    bridge.on('error', () => undefined);
    window.lifecycle?.onDispose?.(() => void bridge.kill());
    showForms(bridge, window);
    return Promise.resolve();
  },
};
