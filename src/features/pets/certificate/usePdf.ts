import { useEffect, useRef, useState, type RefObject } from 'react';
import { selectIsOnline } from '../../../state/connection';
import { CERTIFICATE_TITLE, CERTIFICATE_TYPE, type Certificate } from '../../../domain/certificate/certificate';
import type { Face } from '../../../domain/certificate/certificateSeal';
import { saveFile } from '../../../ui/behaviour/saveFile';
import { useAppSelector } from '../../../state/store';

type Made = { of: Certificate; file: File | null };

export type Pdf = {
  /**
   * Sharing needs `ready`: a browser opens the share sheet only directly after a tap, so the file is made beforehand.
   */
  state: 'making' | 'ready' | 'failed';
  said: string;
  share(): void;
};

/**
 * Makes the certificate's PDF on this device, and shares it by the share sheet, or downloads it where there is none
 * (D-301). If the code for it fails to load, tries again once there is a network. `seal` is the element with the
 * animal's drawing.
 */
export function usePdf(paper: Certificate | null, madeAt: Date, seal: RefObject<HTMLElement | null>): Pdf {
  const isOnline = useAppSelector(selectIsOnline);
  const [made, setMade] = useState<Made | null>(null);
  const done = useRef<Certificate | null>(null);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (!paper || done.current === paper) return;
    let isOld = false;
    const show = (file: File | null) => {
      if (isOld) return;
      if (file) done.current = paper;
      setMade({ of: paper, file });
    };
    makeFile(paper, madeAt, faceIn(seal.current)).then(show, () => show(null));
    return () => {
      isOld = true;
    };
  }, [paper, madeAt, seal, isOnline]);

  const file = made !== null && made.of === paper ? made.file : undefined;
  const share = async (): Promise<void> => {
    if (!file) return;
    const wasShared = await shareFile(file);
    if (!wasShared) saveFile(file.name, CERTIFICATE_TYPE, file);
    setSaid(wasShared ? '' : `Saved as ${file.name}`);
  };
  return { state: file === undefined ? 'making' : file === null ? 'failed' : 'ready', said, share: () => void share() };
}

async function makeFile(paper: Certificate, madeAt: Date, face: Face | null): Promise<File> {
  const [{ certificatePdf }, { paintText }] = await Promise.all([
    import('../../../domain/certificate/certificatePdf'),
    import('./paintText'),
  ]);
  return new File([await certificatePdf(paper, madeAt, { face, paint: paintText })], paper.fileName, {
    type: CERTIFICATE_TYPE,
  });
}

const named = ['--f', '--fs', '--fp', '--fd'];

/**
 * Returns the animal's head as the page has drawn it, with its colours; the heart's and the whiskers' are the paper's.
 */
function faceIn(seal: HTMLElement | null): Face | null {
  const drawing = seal?.querySelector<SVGElement>('svg[data-pose]');
  const head = drawing?.querySelector('[data-part=head]');
  if (!seal || !drawing || !head) return null;
  const colours = Object.fromEntries(named.map((name) => [name, drawing.style.getPropertyValue(name)]));
  return { shapes: head.innerHTML, colours };
}

/** Whether the share sheet took the file, or the owner closed the sheet; false where no files can be shared. */
async function shareFile(file: File): Promise<boolean> {
  const data = { files: [file], title: CERTIFICATE_TITLE };
  if (typeof navigator.share !== 'function' || !navigator.canShare?.(data)) return false;
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
