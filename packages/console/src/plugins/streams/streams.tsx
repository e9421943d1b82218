import { Waypoints } from 'lucide-react';
import { type ListedStream, streamList } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { send } from '../../api.ts';
import { momentText } from '../../format.ts';
import { useAct } from '../../pending/use-act.ts';
import type { PlaceProps } from '../../plugin.ts';
import { useGet } from '../../session/use-get.ts';
import { AddButton, AdminCard } from '../../ui/admin-card.tsx';
import { RemoveButton } from '../../ui/confirm-button.tsx';
import { RowLine } from '../../ui/row-line.tsx';
import { componentTexts } from '../../ui/texts.ts';
import { streamTexts as texts } from './texts.ts';

const key = 'streams';

/** Targets for entries, and the progress of each. */
export function Streams({ onOpen }: PlaceProps['evidence']) {
  const act = useAct(key);
  const { data } = useGet(key, streamList, { path: '/v1/streams', refetchInterval: 15_000 });
  return (
    <AdminCard
      texts={texts}
      isEmpty={data?.streams.length === 0}
      end={<AddButton label={texts.add} onAdd={() => onOpen('stream')} />}
    >
      <ul>
        {data?.streams.map((stream) => (
          <StreamRow
            key={stream.id}
            stream={stream}
            onRemove={(host) =>
              void act(() => send('DELETE', `/v1/streams/${stream.id}`), componentTexts.removed(host))
            }
          />
        ))}
      </ul>
    </AdminCard>
  );
}

interface StreamRowProps {
  readonly stream: ListedStream;
  readonly onRemove: (host: string) => void;
}

function StreamRow({ stream: { kind, host, behind, error, sentAt }, onRemove }: StreamRowProps) {
  const shown = visible(host);
  const sent = sentAt === null ? texts.never : texts.sent(momentText(Date.parse(sentAt)));
  return (
    <RowLine
      icon={Waypoints}
      sub={error === null ? sent : visible(error)}
      end={
        <RemoveButton
          name={componentTexts.removeName(shown)}
          question={texts.askRemove(shown)}
          words={texts.removeWords}
          onYes={() => onRemove(shown)}
        />
      }
    >
      {texts.kinds[kind] ?? visible(kind)} <span className="dim">{shown}</span>{' '}
      <span className={`tag ${error === null ? 'allow' : 'deny'}`}>
        {(error === null ? texts.behind : texts.failing)(behind)}
      </span>
    </RowLine>
  );
}
