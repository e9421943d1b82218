import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import type { TeamOverview } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { teamOverviewTexts } from '../texts/team-overview.ts';
import { Bones, Empty } from '../ui/states.tsx';

const texts = teamOverviewTexts.asked;
const mostShown = 10;

type Asked = TeamOverview['asked'];

/** What interrupts people of the team most. A rule that would end it is written in the project's policy. */
export function TeamAsked({ asked }: { readonly asked: Asked | undefined }) {
  return (
    <section className="card asked" aria-labelledby="asked-title">
      <div className="card-head">
        <h2 id="asked-title">{texts.title}</h2>
        <span className="sub">{texts.sub}</span>
      </div>
      {asked === undefined && <Bones />}
      {asked?.length === 0 && (
        <Empty icon={CircleCheck} title={texts.none}>
          {texts.noneWords}
        </Empty>
      )}
      {asked !== undefined && asked.length > 0 && (
        <table className="table">
          <thead>
            <tr>
              <th className="c-call">{texts.rule}</th>
              <th className="c-asked">{texts.asked}</th>
              <th className="c-approved num">{texts.approved}</th>
              <th className="c-saves num hide-phone">{texts.denied}</th>
              <th className="c-act">
                <span className="sr">{texts.action}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {asked.slice(0, mostShown).map((row) => (
              <AskedRow key={row.what} row={row} most={asked[0]?.prompts ?? 1} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function AskedRow({ row, most }: { readonly row: Asked[number]; readonly most: number }) {
  const { what, prompts, approved, denied } = row;
  const answers = approved + denied;
  return (
    <tr>
      <td>
        <code className="cut" title={visible(what)}>
          {visible(what)}
        </code>
      </td>
      <td>
        <span className="asked-n">
          <b>{prompts.toLocaleString('en')}</b>
          <svg className="bar-plot" width="56" height="8" aria-hidden>
            <rect width={Math.max(2, (prompts / most) * 56)} height="8" rx="2" />
          </svg>
        </span>
      </td>
      <td className="num">
        {answers === 0 ? <span className="dimmer">–</span> : `${Math.round((approved / answers) * 100)} %`}
      </td>
      <td className="num hide-phone">{denied.toLocaleString('en')}</td>
      <td className="num">
        <Link
          className="btn plain small"
          to="/activity"
          search={{ verdict: 'ask', words: what }}
          aria-label={texts.showName(visible(what))}
        >
          {texts.show}
        </Link>
      </td>
    </tr>
  );
}
