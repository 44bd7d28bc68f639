import type { Kind } from '../kind';
import { deposit } from './deposit';
import { records } from './records';
import { refill } from './refill';
import { refund } from './refund';
import { request } from './request';
import { textUs } from './textUs';
import { undelivered } from './undelivered';
import { waitlist } from './waitlist';

/** Every kind of thing that waits for the clinic. */
export const kinds: readonly Kind[] = [request, refill, waitlist, textUs, deposit, records, undelivered, refund];
