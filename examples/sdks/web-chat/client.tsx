/** The chat, with the approval card of `@permesso/gate/react`. */
import { useChat } from '@ai-sdk/react';
import { DefaultChatTransport, isToolUIPart, lastAssistantMessageIsCompleteWithApprovalResponses } from 'ai';
import type { Approval } from '@permesso/gate';
import { ApprovalCard, usePendingApprovals, type CardAnswer } from '@permesso/gate/react';
import { useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

const chat = 'chat-1';

async function post(path: string, body: object): Promise<unknown> {
  const response = await fetch(path, { method: 'POST', body: JSON.stringify({ id: chat, ...body }) });
  if (!response.ok) throw new Error(await response.text());
  return await response.json();
}

const loadPending = async (): Promise<readonly Approval[]> =>
  (await post('/pending', {})) as readonly Approval[];

type Answer = (approved: boolean, reason?: string) => void;

/** The card of `@permesso/gate/react` for one call of the conversation. */
function Asked({ toolCallId, answer }: { readonly toolCallId: string; readonly answer: Answer }): ReactNode {
  const { approvals } = usePendingApprovals(loadPending);
  const approval = approvals.find(({ request }) => request.id === toolCallId);
  if (approval === undefined) return <p>...</p>;
  const send = async (given: CardAnswer): Promise<void> => {
    if (given.verdict === 'deny') return answer(false, given.comment);
    // More than a yes to this call: the server keeps the rule first, if it is one that was offered.
    if (given.rules !== undefined) await post('/remember', { toolCallId, rules: given.rules });
    answer(true);
  };
  return <ApprovalCard className="card" approval={approval} send={send} />;
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
              return <Asked key={index} toolCallId={part.toolCallId} answer={answer} />;
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
