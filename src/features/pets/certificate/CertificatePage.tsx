import { useMemo, useRef, type ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { useServerClock } from '../../../state/clock';
import { offlineReason, selectIsOnline } from '../../../state/connection';
import { useClientRecord, useSpeciesRecords, useVaccinations } from '../../../api/records/records';
import { useServerTime } from '../../../state/useServerTime';
import type { Shop } from '../../../contract/shop';
import { dateInZone } from '../../../domain/clinicTime';
import { certificate, CERTIFICATE_TITLE } from '../../../domain/certificate/certificate';
import { isEnabled } from '../../../domain/shop/settings';
import { useArrival } from '../../../ui/behaviour/arrive';
import { animalOf } from '../../../ui/peek/animal';
import { Button } from '../../../ui/actions/Button';
import { BackIcon } from '../../../ui/icons/frame';
import { PrintIcon, ShareIcon } from '../../../ui/icons/portal';
import { Link } from '../../../ui/actions/Link';
import { FailedLoad } from '../../../ui/feedback/FailedLoad';
import { RowsSkeleton } from '../../../ui/feedback/Skeleton';
import { lookOf } from '../rowsFreshness';
import { Paper } from './Paper';
import { usePdf } from './usePdf';
import { useAppSelector } from '../../../state/store';
import * as tap from '../../../ui/actions/Tap.module.css';
import * as common from '../../../ui/layout/common.module.css';
import * as css from './certificate.module.css';

const NO_FILE = 'The file could not be made. Printing works.';
const NO_FILE_YET = 'Connect to the internet once to share from this device. Printing works.';

/**
 * Shows a pet's vaccination certificate from the server's or the device's records, to print and to share as a
 * file (D-301).
 */
export function CertificatePage({
  shop,
  patientId,
  strips,
}: {
  shop: Shop;
  patientId: string;
  /** What the app says about itself, offline for instance. */ strips?: ReactNode;
}) {
  const isOnline = useAppSelector(selectIsOnline);
  const owner = useClientRecord();
  const vaccinations = useVaccinations(patientId);
  const species = useSpeciesRecords();
  const clock = useServerClock();
  const now = useMemo(() => new Date(clock()), [clock]);
  const [time] = useServerTime();
  const { isCopy, today } = lookOf(vaccinations, dateInZone(time, shop.timezone), shop.timezone);

  const pet = owner.data?.patients.find(({ id }) => id === patientId);
  const kind = species.data?.find(({ id }) => id === pet?.species_id)?.name ?? null;
  const rows = vaccinations.data;
  // The date on the certificate is that of the older of the two copies.
  const asOf = [owner.savedAt, vaccinations.savedAt].filter((at) => at !== null).sort()[0] ?? null;
  const paper = useMemo(
    () =>
      pet && rows
        ? certificate({
            shop,
            pet,
            species: kind,
            rows,
            asOf: asOf === null ? now : new Date(asOf),
            look: { isCopy, today },
          })
        : null,
    [shop, pet, kind, rows, asOf, now, isCopy, today],
  );
  const seal = useRef<HTMLDivElement>(null);
  const pdf = usePdf(paper, now, seal);

  useArrival(CERTIFICATE_TITLE, paper === null);

  const pets = `/${shop.id}/pets`;
  if (!isEnabled(shop.feature_settings, 'pet_portal_enabled')) return <Navigate to={pets} replace />;
  const isLoading = owner.isLoading || vaccinations.isLoading;
  const isMissing = owner.data !== undefined && !pet;
  return (
    <div className={css.desk}>
      <header className={`${css.deskBar} ${common.noPrint}`}>
        <Link className={tap.tap} href={pets}>
          <BackIcon />
          <span>My Pets</span>
        </Link>
      </header>
      <div className={`${css.deskStrips} ${common.noPrint}`} role="status">
        {strips}
      </div>
      <main className={css.deskWork}>
        {paper && <Paper paper={paper} animal={animalOf(kind)} picture={shop.avatar} seal={seal} />}
        {!paper && (
          <div className={css.paper}>
            <h1>{CERTIFICATE_TITLE}</h1>
            {isLoading && <RowsSkeleton label="Loading the certificate" />}
            {!isLoading && isMissing && <p>We found no such pet among yours.</p>}
            {!isLoading && !isMissing && (
              <FailedLoad
                onRetry={() => {
                  owner.reload();
                  vaccinations.reload();
                }}
                reason={isOnline ? null : offlineReason}
              >
                We couldn't load this certificate.
              </FailedLoad>
            )}
          </div>
        )}
      </main>
      {paper && (
        <footer className={`${css.deskActs} ${common.noPrint}`}>
          <Button kind="quiet" icon={<PrintIcon size={22} />} onClick={() => window.print()}>
            Print
          </Button>
          <Button
            icon={<ShareIcon size={22} />}
            busy={pdf.state === 'making'}
            reason={pdf.state === 'failed' ? (isOnline ? NO_FILE : NO_FILE_YET) : null}
            onClick={pdf.share}
          >
            Share
          </Button>
          <p className={`${css.deskSaid} ${common.note}`} role="status">
            {pdf.said}
          </p>
        </footer>
      )}
    </div>
  );
}
