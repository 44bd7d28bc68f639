import type { Clinic, Session } from './clinic';
import type { Memory } from './memory';
import { all, heldShown, type Screen } from './screens';
import { locations, petsOf, productsOf, providers } from './settings';

const SLACK = 4000;
const MINUTE = 60_000;

/** What is on the screen and is not so at the clinic, a line each. */
export function untruths(screen: Screen, memory: Memory, clinic: Clinic, session: Session | null): string[] {
  return [
    ...ofHold(memory, clinic, session),
    ...(tellers[screen.kind]?.(screen as never, memory, clinic, session) ?? []),
  ];
}

/** When the time that the owner was promised ends, by the clinic's clock; null where none is theirs. */
export function heldUntil(memory: Memory, clinic: Clinic, session: Session | null): number | null {
  // A payment that was begun has prolonged the hold as well.
  if (clinic.settings.times === 'held') return clinic.liveHold(session?.id)?.expire ?? null;
  const paying = clinic.payments.findLast(
    ({ request, at }) =>
      request.status === 'pending' &&
      at !== null &&
      at === memory.picked?.dateTime &&
      // One that an earlier booking of the same time was left with is not this one's.
      Date.parse(request.expires_at ?? '') - 30 * MINUTE >= (memory.pickedAt ?? 0),
  );
  return paying ? Date.parse(paying.request.expires_at ?? '') : memory.countedTo;
}

function ofHold(memory: Memory, clinic: Clinic, session: Session | null): string[] {
  const shown = heldShown();
  // Booked already, by a call whose answer was lost: it is theirs, and the page does not know it yet.
  if (!shown || bookedAt(memory.picked?.dateTime, clinic, session)) return [];
  const until = heldUntil(memory, clinic, session);
  if (until === null || until < clinic.now() - SLACK) return ['"Held for you" of a time that is not held'];
  const left = Math.max(0, until - clinic.now());
  if (memory.picked && !shown.when.endsWith(memory.picked.label))
    return [`"Held for you" for ${shown.when} where ${memory.picked.dateTime} was picked`];
  return Math.abs(left - shown.left) > SLACK
    ? [`"Held for you" for ${shown.left / 1000} s where ${Math.round(left / 1000)} s are left`]
    : [];
}

const bookedAt = (at: string | undefined, clinic: Clinic, session: Session | null) =>
  clinic.booked.findLast(({ userId, appointment }) => userId === session?.user.id && appointment.fromDate === at);

type Teller<K extends Screen['kind']> = (
  screen: Extract<Screen, { kind: K }>,
  memory: Memory,
  clinic: Clinic,
  session: Session | null,
) => string[];
const tellers: { readonly [K in Screen['kind']]?: Teller<K> } = {
  'client-type': ({ answers }, _, clinic, session) => {
    const { closed } = clinic.settings;
    const isKnown = session !== null && !session.user.is_guest && clinic.isReturning(session.user.id);
    const wanted =
      closed === 'none'
        ? ['New client', 'Returning client']
        : closed === 'new'
          ? ['Returning client']
          : isKnown
            ? []
            : ['New client'];
    const offered = answers.filter((answer) => answer.endsWith('client'));
    return JSON.stringify(offered) === JSON.stringify(wanted)
      ? []
      : [`the first question offers ${JSON.stringify(offered)} where ${JSON.stringify(wanted)} can be chosen`];
  },
  appointment: (screen, memory, clinic, session) => {
    const { type, species, message, times, clinician } = screen;
    const offered = typesFor(memory, clinic, session, species.value || null);
    const shown = type.options.map(({ value }) => value).filter((value) => !value.includes(','));
    const until = bookedAt(memory.picked?.dateTime, clinic, session) ? Infinity : heldUntil(memory, clinic, session);
    return [
      ...(species.value !== '' && JSON.stringify(shown.toSorted()) !== JSON.stringify(offered.toSorted())
        ? [`types ${shown.join()} are offered where ${offered.join()} can be booked`]
        : []),
      ...(message?.includes('has expired') && until !== null && until !== Infinity && until > clinic.now() + SLACK
        ? ['"has expired" of a time that is held']
        : []),
      ...(message?.includes('no longer available') && clinic.refusals === memory.refusals
        ? ['"no longer available" of a time that nobody refused']
        : []),
      ...(message &&
      /no longer available|has expired/.test(message) &&
      bookedAt(memory.picked?.dateTime, clinic, session)
        ? [`"${message}" of a time that the owner has booked`]
        : []),
      ...(times.some(({ state }) => state === 'held') && (until === null || until < clinic.now() - SLACK)
        ? ['a time is marked as held that is not']
        : []),
      ...(clinician &&
      clinician.value !== '' &&
      clinician.value !== 'any' &&
      !providers.some(({ id }) => id === clinician.value)
        ? ['a clinician of nowhere']
        : []),
    ];
  },
  form: ({ petOptions, fields, errors, isBusy }, memory, clinic, session) => {
    const owned =
      session && !session.user.is_guest && clinic.clients.has(session.user.id)
        ? (clinic.clients.get(session.user.id)?.patients ?? [])
        : [];
    const wanted = owned
      .filter((pet) => !pet.deceased_at && (pet.species_id === null || pet.species_id === memory.visit?.species.value))
      .map(({ id }) => id);
    const chosen = petsOf(clinic.settings).find(({ id }) => id === fields['patientId']);
    return [
      ...(petOptions && JSON.stringify(petOptions.toSorted()) !== JSON.stringify(wanted.toSorted())
        ? [`pets ${petOptions.join()} are offered where ${wanted.join()} are the owner's of this species`]
        : []),
      ...(chosen && !wanted.includes(chosen.id)
        ? [`${chosen.name} is chosen and not among the owner's pets of this species`]
        : []),
      ...(isBusy
        ? []
        : errors
            .filter((error) => error.includes('30 characters') && fields['patientId'] !== undefined)
            .map(() => 'the name on file is refused as too long')),
    ];
  },
  'no-availability': (_, memory, clinic, session) =>
    typesFor(memory, clinic, session, null).length > 0 ? ['"No appointments available" where there are'] : [],
  code: ({ to }, _, clinic, session) => {
    const plain = (to ?? '').includes('@') ? to : (to ?? '').replace(/\D/g, '');
    return clinic.codes.some((sent) => sent.to === plain && sent.sessionId === session?.id && clinic.isUsable(sent))
      ? []
      : [`"We sent a code to ${to}" and none was sent`];
  },
  deposit: ({ view, text, amount }, memory, clinic) => {
    const isPaid = clinic.payments.some(
      ({ request, at }) => request.completed_at !== null && (at === null || at === memory.picked?.dateTime),
    );
    return [
      ...(view === 'paid' && !isPaid ? ['"Payment Successful" and nothing was paid'] : []),
      ...(view === 'payable' && amount !== '$25.00' ? [`the deposit is shown as ${amount}`] : []),
      ...(text.includes('Appointment Request Details') && clinic.settings.isAutoAccept
        ? ['a request is announced where the clinic accepts at once']
        : []),
    ];
  },
  success: ({ heading, text }, memory, clinic, session) => {
    // Where the first answer was lost and another time was picked since, the first visit is shown (D-97).
    const booked =
      bookedAt(memory.picked?.dateTime, clinic, session) ??
      clinic.booked.findLast(({ userId }) => userId === session?.user.id);
    if (!booked) return ['"Thank you" and nothing was booked'];
    const {
      status,
      items: [item],
    } = booked.appointment;
    const said = heading.includes('scheduled') ? 'ACCEPTED' : 'REQUESTED';
    const name = memory.form?.fields['firstName']?.trim().split(' ')[0];
    return [
      ...(said === status ? [] : [`the appointment is said to be ${said} and is ${status}`]),
      ...(item && !text.includes(item.metadata.patientName) ? ['another pet is named'] : []),
      ...(item?.metadata.providerName && !text.includes(item.metadata.providerName)
        ? ['another clinician is named']
        : []),
      ...(name && heading.startsWith('Thank you, ') && !heading.startsWith(`Thank you, ${name}`)
        ? [`"${heading}" to ${name}`]
        : []),
    ];
  },
};

/** Types that this owner can book there: by the record once they are signed in, else by their answer (D-55). */
export function typesFor(memory: Memory, clinic: Clinic, session: Session | null, speciesId: string | null): string[] {
  const isOwner = session !== null && !session.user.is_guest;
  const isReturning =
    isOwner && clinic.clients.has(session.user.id) ? clinic.isReturning(session.user.id) : memory.kind === 'returning';
  const { settings } = clinic;
  const there =
    settings.locations === 'off'
      ? undefined
      : settings.locations === 'one'
        ? locations[0]
        : locations.find(({ id }) => id === memory.location);
  return productsOf(settings)
    .filter(
      ({ id, providerIds, metadata }) =>
        (isReturning ? metadata.allowReturningClients : metadata.allowNewClients) !== false &&
        (speciesId === null || !metadata.speciesIds?.length || metadata.speciesIds.includes(speciesId)) &&
        (there?.product_ids?.includes(id) ?? true) &&
        providerIds.some((each) => there?.provider_user_ids.includes(each) ?? true),
    )
    .map(({ id }) => id);
}

/** Whether a page is drawn that says it all at once: for the message of a fault. */
export const shownText = (): string =>
  all('main')
    .map((main) => main.textContent?.slice(0, 200))
    .join(' ');
