import { Snowflake } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { agentList, type ListedAgent, type TeamWho } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { get, hasRole, send } from '../api.ts';
import { useSession } from '../session/session.ts';
import { countText, errorText } from '../format.ts';
import { policyTexts } from './texts.ts';
import { Button } from '../ui/button.tsx';
import { useToasts } from '../ui/toasts.tsx';

const texts = policyTexts.freeze;

/** Denies every call of an agent, a project or the organisation within seconds; and ends that. */
export function FreezeSection({ who, project }: { readonly who: TeamWho; readonly project: string }) {
  const { onLook } = useSession();
  const say = useToasts();
  const { agents, last, load } = useLivingAgents(project);
  async function freeze(body: object, reason: string | null): Promise<void> {
    try {
      await send('PUT', '/v1/freeze', { ...body, reason });
      say({ text: reason === null ? texts.ended : texts.done });
      onLook();
      await load();
    } catch (error) {
      say({ text: errorText(error), isProblem: true });
    }
  }
  const here = who.projects.find(({ id }) => id === project);
  const isAdmin = hasRole(who, 'admin', null);
  return (
    <section className="section" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <p className="prose">{texts.words}</p>
      {!isAdmin && <p className="dim small">{texts.noRole}</p>}
      <ul className="list-card freeze-list">
        <FreezeRow
          name={texts.all(visible(who.organisation))}
          frozen={who.frozen}
          isAllowed={isAdmin}
          onFreeze={(reason) => void freeze({ what: 'organisation' }, reason)}
        />
        <FreezeRow
          name={texts.project(visible(here?.name ?? ''))}
          frozen={here?.frozen ?? null}
          isAllowed={hasRole(who, 'admin', project)}
          onFreeze={(reason) => void freeze({ what: 'project', id: project }, reason)}
        />
        {agents.map(({ id, name, frozen }) => (
          <FreezeRow
            key={id}
            name={texts.agent(visible(name))}
            frozen={frozen}
            isAllowed={isAdmin}
            onFreeze={(reason) => void freeze({ what: 'agent', id }, reason)}
          />
        ))}
      </ul>
      <p className="dim small">
        {agents.length === 0
          ? texts.noAgents
          : texts.agents(countText(agents.length, 'agent'), last !== undefined)}
      </p>
      {last !== undefined && <Button onClick={() => void load(last)}>{texts.more}</Button>}
    </section>
  );
}

/** A project's agents that were not revoked, up to the server's page size. */
function useLivingAgents(project: string) {
  const say = useToasts();
  const [agents, setAgents] = useState<readonly ListedAgent[]>([]);
  const [last, setLast] = useState<string>();
  const load = useCallback(
    async (after?: string) => {
      const path = `/v1/agents?project=${project}${after === undefined ? '' : `&after=${after}`}`;
      const { agents: found } = await get(agentList, path);
      setAgents((before) => [...(after === undefined ? [] : before), ...found]);
      setLast(found.length < 200 ? undefined : found.at(-1)?.id);
    },
    [project],
  );
  useEffect(() => {
    load().catch((error: unknown) => say({ text: errorText(error), isProblem: true }));
  }, [load]);
  return { agents: agents.filter(({ revokedAt }) => revokedAt === null), last, load };
}

interface FreezeRowProps {
  /** The display name: `project shop`. */
  readonly name: string;
  /** The reason, if it is frozen now. */
  readonly frozen: string | null;
  readonly isAllowed: boolean;
  /** With a reason; null ends it. */
  readonly onFreeze: (reason: string | null) => void;
}

/** A reason is required: agents and people see it. */
function FreezeRow({ name, frozen, isAllowed, onFreeze }: FreezeRowProps) {
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState('');
  return (
    <li>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isAsking) return setAsking(true);
          setProblem(reason.trim() === '' ? texts.sayWhy : '');
          if (reason.trim() !== '') onFreeze(reason.trim());
        }}
      >
        <span className="what">
          {name}
          <span className="sub">{frozen === null ? texts.isNot : texts.is(visible(frozen))}</span>
        </span>
        {isAllowed && frozen !== null && (
          <Button isSmall aria-label={`${texts.end} ${name}`} onClick={() => onFreeze(null)}>
            {texts.end}
          </Button>
        )}
        {isAllowed && frozen === null && (
          <>
            {isAsking && (
              <input
                className="input"
                autoFocus
                aria-label={texts.why(name)}
                placeholder={texts.reason}
                maxLength={500}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            )}
            <Button
              icon={Snowflake}
              type="submit"
              kind="danger-quiet"
              isSmall
              aria-label={`${texts.act} ${name}`}
            >
              {texts.act}
            </Button>
          </>
        )}
        {problem !== '' && (
          <span className="bad small" role="alert">
            {problem}
          </span>
        )}
      </form>
    </li>
  );
}
