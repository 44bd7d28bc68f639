import type { IncomingHttpHeaders } from 'node:http';
import type { Endpoint } from '../../src/contract/endpoint';
import type { Clinic } from '../calls/clinic';
import { ApiError } from '../calls/errors';
import type { Db } from '../db/transaction';
import { loadClinic } from '../modules/clinics/repository';

/**
 * The clinic that a call is made at: the one that X-Client-Id names (D-201), or without that header the one that the
 * call's path names. Throws `validation` when neither names one, `not_found` for an unknown one.
 */
export async function clinicOfCall(
  db: Db,
  endpoint: Endpoint,
  headers: IncomingHttpHeaders,
  params: unknown,
): Promise<Clinic> {
  const inPath = endpoint.clinicParam && (params as Record<string, unknown>)[endpoint.clinicParam];
  const given = headers['x-client-id'] ?? inPath;
  if (given === undefined) throw new ApiError('validation', { fields: { 'X-Client-Id': 'is required' } });
  const clinic = typeof given === 'string' ? await loadClinic(db, given) : null;
  if (clinic === null) throw new ApiError('not_found');
  return clinic;
}
