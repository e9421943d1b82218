import { Undo2 } from 'lucide-react';
import { keptCalls, restoredCall, type KeptCalls } from '@permesso/protocol/console';
import type { DecisionEntry } from '@permesso/protocol/entry';
import { visible } from '@permesso/protocol/text';
import { post } from '../api.ts';
import { useAct } from '../pending/use-act.ts';
import { activityTexts } from './texts.ts';
import { Button } from '../ui/button.tsx';
import type { ActivitySource } from './activity-source.ts';
import { useGet } from '../session/use-get.ts';

const texts = activityTexts.kept;
const keptKey = 'kept';

type KeptCall = KeptCalls['calls'][number];

/** Kept copies on this machine; a team server has none. */
function useKept({ name }: ActivitySource): readonly KeptCall[] {
  const { data } = useGet(keptKey, keptCalls, {
    path: '/api/kept',
    enabled: name === 'local',
    refetchInterval: 5000,
  });
  return data?.calls ?? [];
}

function BringBack({ call }: { readonly call: KeptCall }) {
  const act = useAct(keptKey);
  if (call.isRestored) return <span className="dim">{texts.isRestored}</span>;
  const restore = async (): Promise<void> => {
    const { beside, failed } = await post(restoredCall, '/api/kept/restore', { id: call.id });
    if (failed.length > 0) throw new Error(texts.failed(failed.map(visible)));
    if (beside.length > 0) throw new Error(texts.beside(beside.map(visible)));
  };
  return (
    <Button icon={Undo2} onClick={() => void act(restore, texts.done)}>
      {texts.act}
    </Button>
  );
}

/** One entry's kept copies, made before the call ran. */
export function KeptSection({
  entry,
  source,
}: {
  readonly entry: DecisionEntry;
  readonly source: ActivitySource;
}) {
  const { kept } = entry.receipt;
  const call = useKept(source).find(({ id }) => id === kept?.id);
  if (kept === undefined) return null;
  return (
    <section className="section">
      <h2>
        {texts.title}
        <span className="end">{kept.id !== '' && texts.files(kept.files)}</span>
      </h2>
      {kept.unkept?.map((text) => (
        <p key={text} className="notice">
          {texts.unkept(visible(text))}
        </p>
      ))}
      {source.name === 'local' &&
        kept.id !== '' &&
        (call === undefined ? <p className="dim">{texts.isGone}</p> : <BringBack call={call} />)}
    </section>
  );
}

/** More files at once than a person deletes by hand. */
const many = 50;
const recentMs = 3_600_000;

/** Shown after a call that removed many files. */
export function MassDeletion({ source }: { readonly source: ActivitySource }) {
  const call = useKept(source).find(
    ({ files, at, isRestored }) => files >= many && !isRestored && at > Date.now() - recentMs,
  );
  if (call === undefined) return null;
  return (
    <div className="notice ask kept-many" role="status">
      {texts.many(visible(call.call), call.files)}
      <span className="end">
        <BringBack call={call} />
      </span>
    </div>
  );
}
