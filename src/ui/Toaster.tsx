import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
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
  const newest = messages.at(-1);
  const [last, setLast] = useState(newest);
  if (newest && newest.id !== last?.id) setLast(newest);
  return (
    <>
      <div className="toaster" aria-hidden="true">
        {messages.map((message) => (
          <Toast key={message.id} message={message} duration={duration} onGone={onGone} />
        ))}
      </div>
      <p className="vh" role="status"><span key={last?.id}>{last?.text}</span></p>
    </>
  );
}

function Toast({ message, duration, onGone }: { message: ToastMessage; duration: number; onGone: (id: string) => void }) {
  const gone = useEffectEvent(() => onGone(message.id));
  useEffect(() => {
    const timer = setTimeout(() => gone(), duration);
    return () => clearTimeout(timer);
  }, [message.id, duration]);
  return (
    <div className="toast">
      {message.icon}
      <span>{message.text}</span>
    </div>
  );
}
