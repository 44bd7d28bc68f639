import { useState, useSyncExternalStore } from 'react';
import { preference, setPreference } from '../../offline/marker';
import { Button } from '../../ui/actions/Button';
import { Notice } from '../../ui/feedback/Notice';
import { ShareIcon } from '../../ui/icons/portal';
import { installOffer, needsShareSheet, onInstallOffer, showInstallPrompt } from './installOffer';
import * as css from './install.module.css';

/**
 * Explains how to install the portal: with the browser's prompt if there is one, or by the share sheet on iOS. Shown
 * beside useful content until it is used or dismissed, then never again (D-306).
 */
export function InstallHelp({ clinicName }: { clinicName: string }) {
  const offer = useSyncExternalStore(onInstallOffer, installOffer);
  const [isOff, setOff] = useState(() => preference('install-help') === 'off');
  const [isShareSheet] = useState(needsShareSheet);
  if (isOff || (!offer && !isShareSheet)) return null;
  const close = () => {
    setOff(true);
    setPreference('install-help', 'off');
  };
  const install = () => {
    close();
    void showInstallPrompt();
  };
  return (
    <div className={css.install}>
      <Notice
        kind="hint"
        icon={<ShareIcon size={22} />}
        title={`Keep ${clinicName} on this device`}
        action={
          <div className={css.actions}>
            {offer && (
              <Button kind="quiet" small onClick={install}>
                Install
              </Button>
            )}
            <Button kind="plain" small onClick={close}>
              Not now
            </Button>
          </div>
        }
      >
        {offer
          ? "Your pets' records open from the home screen, also without a signal."
          : "Tap Share, then Add to Home Screen. Your pets' records open from there, also without a signal."}
      </Notice>
    </div>
  );
}
