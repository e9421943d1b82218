import { useCallback, useEffect, useState } from 'react';
import { agentList, type ListedAgent } from '@permesso/protocol/console/policy';
import { visible } from '@permesso/protocol/text/show-text';
import type { TeamWho } from '@permesso/protocol/console/who';
import { get, hasRole, send } from '../api.ts';
import { FreezeForm } from './freeze-form.tsx';
import { countText, errorText } from '../format.ts';

export interface FreezeProps {
  readonly who: TeamWho;
  readonly project: string;
  readonly onChanged: () => void;
}

/** Denies every call of an agent, a project or all of them, within seconds; and ends that. */
export function Freeze({ who, project, onChanged }: FreezeProps) {
  const [agents, setAgents] = useState<readonly ListedAgent[]>([]);
  const [last, setLast] = useState<string>();
  const [said, setSaid] = useState('');
  const load = useCallback(
    async (after?: string) => {
      const path = `/v1/agents?project=${project}${after === undefined ? '' : `&after=${after}`}`;
      const { agents: found } = await get(agentList, path);
      setAgents((before) => [...(after === undefined ? [] : before), ...found]);
      // The server gives so many at once.
      setLast(found.length < 200 ? undefined : found.at(-1)?.id);
    },
    [project],
  );
  useEffect(() => {
    load().catch((error: unknown) => setSaid(errorText(error)));
  }, [load]);

  async function freeze(
    body: { readonly what: string; readonly id?: string },
    reason: string | null,
  ): Promise<void> {
    try {
      await send('PUT', '/v1/freeze', { ...body, reason });
      setSaid(reason === null ? 'Not frozen any more.' : 'Frozen: every call is denied.');
      onChanged();
      await load();
    } catch (error) {
      setSaid(errorText(error));
    }
  }

  const here = who.projects.find(({ id }) => id === project);
  const isAdmin = hasRole(who, 'admin', null);
  const living = agents.filter(({ revokedAt }) => revokedAt === null);
  return (
    <section aria-label="Freeze">
      <h2>Freeze</h2>
      <p className="hint">Denies every call until it is ended. Agents that listen know within a second.</p>
      <p role="status">{said}</p>
      <FreezeForm
        name={`all of ${who.organisation}`}
        frozen={who.frozen}
        isAllowed={isAdmin}
        onFreeze={(reason) => void freeze({ what: 'organisation' }, reason)}
      />
      <FreezeForm
        name={`project ${here?.name ?? ''}`}
        frozen={here?.frozen ?? null}
        isAllowed={hasRole(who, 'admin', project)}
        onFreeze={(reason) => void freeze({ what: 'project', id: project }, reason)}
      />
      <details open={living.some(({ frozen }) => frozen !== null)}>
        <summary>
          {countText(living.length, 'agent')}
          {last !== undefined && ' and more'}
        </summary>
        {living.map(({ id, name, frozen }) => (
          <FreezeForm
            key={id}
            name={`agent ${visible(name)}`}
            frozen={frozen}
            isAllowed={isAdmin}
            onFreeze={(reason) => void freeze({ what: 'agent', id }, reason)}
          />
        ))}
        {last !== undefined && (
          <button type="button" onClick={() => void load(last)}>
            Show more
          </button>
        )}
        {living.length === 0 && <p className="hint">No agent has joined this project yet.</p>}
      </details>
      {!isAdmin && <p className="hint">To freeze you need the role admin.</p>}
    </section>
  );
}
