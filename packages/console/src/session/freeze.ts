import { useQueryClient } from '@tanstack/react-query';
import { freezeState } from '@permesso/protocol/console';
import { hasRole, post, send } from '../api.ts';
import { useSession } from './session.ts';
import { frameTexts } from '../texts/frame.ts';
import { useGet } from './use-get.ts';

/** What can be frozen from here. */
export interface FreezeTarget {
  readonly name: string;
  /** The word to type as confirmation. */
  readonly word: string;
  readonly frozen?: { readonly reason: string; readonly since?: string };
  readonly mayChange: boolean;
  readonly freeze: (reason: string) => Promise<void>;
  readonly unfreeze: () => Promise<void>;
}

const lookEvery = 5000;

/** All agents of this user; with a team server the organisation and its projects. */
export function useFreezeTargets(): readonly FreezeTarget[] {
  const { who, onLook } = useSession();
  const client = useQueryClient();
  const { data } = useGet('freeze', freezeState, {
    path: '/api/freeze',
    enabled: who.mode === 'local',
    refetchInterval: lookEvery,
  });
  if (who.mode === 'local') {
    const change = async (path: string, body: object): Promise<void> => {
      client.setQueryData(['freeze'], await post(freezeState, path, body));
    };
    return [
      {
        name: frameTexts.freeze.machine,
        word: frameTexts.freeze.word,
        ...(data?.frozen === undefined ? {} : { frozen: data.frozen }),
        mayChange: true,
        freeze: (reason) => change('/api/freeze', { reason }),
        unfreeze: () => change('/api/unfreeze', {}),
      },
    ];
  }
  const put = async (body: object): Promise<void> => {
    await send('PUT', '/v1/freeze', body);
    onLook();
  };
  const target = (
    { name, frozen, mayChange }: { name: string; frozen: string | null; mayChange: boolean },
    body: object,
  ): FreezeTarget => ({
    name,
    word: name,
    ...(frozen === null ? {} : { frozen: { reason: frozen } }),
    mayChange,
    freeze: (reason) => put({ ...body, reason }),
    unfreeze: () => put({ ...body, reason: null }),
  });
  return [
    target(
      { name: who.organisation, frozen: who.frozen, mayChange: hasRole(who, 'admin', null) },
      { what: 'organisation' },
    ),
    ...who.projects.map(({ id, name, frozen }) =>
      target({ name, frozen, mayChange: hasRole(who, 'admin', id) }, { what: 'project', id }),
    ),
  ];
}
