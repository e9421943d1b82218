import type { KeyObject } from 'node:crypto';
import { sha256 } from '../entry/chain.ts';
import { isSignedElsewhere, signText } from './ed25519.ts';

/** An agent's request to the team server. */
export interface SignedRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly body: Uint8Array;
}

export interface AgentSignature {
  readonly agent: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly signature: string;
}

const purpose = 'permesso-request-v1';

/** The purpose with which an agent signs its enrolment token, to prove that it has the key. */
export const enrolPurpose = 'permesso-enrol-v1';

const longestAge = 5 * 60_000;

/** Why a signed request is refused. The agent acts on `code`; `detail` is for people. */
export interface RequestProblem {
  readonly code?: SignatureCode;
  readonly detail: string;
}

export type SignatureCode = 'clock' | 'revoked';

/** Not an attack: the same agent is accepted again as soon as the clocks agree. */
const clockProblem: RequestProblem = {
  code: 'clock',
  detail: 'the signature is too old, or a clock is wrong',
};

/** The agent's key is no longer accepted: it was revoked, its owner was disabled, or it never enrolled here. */
export const revokedProblem: RequestProblem = {
  code: 'revoked',
  detail: 'this agent is not enrolled, or was revoked',
};

/** The `authorization` header of a request: identifies the agent, and proves it with the agent's own key. */
export function signRequest(
  request: SignedRequest,
  by: { readonly agent: string; readonly key: KeyObject; readonly at: number },
): string {
  return `Permesso agent=${by.agent},t=${by.at},sig=${signText(signedText(request, by), purpose, by.key)}`;
}

const shape = /^Permesso agent=([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}),t=(\d{1,16}),sig=([\w-]{86})$/;

/** Undefined for any other header. Proves nothing yet. */
export function readAgentSignature(header: string | undefined): AgentSignature | undefined {
  const [, agent, at, signature] = shape.exec(header ?? '') ?? [];
  if (agent === undefined || at === undefined || signature === undefined) return undefined;
  return { agent, at: Number(at), signature };
}

/** Why the signature is invalid; undefined if it is valid. */
export async function requestProblem(
  request: SignedRequest,
  given: {
    readonly signature: AgentSignature;
    readonly publicKey: Uint8Array | KeyObject;
    readonly now: number;
  },
): Promise<RequestProblem | undefined> {
  const { signature, publicKey, now } = given;
  const by = { signature: signature.signature, publicKey };
  if (!(await isSignedElsewhere(signedText(request, signature), purpose, by)))
    return { detail: 'the signature is not that of this agent for this request' };
  return Math.abs(now - signature.at) > longestAge ? clockProblem : undefined;
}

function signedText(
  { method, target, body }: SignedRequest,
  by: { readonly agent: string; readonly at: number },
): string {
  return [by.agent, method, target, by.at, sha256(body)].join('\n');
}
