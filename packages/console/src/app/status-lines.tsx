import { Link2, ShieldAlert, ShieldCheck, Unplug, Wifi } from 'lucide-react';
import { durationText } from '../format.ts';
import { useNow } from '../live.ts';
import { useAgents } from '../session/agents-query.ts';
import { useIntegrity } from '../session/integrity-query.ts';
import { useSession } from '../session/session.ts';
import { frameTexts } from '../texts/frame.ts';

const texts = frameTexts.status;

/** The permanent status: the connection, the agents, the log. */
export function StatusLines() {
  const { who, live } = useSession();
  const isTeam = who.mode === 'team';
  const away = isTeam ? texts.awayTeam : texts.awayLocal;
  return (
    <div className="status-card">
      {!isTeam && <LocalLines />}
      <p role="status">
        {live.connected ? <Wifi className="i ok" aria-hidden /> : <Unplug className="i bad" aria-hidden />}
        {live.connected ? texts.live : away}
      </p>
    </div>
  );
}

function LocalLines() {
  const now = useNow(30_000);
  const { data: agents } = useAgents();
  const { data: log } = useIntegrity();
  const proven = agents?.hosts.filter(({ canary }) => canary.result === 'proven').length ?? 0;
  const found = agents?.hosts.length ?? 0;
  return (
    <>
      {agents !== undefined && found > 0 && (
        <p>
          {proven === found ? (
            <ShieldCheck className="i ok" aria-hidden />
          ) : (
            <ShieldAlert className="i warn" aria-hidden />
          )}
          {texts.proven(proven, found)}
        </p>
      )}
      {log?.at !== undefined && (
        <p>
          <Link2 className={`i ${log.result?.ok === true ? 'ok' : 'warn'}`} aria-hidden />
          {(log.result?.ok === true ? texts.verified : texts.findings)(durationText(now - log.at))}
        </p>
      )}
    </>
  );
}
