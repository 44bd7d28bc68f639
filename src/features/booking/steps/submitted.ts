import { createAppointment } from '../../../contract/appointments';
import { initCode, updateProfile, verifyCode } from '../../../contract/auth';
import { extendHold } from '../../../contract/availability';
import { upsertClient } from '../../../contract/clients';

/** What a form or a code sets off, any of which can be one too many (D-404). */
export const submitted = [initCode, verifyCode, updateProfile, upsertClient, createAppointment, extendHold];
