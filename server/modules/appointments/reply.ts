import type { Appointment } from '../../../src/contract/appointments';
import type { Clinic } from '../../plugins/clinic';
import type { AppointmentRow } from './repository';

/** An appointment as its owner sees it (ENT-19, ENT-20). */
export function appointmentReply(clinic: Clinic, row: AppointmentRow): Appointment {
  const provider = clinic.providers.find((one) => one.id === row.provider_id);
  const product = clinic.products.find((one) => one.id === row.product_id);
  const { label } = row.details as { label?: string };
  return {
    id: row.id,
    fromDate: row.starts_at.toISOString(),
    toDate: row.ends_at.toISOString(),
    status: row.status,
    note: row.note,
    providers: provider ? [{ id: provider.id, firstName: provider.firstName, avatar: provider.avatar ?? null }] : [],
    items: [{
      clientId: row.client_id,
      providerId: row.provider_id,
      metadata: {
        providerName: provider?.firstName ?? null,
        providerAvatar: provider?.avatar ?? null,
        productId: row.product_id,
        productName: product?.name ?? label ?? '',
        patientName: row.patient_name ?? '',
        productTime: Math.round((row.ends_at.getTime() - row.starts_at.getTime()) / 60_000),
      },
    }],
  };
}
