/** The chat and its approval card. */
import { useChat } from '@ai-sdk/react';
import { DefaultChatTransport, isToolUIPart, lastAssistantMessageIsCompleteWithApprovalResponses } from 'ai';
import type { Approval } from 'permesso';
import { useEffect, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

const chat = 'chat-1';

async function post(path: string, body: object): Promise<unknown> {
  const response = await fetch(path, { method: 'POST', body: JSON.stringify({ id: chat, ...body }) });
  return await response.json();
}

type Answer = (approved: boolean, reason?: string) => void;

/** What is asked, why, what it does, and the rule that would make it quiet. */
function ApprovalCard({
  toolCallId,
  answer,
}: {
  readonly toolCallId: string;
  readonly answer: Answer;
}): ReactNode {
  const [approval, setApproval] = useState<Approval>();
  const [reason, setReason] = useState('');
  useEffect(() => {
    const find = async (): Promise<void> => {
      const pending = (await post('/pending', {})) as readonly Approval[];
      setApproval(pending.find(({ request }) => request.id === toolCallId));
    };
    find().catch(() => setApproval(undefined));
  }, [toolCallId]);
  if (approval === undefined) return <p>...</p>;
  const { call, decision } = approval.request;
  const wider = decision.suggestions.at(-1);
  const remember = async (): Promise<void> => {
    await post('/remember', { toolCallId, rules: wider?.rules });
    answer(true);
  };
  return (
    <section className="card" aria-label="Approval">
      <h2>May the agent use {call.tool}?</h2>
      <dl>
        {Object.entries(call.input).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{String(value)}</dd>
          </div>
        ))}
      </dl>
      <p className="why">{decision.message}</p>
      <div className="buttons">
        <button onClick={() => answer(true)}>Allow once</button>
        {wider === undefined ? null : (
          <button onClick={() => void remember()}>
            Allow in this chat: <code>{wider.rules.join(', ')}</code>
          </button>
        )}
        <input
          aria-label="Why not"
          placeholder="Why not?"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <button onClick={() => answer(false, reason)}>Deny</button>
      </div>
    </section>
  );
}

function Chat(): ReactNode {
  const [text, setText] = useState('');
  const { messages, sendMessage, addToolApprovalResponse } = useChat({
    id: chat,
    transport: new DefaultChatTransport({ api: '/chat' }),
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  });
  return (
    <main>
      {messages.map((message) => (
        <article key={message.id} className={message.role}>
          {message.parts.map((part, index) => {
            if (part.type === 'text') return <p key={index}>{part.text}</p>;
            if (!isToolUIPart(part)) return null;
            if (part.state === 'approval-requested' && part.approval.isAutomatic !== true) {
              const { id } = part.approval;
              const answer: Answer = (approved, reason) =>
                void addToolApprovalResponse({ id, approved, ...(reason === undefined ? {} : { reason }) });
              return <ApprovalCard key={index} toolCallId={part.toolCallId} answer={answer} />;
            }
            return (
              <small key={index}>
                {part.type.replace('tool-', '')}: {part.state}
              </small>
            );
          })}
        </article>
      ))}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void sendMessage({ text });
          setText('');
        }}
      >
        <input aria-label="Message" value={text} onChange={(event) => setText(event.target.value)} />
        <button>Send</button>
      </form>
    </main>
  );
}

const place = document.querySelector('#chat');
if (place !== null) createRoot(place).render(<Chat />);
