import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type SendingSetting, sendingSetting } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { get, send } from '../api.ts';
import { errorText } from '../format.ts';
import { adminTexts } from '../texts/admin.ts';
import { Button } from '../ui/button.tsx';
import { CopyLine } from '../ui/copy-line.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { SegmentedField } from '../ui/segmented-field.tsx';
import { Bones, Failed } from '../ui/states.tsx';
import { useToasts } from '../ui/toasts.tsx';
import { AdminCard } from './admin-card.tsx';

const texts = adminTexts.sending;
const key = 'sending';
const path = '/v1/sending';

/** Whether machines send every entry of their logs. What a choice means is read before it is saved. */
export function SendingCard({ isAdmin }: { readonly isAdmin: boolean }) {
  const { data, error, refetch } = useQuery({ queryKey: [key], queryFn: () => get(sendingSetting, path) });
  return (
    <AdminCard texts={texts}>
      {data === undefined && error === null && <Bones rows={2} />}
      {data === undefined && error !== null && (
        <Failed title={texts.failed} onRetry={() => void refetch()}>
          {visible(errorText(error))}
        </Failed>
      )}
      {data !== undefined && (
        <div className="padded sending">
          {isAdmin ? <SendingForm key={data.send} now={data.send} /> : <Consequences of={data.send} isNow />}
        </div>
      )}
    </AdminCard>
  );
}

function SendingForm({ now }: { readonly now: SendingSetting['send'] }) {
  const client = useQueryClient();
  const say = useToasts();
  const [chosen, setChosen] = useState(now);
  const [problem, setProblem] = useState('');
  async function save(): Promise<void> {
    try {
      await send('PUT', path, { send: chosen });
      setProblem('');
      say({ text: texts.saved[chosen] });
    } catch (failure) {
      setProblem(errorText(failure));
    }
    await client.invalidateQueries({ queryKey: [key] });
  }
  return (
    <>
      <SegmentedField
        label={texts.label}
        value={chosen}
        segments={(['everything', 'thinned'] as const).map((value) => ({
          value,
          title: texts.choices[value],
        }))}
        onChange={setChosen}
      />
      <Consequences of={chosen} />
      {chosen !== now && (
        <p className="sending-save">
          <span className="small dim">{texts.follow}</span>
          <Button kind="primary" onClick={() => void save()}>
            {texts.save}
          </Button>
        </p>
      )}
      <ProblemNotice text={problem} />
    </>
  );
}

function Consequences({
  of,
  isNow = false,
}: {
  readonly of: SendingSetting['send'];
  readonly isNow?: boolean;
}) {
  return (
    <>
      {isNow && <p>{texts.now[of]}</p>}
      <ul className="small dim consequences">
        {texts.consequences[of].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {of === 'thinned' && (
        <div className="field">
          <span className="label">{texts.demand}</span>
          <CopyLine text={texts.demandCommand} />
        </div>
      )}
    </>
  );
}
