import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { announce } from '../behaviour/announce';
import { openDialog } from '../behaviour/openDialog';
import * as css from './Toaster.module.css';

export interface ToastMessage {
  id: string;
  text: string;
  icon?: ReactNode;
}

export interface ToasterProps {
  messages: readonly ToastMessage[];
  /** Called when a message has been shown for `duration`. */
  onGone: (id: string) => void;
  /** How long each message is shown, milliseconds; 2 s (CONST-01). */
  duration: number;
}

/** Shows slate messages above the bottom bar, and announces each (D-112). */
export function Toaster({ messages, onGone, duration }: ToasterProps) {
  const { id, text = '' } = messages.at(-1) ?? {};
  useEffect(() => announce(text), [id, text]);
  const host = useDialogHost(id);
  const place = useAboveFoot(messages, host);
  const content = (
    <div className={css.toaster} aria-hidden="true" ref={place}>
      {messages.map((message) => (
        <Toast key={message.id} message={message} duration={duration} onGone={onGone} />
      ))}
    </div>
  );
  return host ? createPortal(content, host) : content;
}

/**
 * Returns the open modal dialog, in which messages must be drawn, since it covers and silences everything outside it.
 */
function useDialogHost(newestId: string | undefined): Element | null {
  const [place, setPlace] = useState<{ id: string | undefined; host: Element | null }>({ id: undefined, host: null });
  if (newestId !== undefined && newestId !== place.id) setPlace({ id: newestId, host: openDialog() });
  const { host } = place;
  useEffect(() => {
    const leave = () => setPlace(({ id }) => ({ id, host: null }));
    host?.addEventListener('close', leave);
    return () => host?.removeEventListener('close', leave);
  }, [host]);
  return host;
}

/** The gap between a message and the foot below it, CSS pixels. */
const GAP = 12;

/** Places messages above the screen's foot, whatever its height, since its button often repeats what failed. */
function useAboveFoot(messages: readonly ToastMessage[], host: Element | null) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!place.current || messages.length === 0) return;
    place.current.style.removeProperty('--toast-above');
    const { top } = place.current.getBoundingClientRect();
    const foot = (host ?? document).querySelector('[data-part=foot]')?.getBoundingClientRect();
    if (foot && foot.bottom > top && foot.top < innerHeight)
      place.current.style.setProperty('--toast-above', `${innerHeight - foot.top + GAP}px`);
  }, [messages, host]);
  return place;
}

function Toast({
  message,
  duration,
  onGone,
}: {
  message: ToastMessage;
  duration: number;
  onGone: (id: string) => void;
}) {
  const gone = useEffectEvent(() => onGone(message.id));
  useEffect(() => {
    const timer = setTimeout(() => gone(), duration);
    return () => clearTimeout(timer);
  }, [message.id, duration]);
  return (
    <div className={css.toast} data-part="toast">
      {message.icon}
      <span>{message.text}</span>
    </div>
  );
}
