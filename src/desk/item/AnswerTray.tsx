import type { HalfWritten } from '../../domain/desk/halfWritten';
import { ChooseTray } from '../trays/ChooseTray';
import { CorrectTray } from '../trays/CorrectTray';
import { DeclineTray } from '../trays/DeclineTray';
import { MergeTray } from '../trays/MergeTray';
import { OfferTray } from '../trays/OfferTray';
import type { TrayProps } from '../trays/trayProps';

const trays: Record<HalfWritten['tray'], typeof OfferTray> = {
  offer: OfferTray,
  decline: DeclineTray,
  choose_time: ChooseTray,
  correct: CorrectTray,
  merge: MergeTray,
};

/** Shows the tray of the answer that is being written. */
export function AnswerTray(props: TrayProps) {
  const Shown = trays[props.half.tray];
  return <Shown key={props.half.tray} {...props} />;
}
