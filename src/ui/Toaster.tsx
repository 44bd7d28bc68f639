import { useEffect, useRef, type ReactNode } from 'react';
import './Toaster.css';

export interface ToastMessage {
  id: string;
  text: string;
  icon?: ReactNode;
}

export interface ToasterProps {
  messages: readonly ToastMessage[];
  /** A message has been shown long enough. */
  onGone: (id: string) => void;
  /** How long each is shown, milliseconds; 2 s (CONST-01). */
  duration: number;
}

/** Slate messages above the bar. Mount it once and keep it: its live region holds the last text after the picture is gone (D-112). */
export function Toaster({ messages, onGone, duration }: ToasterProps) {
  const last = useRef('');
  const newest = messages.at(-1);
  if (newest) last.current = newest.text;
  return (
    <>
      <div className="toaster" aria-hidden="true">
        {messages.map((message) => (
          <Toast key={message.id} message={message} duration={duration} onGone={onGone} />
        ))}
      </div>
      <p className="vh" role="status">{last.current}</p>
    </>
  );
}

function Toast({ message, duration, onGone }: { message: ToastMessage; duration: number; onGone: (id: string) => void }) {
  const gone = useRef(onGone);
  gone.current = onGone;
  useEffect(() => {
    const timer = setTimeout(() => gone.current(message.id), duration);
    return () => clearTimeout(timer);
  }, [message.id, duration]);
  return (
    <div className="toast">
      {message.icon}
      <span>{message.text}</span>
    </div>
  );
}
