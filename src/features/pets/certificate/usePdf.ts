import { useEffect, useRef, useState, type RefObject } from 'react';
import { selectIsOnline } from '../../../state/connection';
import { CERTIFICATE_TITLE, CERTIFICATE_TYPE, type Certificate } from '../../../domain/certificate/certificate';
import type { Face } from '../../../domain/certificate/certificateSeal';
import { saveFile } from '../../../ui/behaviour/saveFile';
import { useAppSelector } from '../../../state/store';

type Made = { of: Certificate; file: File | null };

export type Pdf = {
  /** A file is ready before it can be shared: a share sheet opens only in the very moment of the tap. */
  state: 'making' | 'ready' | 'failed';
  said: string;
  share(): void;
};

/**
 * The certificate as a file made on this device, and how it leaves it: the share sheet, or a download where there is none
 * (D-301). Where the code for it never came, it is tried again with the network. `seal` holds the drawing of the animal.
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

/** The animal's head as the page has drawn it; the heart's and the whiskers' colours are the paper's own. */
function faceIn(seal: HTMLElement | null): Face | null {
  const drawing = seal?.querySelector<SVGElement>('svg[data-pose]');
  const head = drawing?.querySelector('[data-part=head]');
  if (!seal || !drawing || !head) return null;
  const colours = Object.fromEntries(named.map((name) => [name, drawing.style.getPropertyValue(name)]));
  return { shapes: head.innerHTML, colours };
}

/** Whether the share sheet took the file, or its owner closed it; false where there is none for files. */
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
