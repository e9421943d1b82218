import { evidenceProblems, type Evidence } from '@permesso/protocol/proof/evidence';
import type { TestAgent } from '../harness.ts';
import { soon } from '../faults/soon.ts';

async function evidenceAt(url: string, agent: TestAgent, since?: number): Promise<Evidence | undefined> {
  const query = since === undefined ? '' : `?since=${since}`;
  const { status, json } = await agent.askAt(url, `GET /v1/agent/evidence${query}`);
  return status === 200 ? (json as Evidence) : undefined;
}

/** What a server vouches for now, as soon as it vouches for anything. */
export async function takeProof(url: string, agent: TestAgent): Promise<Evidence> {
  let found: Evidence | undefined;
  await soon(async () => {
    found = await evidenceAt(url, agent);
    return (found?.batches.length ?? 0) > 0;
  });
  if (found === undefined) throw new Error('the server gives no proof');
  return found;
}

/** Whether proofs of before still hold, and whether the log of now continues theirs. */
export async function proofProblems(
  proofs: readonly Evidence[],
  { url, agent }: { readonly url: string; readonly agent: TestAgent },
): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const before of proofs) {
    wrong.push(...evidenceProblems(before, agent.organisationKey));
    const after = await evidenceAt(url, agent, before.checkpoint.size);
    if (after === undefined) {
      wrong.push(`there is no proof since ${before.checkpoint.size}`);
      continue;
    }
    const proof = after.consistency?.proof ?? [];
    const continued = { ...after, consistency: { from: before.checkpoint, proof } };
    wrong.push(...evidenceProblems(continued, agent.organisationKey));
  }
  return wrong.map((problem) => `a proof from before does not hold: ${problem}`);
}
