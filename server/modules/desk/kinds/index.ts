import type { Kind } from '../kind';
import { deposit } from './deposit';
import { records } from './records';
import { refill } from './refill';
import { refund } from './refund';
import { request } from './request';
import { textUs } from './textUs';
import { undelivered } from './undelivered';

/** Every kind of thing that waits for the clinic. */
export const kinds: readonly Kind[] = [request, deposit, refill, textUs, records, undelivered, refund];
