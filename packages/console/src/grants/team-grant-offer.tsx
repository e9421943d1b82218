import { useState } from 'react';
import { type GrantOffers, grantOffers, type InboxItem, votedGrant } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { get, problemCode } from '../api.ts';
import { PluginParts } from '../plugin-parts/plugin-parts.tsx';
import { errorText } from '../format.ts';
import { signedRequest } from '../plugin-parts/signed-request.ts';
import { teamTexts } from '../texts/team.ts';
import { Button } from '../ui/button.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { SegmentedField } from '../ui/fields/segmented-field.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import './grants.css';

const texts = teamTexts.offer;

export interface TeamGrantOfferProps {
  readonly item: InboxItem;
  /** Nobody approves something they have not read. */
  readonly isLocked: boolean;
  readonly onDone: (words: string) => void;
}

const days = [7, 30, 90];
const reaches = [
  { value: 'project', title: texts.here },
  { value: 'organisation', title: texts.everywhere },
] as const;

/** An approval for the whole team: allows the call once now, and proposes a rule that others vote on. */
export function TeamGrantOffer({ item, isLocked, onDone }: TeamGrantOfferProps) {
  const [found, setFound] = useState<GrantOffers>();
  const [chosen, setChosen] = useState('0');
  const [reach, setReach] = useState<'project' | 'organisation'>('project');
  const [lasts, setLasts] = useState('30');
  const [problem, setProblem] = useState('');
  const [lacksPasskey, setLacksPasskey] = useState(false);
  const path = `/v1/approvals/${item.id}/team-grant`;
  const offer = found?.offers[Number(chosen)];

  async function run(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      setProblem(errorText(error));
      setLacksPasskey(problemCode(error) === 'no-passkey');
    }
  }
  const look = async (): Promise<void> => setFound(await get(grantOffers, path));
  const propose = async (): Promise<void> => {
    const body = { digest: item.digest, rules: offer?.rules ?? [], reach, days: Number(lasts) };
    const act = { act: 'propose', subject: item.id } as const;
    const { state } = await signedRequest(votedGrant, { method: 'POST', path, body }, act);
    onDone(state === 'granted' ? texts.granted : texts.proposed);
  };
  return (
    <Disclosure
      title={texts.title}
      note={texts.note}
      onOpen={() => {
        if (found === undefined) void run(look);
      }}
    >
      <div className="sheet-form grant-offer">
        {found?.refused !== undefined && <p className="dim">{texts.refused(visible(found.refused))}</p>}
        {offer !== undefined && (
          <>
            <SelectField
              label={texts.which}
              value={chosen}
              options={(found?.offers ?? []).map(({ rules, covers }, at) => ({
                value: String(at),
                title: `${visible(rules.join(', '))}: ${visible(covers)}`,
              }))}
              onChange={setChosen}
            />
            <SegmentedField label={texts.where} value={reach} segments={reaches} onChange={setReach} />
            <SegmentedField
              label={texts.ends}
              value={lasts}
              segments={days.map((count) => ({ value: String(count), title: texts.days(count) }))}
              onChange={setLasts}
            />
            <div className="acts">
              <Button disabled={isLocked} onClick={() => void run(propose)}>
                {texts.propose}
              </Button>
            </div>
          </>
        )}
        <ProblemNotice text={problem} />
        {lacksPasskey && <PluginParts at="lacksPasskey" />}
      </div>
    </Disclosure>
  );
}
