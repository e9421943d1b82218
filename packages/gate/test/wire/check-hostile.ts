import fc from 'fast-check';
import { createGate } from '../../src/index.ts';
import { memoryLog } from '../../src/entries/stores.ts';
import { answerText, createWire } from '../../src/wire/wire.ts';
import { hostileLine } from './hostile-messages.ts';

export interface HostileRun {
  readonly messages: number;
  readonly errors: number;
  readonly results: number;
}

/** Sends so many hostile messages. Throws at the first that is not answered in the contract's own words. */
export async function sendHostile(messages: number, seed: number): Promise<HostileRun> {
  const log = memoryLog();
  const gate = createGate({ policy: { allow: ['Bash(ls)'], deny: ['wipe'] }, log });
  const [open, shut] = [createWire(gate, { answers: true }), createWire(gate)];
  const counts = { messages: 0, errors: 0, results: 0 };
  await fc.assert(
    fc.asyncProperty(hostileLine, fc.boolean(), async (line, answers) => {
      const text = JSON.stringify(await answerText(answers ? open : shut, line));
      if (text.includes('\n')) throw new Error('an answer is one line');
      const answer = JSON.parse(text) as Record<string, unknown>;
      if (answer['v'] !== 1 || !('id' in answer)) throw new Error('an answer names version and id');
      if ('error' in answer === 'result' in answer) throw new Error('an answer is a result or an error');
      counts.messages += 1;
      counts['error' in answer ? 'errors' : 'results'] += 1;
      if (!answers && line.includes('"answer"') && text.includes('"answer":{"verdict":"allow"'))
        throw new Error('answers are off');
    }),
    { numRuns: messages, seed },
  );
  // Nothing that was sent may last, or be allowed that no rule allows and nobody answered.
  if (log.entries.some(({ type }) => type === 'granted')) throw new Error('a message made a grant');
  return counts;
}
