import type { Product, Provider, Species } from '../../../../contract/catalogue';
import { bookableTypes, clinicianChoice, cliniciansOf, dropoffChoice } from '../../../../domain/booking/choices';
import { visitOf, wishIn } from '../../../../domain/booking/standing';
import { animalOf } from '../../../../ui/peek/animal';
import { Checkbox } from '../../../../ui/fields/Checkbox';
import { ChoiceRow } from '../../../../ui/choice/ChoiceRow';
import { AnimalIcon } from '../../../../ui/icons/species';
import { selectLocation } from '../../store/facts';
import { speciesChosen, visitChosen } from '../../store/slice';
import { useBooking, useChosenProducts, useIsReturning, useProduct } from '../../useBooking';
import { clinicianName, productFacts } from './labels';
import { useAppDispatch, useAppSelector } from '../../../../state/store';
import * as css from '../AppointmentChoice.module.css';
import * as common from '../../../../ui/layout/common.module.css';

const ANY = 'any';

export type Catalogue = { species: readonly Species[]; products: readonly Product[]; providers: readonly Provider[] };

/** Shows species, type, clinician and drop-off (APPT-01 to 10, APPT-21 to 24). */
export function VisitRows({ species, products, providers }: Catalogue) {
  const { draft, shop } = useBooking();
  const dispatch = useAppDispatch();
  const isReturning = useIsReturning();
  const product = useProduct();
  const chosen = useChosenProducts();
  const location = useAppSelector(selectLocation);
  const types = bookableTypes(products, providers, isReturning, draft.species?.id ?? null, location);
  const choose = useVisitChoice(providers);

  const chooseSpecies = (id: string) => {
    const chosen = species.find((each) => each.id === id);
    if (chosen) dispatch(speciesChosen({ id: chosen.id, name: chosen.name }));
  };
  const chooseType = (id: string) => {
    const type = types.find((each) => each.id === id);
    if (type) choose([type]);
  };
  const facts = product && productFacts(product, shop);
  const optionOf = (type: Product, value = type.id) => ({
    value,
    label: [type.name, productFacts(type, shop)].filter(Boolean).join(', '),
  });
  // Only Book again chooses several types (D-72); any other choice replaces them.
  const several = product && chosen.length > 1 ? optionOf(product, chosen.map(({ id }) => id).join()) : null;
  return (
    <div className={`${common.rows} ${css.visitrows}`}>
      <ChoiceRow
        label="Species"
        value={draft.species?.id ?? ''}
        options={species.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={chooseSpecies}
        placeholder="Choose a species"
        icon={<AnimalIcon animal={animalOf(draft.species?.name)} size={22} />}
      />
      <ChoiceRow
        label="Appointment type"
        value={several?.value ?? product?.id ?? ''}
        options={[...(several ? [several] : []), ...types.map((type) => optionOf(type))]}
        onChange={chooseType}
        placeholder={draft.species ? 'Choose an appointment type' : 'Choose a species first'}
        shown={product?.name}
        disabled={!draft.species}
        meta={
          product && (facts || product.description) ? (
            <>
              {facts && <b className={common.num}>{facts}</b>}
              {product.description && <div>{product.description}</div>}
            </>
          ) : null
        }
      />
      {product && (
        <ClinicianRow
          product={product}
          providers={providers}
          onChoose={(clinicianId) => choose(chosen, { clinicianId })}
        />
      )}
      {product && dropoffChoice(product) !== 'none' && (
        <Checkbox
          checked={draft.isDropoff}
          disabled={dropoffChoice(product) === 'required'}
          onChange={(isDropoff) => choose(chosen, { isDropoff })}
        >
          I would like to drop my pet off for this appointment and pick them up afterward.
        </Checkbox>
      )}
    </div>
  );
}

type RowProps = { product: Product; providers: readonly Provider[]; onChoose: (clinicianId: string | null) => void };

function ClinicianRow({ product, providers, onChoose }: RowProps) {
  const { draft, shop } = useBooking();
  const clinicians = cliniciansOf(product, providers, draft.isDropoff, useAppSelector(selectLocation));
  const { isAsked, hasAny } = clinicianChoice(clinicians, shop.metadata);
  if (!isAsked) return null;
  const options = clinicians.map((provider) => ({ value: provider.id, label: clinicianName(provider) }));
  return (
    <ChoiceRow
      label="Clinician"
      value={draft.selectedProducts[0]?.provider?.id ?? ANY}
      options={hasAny ? [{ value: ANY, label: 'Any clinician' }, ...options] : options}
      onChange={(id) => onChoose(id === ANY ? null : id)}
      placeholder="Choose a clinician"
    />
  );
}

/**
 * Returns a function that chooses the visit's types, and the requested clinician and drop-off as far as they are
 * offered (D-65, D-408).
 */
export function useVisitChoice(providers: readonly Provider[]) {
  const { draft, shop } = useBooking();
  const dispatch = useAppDispatch();
  const before = useProduct();
  return (products: readonly Product[], wished: Partial<ReturnType<typeof wishIn>> = {}) => {
    const visit = visitOf(products, { ...wishIn(draft, before), ...wished }, { shop, providers }, draft.location);
    if (visit) dispatch(visitChosen(visit));
  };
}
