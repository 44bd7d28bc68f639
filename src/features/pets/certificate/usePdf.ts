import { useEffect, useState } from 'react';
import { CERTIFICATE_TITLE, CERTIFICATE_TYPE, type Certificate } from '../../../domain/pets/certificate';
import { saveFile } from '../../../ui/saveFile';

type Made = { of: Certificate; file: File | null };

export type Pdf = {
  /** A file is ready before it can be shared: a share sheet opens only in the very moment of the tap. */
  state: 'making' | 'ready' | 'failed';
  said: string;
  share(): void;
};

/** The certificate as a file made on this device, and how it leaves it: the share sheet, or a download where there is none (D-301). */
export function usePdf(paper: Certificate | null, madeAt: Date): Pdf {
  const [made, setMade] = useState<Made | null>(null);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (!paper) return;
    let isOld = false;
    const done = (file: File | null) => {
      if (!isOld) setMade({ of: paper, file });
    };
    makeFile(paper, madeAt).then(done, () => done(null));
    return () => {
      isOld = true;
    };
  }, [paper, madeAt]);

  const file = made !== null && made.of === paper ? made.file : undefined;
  const share = async (): Promise<void> => {
    if (!file) {
      setSaid(file === null ? 'The file could not be made. Printing works.' : '');
      return;
    }
    const wasShared = await shareFile(file);
    if (!wasShared) saveFile(file.name, CERTIFICATE_TYPE, file);
    setSaid(wasShared ? '' : `Saved as ${file.name}`);
  };
  return { state: file === undefined ? 'making' : file === null ? 'failed' : 'ready', said, share: () => void share() };
}

async function makeFile(paper: Certificate, madeAt: Date): Promise<File> {
  const { certificatePdf } = await import('../../../domain/pets/certificatePdf');
  return new File([await certificatePdf(paper, madeAt)], paper.fileName, { type: CERTIFICATE_TYPE });
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
