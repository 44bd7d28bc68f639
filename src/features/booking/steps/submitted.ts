import { createAppointment } from '../../../contract/appointments';
import { initCode, updateProfile, verifyCode } from '../../../contract/auth';
import { extendHold } from '../../../contract/availability';
import { upsertClient } from '../../../contract/clients';

/** The calls behind a form or a code; a cap can refuse each of them (D-404). */
export const submitted = [initCode, verifyCode, updateProfile, upsertClient, createAppointment, extendHold];
