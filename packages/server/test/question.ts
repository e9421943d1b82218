import { randomUUID } from 'node:crypto';

/** A question as an agent's gate would put it. */
export function question(change: Readonly<Record<string, unknown>> = {}): {
  readonly request: Record<string, unknown>;
} {
  return {
    request: {
      id: randomUUID(),
      callKey: 'a key of the call',
      digest: 'a digest of the question',
      call: { tool: 'Bash', input: { command: 'git push' }, cwd: '/home/dev/project' },
      decision: {
        verdict: 'ask',
        message: 'Publishes your work.',
        receipt: { determining: [{ verdict: 'ask', text: 'Bash(git push:*)', layer: 'team' }] },
      },
      effects: [],
      scopes: ['once', 'session', 'project'],
      editable: false,
      ...change,
    },
  };
}
