import { describe, expect, it } from 'vitest';
import { exportClinicFile } from '../../../server/modules/clinicFile/export';
import { importClinicFile } from '../../../server/modules/clinicFile/import';
import { createAppointment } from '../../../src/contract/appointments';
import { openTimes } from '../../../src/contract/availability';
import { emailVaccinations } from '../../../src/contract/pets';
import { getShop } from '../../../src/contract/shop';
import { formatDateTime, formatTime, zoneName } from '../../../src/domain/clinicTime';
import { clinicFile, knownClient, patient, provider } from '../../support/clinicFile';
import { bookingBody, manyClinics, owner, timesBody, wednesday } from '../booking/support';

const open = manyClinics({ env: { PUBLIC_URL: 'http://localhost:8123' } });
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;

describe('a clinic whose time zone is not known here (D-413)', () => {
  it("is taken, and offers, shows and writes its times in this machine's zone", async () => {
    const soon = new Date('2026-11-30T15:00:00Z').toISOString();
    const server = await open({
      shop: { timezone: 'Mars/Olympus', notify_email: 'desk@testvets.example' },
      providers: [provider({ id: 'ada', maxDropoffs: 2 }), provider({ id: 'ben' })],
      clients: [{ ...knownClient, patients: [patient({ id: 'rex', name: 'Rex' })] }],
      appointments: [
        {
          id: 'visit',
          client_id: knownClient.id,
          patient_id: 'rex',
          product_id: 'exam',
          provider_id: 'ada',
          fromDate: soon,
          status: 'ACCEPTED',
          isDropoff: true,
        },
      ],
    });
    // The page is told the zone that is in use.
    expect((await server.api(getShop, { params: { id: server.clinicId } })).timezone).toBe(here);
    const [day] = (await server.api(openTimes, { body: timesBody({ date: wednesday, days_to_check: 1 }) })).data;
    expect(day!.times.length).toBeGreaterThan(0);
    for (const { label, dateTime } of day!.times) expect(formatTime(new Date(dateTime), here)).toBe(label);
    expect(day!.times[0]!.label).toBe('9:00am');

    const { token } = await owner(server, 'jo@example.com', { first_name: 'Jo', last_name: 'Miller' });
    const start = day!.times[0]!.dateTime;
    const booked = await server.api(createAppointment, { body: bookingBody(start) }, { token });
    expect(booked).toMatchObject({ status: 'ACCEPTED', fromDate: start });
    await server.api(emailVaccinations, { body: { email: 'jo@example.com', patient_id: 'rex' } }, { token });
    const texts = await server.db
      .selectFrom('messages')
      .select('body_text')
      .where('clinic_id', '=', server.clinicId)
      .where('kind', '=', 'booking_confirmation')
      .execute();
    expect(texts.map(({ body_text }) => body_text).join('\n')).toContain(
      `${formatDateTime(new Date(start), here)} (${zoneName(here, new Date(start))})`,
    );
    // What the clinic gave is not lost: another machine may know it.
    expect((await exportClinicFile(server.db, server.clinicId))?.shop.timezone).toBe('Mars/Olympus');
  });

  it('is named to the operator, a known one is not', async () => {
    const server = await open();
    const conflictsOf = async (timezone: string) =>
      (
        await importClinicFile(server.db, clinicFile({ shop: { id: server.clinicId, timezone } }), {
          now: server.clock.now(),
          demoMode: true,
        })
      ).conflicts;
    expect(await conflictsOf('Mars/Olympus')).toEqual([
      `time zone "Mars/Olympus": is not known here, so times are in ${here}`,
    ]);
    expect(await conflictsOf('Asia/Kathmandu')).toEqual([]);
  });
});
