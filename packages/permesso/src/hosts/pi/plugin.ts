import { refusalOf } from '../../intercept/ask-hook.ts';
import { startPlugin } from '../../intercept/start-plugin.ts';

/** The part of Pi's extension API that we use, as a structural type: its package is not a dependency. */
interface PiExtensions {
  readonly on: (event: 'tool_call', handler: (event: PiCall, context: PiContext) => Promise<PiBlock>) => void;
}

interface PiCall {
  readonly toolName: string;
  readonly toolCallId: string;
  readonly input: unknown;
}

interface PiContext {
  readonly cwd: string;
  readonly sessionManager: { readonly getSessionId: () => string };
}

type PiBlock = { readonly block: true; readonly reason: string } | undefined;

/** The file that Pi loads. A handler that throws blocks the call. */
// oxlint-disable-next-line no-default-export -- Pi takes the default export
export default (pi: PiExtensions): void => {
  const program = startPlugin({ host: 'pi', file: import.meta.filename, directory: process.cwd() });
  pi.on('tool_call', async ({ toolName, toolCallId, input }, { cwd, sessionManager }) => {
    const reason = await refusalOf(program, {
      plugin: 'pi',
      tool: toolName,
      sessionID: sessionManager.getSessionId(),
      callID: toolCallId,
      args: input,
      directory: cwd,
    });
    return reason === undefined ? undefined : { block: true, reason };
  });
};
