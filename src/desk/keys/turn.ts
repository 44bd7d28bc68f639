import { painted } from '../../ui/behaviour/painted';

let turn: Promise<unknown> = Promise.resolve();
let waiting = 0;

/** Whether something that was pressed is still to be done. */
export const isTurnTaken = (): boolean => waiting > 0;

/**
 * Does something that takes a while once what was pressed has been painted, so that a slow device shows the press at
 * once. Several are done in the order in which they were asked for, each after a paint of its own.
 */
export function afterPaint(act: () => void): void {
  waiting += 1;
  turn = turn.then(painted).then(() => {
    waiting -= 1;
    // By itself, so that a fault in it is told as any other and holds up nothing.
    queueMicrotask(act);
  });
}
