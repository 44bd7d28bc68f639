import { Suspense } from 'react';
import { ClientTypePoster, type ClientTypePosterProps } from '../../features/booking/steps/ClientTypePoster';
import { ClinicFrame, type ClinicFrameProps } from './ClinicFrame';

export interface FirstScreenProps
  extends Omit<ClientTypePosterProps, 'step'>, Pick<ClinicFrameProps, 'kept' | 'account' | 'strips'> {}

/** The first screen, frame and question, in the same markup as the app's. It needs no effects to look right. */
export function FirstScreen({ kept, account, strips, ...poster }: FirstScreenProps) {
  return (
    <ClinicFrame
      shop={poster.shop}
      nowIso={poster.nowIso}
      kept={kept}
      account={account}
      strips={strips}
      onTextUs={poster.onTextUs}
    >
      <Suspense>
        <ClientTypePoster {...poster} />
      </Suspense>
    </ClinicFrame>
  );
}
