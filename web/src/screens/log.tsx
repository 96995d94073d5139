/** What happened, in sentences, and what was said. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isSaid, t } from '../language.ts';
import type { Chat, EventInfo, Message } from '../messages.ts';
import type { Values } from '../words.ts';

export const told = (said: Message): string => t(said.message, said.values as Values);

export function sentences(happened: readonly EventInfo[]): string[] {
  return happened.flatMap(event => event.told.filter(said => isSaid(said.message)).map(told));
}

interface LogProps {
  log: readonly EventInfo[];
  earlier?: () => void;
  pictures?: (said: Message) => ComponentChildren; // of what a sentence names
}

/** All that is known; where something happened before, it can be asked for. */
export function Log({ log, earlier, pictures }: LogProps) {
  const list = useEnd<HTMLOListElement>(log.at(-1)?.ply ?? 0);
  return (
    <ol class="log" ref={list} tabindex={0} aria-label={t('ui.log')}>
      {earlier && log[0] && log[0].ply > 0 && (
        <li key="earlier">
          <button type="button" onClick={earlier}>
            {t('ui.log-earlier')}
          </button>
        </li>
      )}
      {log.map(event => (
        <li key={event.ply} class={event.seat === null ? 'chance' : `seat seat-${event.seat}`}>
          {event.told.map((said, i) => (
            <p key={i} class={i ? 'follows' : ''}>
              {told(said)}
              {pictures?.(said)}
            </p>
          ))}
        </li>
      ))}
    </ol>
  );
}

export function Talk({ chats, say }: { chats: readonly Chat[]; say: (text: string) => void }) {
  const list = useEnd<HTMLOListElement>(chats.length);
  const [text, setText] = useState('');
  const send = (event: Event) => {
    event.preventDefault();
    if (!text.trim()) return;
    say(text.trim());
    setText('');
  };
  return (
    <div class="talk">
      <ol class="log" ref={list} tabindex={0} aria-label={t('ui.chat')}>
        {chats.map(chat => (
          <li key={chat.number}>
            <b>{chat.name}</b> {chat.text}
          </li>
        ))}
        {chats.length === 0 && <li class="chance">{t('ui.chat-empty')}</li>}
      </ol>
      <form onSubmit={send}>
        <input
          value={text}
          onInput={event => setText(event.currentTarget.value)}
          maxLength={300}
          aria-label={t('ui.chat-say')}
          placeholder={t('ui.chat-say')}
        />
        <button type="submit">{t('ui.chat-send')}</button>
      </form>
    </div>
  );
}

/** A list that stays at its end as it grows, and when its place is another. */
function useEnd<E extends HTMLElement>(last: number) {
  const list = useRef<E>(null);
  const toEnd = () => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  };
  useEffect(toEnd, [last]);
  useEffect(() => {
    const observer = new ResizeObserver(toEnd);
    observer.observe(list.current!);
    return () => observer.disconnect();
  }, []);
  return list;
}
