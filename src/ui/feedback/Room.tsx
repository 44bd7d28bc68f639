import type { ReactNode } from 'react';
import * as css from './Room.module.css';

/** Keeps the room of what is being read, so that nothing below moves when that comes: its children are neither seen nor told. */
export const Room = ({ children }: { children: ReactNode }) => <div className={css.room}>{children}</div>;
