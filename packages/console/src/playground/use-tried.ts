import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { type TriedCall, triedCall } from '@permesso/protocol/console';
import { post } from '../api.ts';
import { errorText } from '../format.ts';
import { playgroundTexts } from './texts.ts';
import { typedInput, type Typed } from './typed-call.ts';

/** A decision with its input. */
export interface TriedOutcome {
  readonly result: TriedCall;
  readonly typed: Typed;
  readonly ms: number;
  /** Decided by the engine in this page, until the server answers: it cannot see the disk. */
  readonly isHere: boolean;
}

export interface TriedState {
  readonly tried: TriedOutcome | undefined;
  readonly problem: string;
}

const settlesAfter = 120;

export interface TryPlace {
  /** With a team server: the project whose published policy decides. */
  readonly project: string | undefined;
  readonly cwd: string;
}

/**
 * A typed policy is evaluated in the page on every keystroke. What a call touches and what a script runs depend on
 * the disk, so the server decides as well, and its answer replaces the page's.
 */
export function useTried(typed: Typed, { project, cwd }: TryPlace): TriedState {
  const settled = useSettled(typed);
  const input = typedInput(settled);
  const { tool, text, mode, policy } = settled;
  const { data, error } = useQuery({
    queryKey: ['try', project, tool, text, mode, policy],
    queryFn: async (): Promise<TriedOutcome> => {
      const began = performance.now();
      const body = { tool, input, mode, policy, ...(project === undefined ? {} : { project }) };
      const result = await post(triedCall, '/api/try', body);
      return { result, typed: settled, ms: Math.round(performance.now() - began), isHere: false };
    },
    enabled: input !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  const here = useHere(typed, cwd);
  const isConfirmed = data !== undefined && isSameTyped(data.typed, typed);
  const isRefused = error !== null && isSameTyped(settled, typed);
  return {
    tried: isConfirmed || isRefused ? data : (here ?? data),
    problem:
      typedInput(typed) === undefined ? playgroundTexts.noObject : error === null ? '' : errorText(error),
  };
}

function isSameTyped(a: Typed, b: Typed): boolean {
  return a.tool === b.tool && a.text === b.text && a.mode === b.mode && a.policy === b.policy;
}

/** The engine is loaded once a policy is typed: without one it has nothing to decide by. */
function useHere(typed: Typed, cwd: string): TriedOutcome | undefined {
  const { data: engine } = useQuery({
    queryKey: ['engine'],
    queryFn: () => import('./decide-here.ts'),
    enabled: typed.policy.trim() !== '',
    staleTime: Infinity,
  });
  return useMemo(() => {
    const input = typedInput(typed);
    if (engine === undefined || input === undefined || typed.policy.trim() === '') return undefined;
    const began = performance.now();
    const result = engine.decideHere({ ...typed, input, cwd });
    if (result === undefined) return undefined;
    return { result, typed, ms: Math.max(1, Math.round(performance.now() - began)), isHere: true };
  }, [engine, typed, cwd]);
}

function useSettled(typed: Typed): Typed {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), settlesAfter);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}
