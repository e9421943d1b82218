import { useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState, type SyntheticEvent } from 'react';
import { type DeviceAsking, deviceAsking } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { get, send } from '../api.ts';
import { useSession } from '../session/session.ts';
import { errorText, momentText } from '../format.ts';
import { ownMachineTexts } from './texts.ts';
import { Button } from '../ui/button.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { useToasts } from '../ui/toasts.tsx';
import { OwnMachines } from './own-machines.tsx';
import { PageHead } from '../ui/page-head.tsx';

const texts = ownMachineTexts.join;

/** The code is typed and never part of a link: otherwise a sent link could confirm the sender's machine with one press. */
export function JoinPage() {
  const { who } = useSession();
  const client = useQueryClient();
  const say = useToasts();
  const [code, setCode] = useState('');
  const [asking, setAsking] = useState<DeviceAsking>();
  const [problem, setProblem] = useState('');
  if (who.mode !== 'team') return null;
  const path = `/v1/device/${encodeURIComponent(code.trim())}`;
  async function tried(work: () => Promise<void>): Promise<void> {
    setProblem('');
    try {
      await work();
    } catch (error) {
      setProblem(errorText(error));
    }
  }
  async function settle(work: () => Promise<void>, done: string): Promise<void> {
    await tried(async () => {
      await work();
      say({ text: done });
      setAsking(undefined);
      setCode('');
      await client.invalidateQueries({ queryKey: ['own-machines'] });
    });
  }
  function look(event: SyntheticEvent): void {
    event.preventDefault();
    void tried(async () => setAsking(await get(deviceAsking, path)));
  }
  return (
    <div className="page admin-cards">
      <PageHead title={texts.title} />
      <section className="card" aria-label={texts.title}>
        <p className="padded">{texts.words}</p>
        <form className="form-line padded" onSubmit={look}>
          <TextField
            label={texts.code}
            className="mono"
            value={code}
            maxLength={12}
            onChange={(value) => {
              setCode(value);
              setAsking(undefined);
            }}
          />
          <Button type="submit" disabled={code.trim() === ''}>
            {texts.look}
          </Button>
        </form>
        {asking !== undefined && (
          <Asking
            asking={asking}
            onConfirm={(project) =>
              void settle(
                () => send('POST', `${path}/confirm`, { project, isElsewhere: asking.isElsewhere }),
                texts.confirmed(visible(asking.name)),
              )
            }
            onRefuse={() => void settle(() => send('DELETE', path), texts.refused)}
          />
        )}
        <div className="padded">
          <ProblemNotice text={problem} />
        </div>
      </section>
      <OwnMachines />
    </div>
  );
}

interface AskingProps {
  readonly asking: DeviceAsking;
  readonly onConfirm: (project: string) => void;
  readonly onRefuse: () => void;
}

function Asking({ asking, onConfirm, onRefuse }: AskingProps) {
  const { projects, isElsewhere } = asking;
  const [project, setProject] = useState(projects[0]?.id);
  return (
    <div className="padded">
      <p>
        <strong>{texts.asks(visible(asking.name))}</strong>
      </p>
      <p className="small dim">
        {texts.from(visible(asking.address), momentText(Date.parse(asking.createdAt)))}. {texts.effect}
      </p>
      {isElsewhere && (
        <p className="notice ask">
          <TriangleAlert className="i" aria-hidden />
          <span>{texts.elsewhere}</span>
        </p>
      )}
      {project === undefined ? (
        <p className="notice ask">{texts.noProject}</p>
      ) : (
        <SelectField
          label={texts.project}
          value={project}
          options={projects.map(({ id, name }) => ({ value: id, title: visible(name) }))}
          onChange={setProject}
        />
      )}
      <div className="form-line">
        <Button kind="danger-quiet" onClick={onRefuse}>
          {texts.refuse}
        </Button>
        <Button
          kind={isElsewhere ? 'plain' : 'primary'}
          disabled={project === undefined}
          onClick={() => project !== undefined && onConfirm(project)}
        >
          {isElsewhere ? texts.confirmElsewhere : texts.confirm}
        </Button>
      </div>
    </div>
  );
}
