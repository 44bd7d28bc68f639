import type { ReactNode } from 'react';
import type { Output } from '../../contract/endpoint';
import type { openings, previewAnswer, Action, AnswerBody, Item } from '../../contract/desk/inbox';
import type { Press } from '../item/opening';
import type { HalfWritten } from '../../domain/desk/halfWritten';

export type Openings = Output<typeof openings>;
type Preview = Output<typeof previewAnswer>;

/** What was asked for, or a sentence that says why it is not there. */
export type Told<T> = { data: T } | { says: string };

/** What trays ask of the clinic about their item. */
export type Asking = {
  openings(query: { from?: string; date?: string; any?: '1' }): Promise<Told<Openings>>;
  preview(body: AnswerBody): Promise<Told<Preview>>;
};

export interface TrayProps {
  item: Item;
  half: HalfWritten;
  /** Keeps what is written with its item. */
  onChange: (half: HalfWritten) => void;
  zone: string;
  today: string;
  asking: Asking;
  /** Why nothing can be sent now; null where it can. */
  locked: string | null;
  /** Gives the answer as it is written; without a press a key does. */
  onSend: (press?: Press) => void;
  /** Folds the tray; what is written stays. */
  onFold: () => void;
  /** Opens another tray in its place. */
  onSwitch: (action: Action) => void;
  /** Stands above the tray's title: an answer that failed. */
  children?: ReactNode;
}
