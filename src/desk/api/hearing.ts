import type { Endpoint, Input, Output } from '../../contract/endpoint';
import { deskSilenceMs } from '../../limits';
import { exchange, type Exchange, type Reply } from '../../offline/exchange';

/**
 * Sends a call as `exchange` does, and takes a server that falls silent for no connection, since whoever looks at the
 * desk acts on what it shows. A reply that comes slowly is not silent, however long it takes.
 */
export async function hearing<E extends Endpoint>(
  call: E,
  input: Input<E>,
  given: Exchange,
): Promise<Reply<Output<E>>> {
  const silence = new AbortController();
  const giveUp = () => silence.abort();
  let timer = setTimeout(giveUp, deskSilenceMs);
  const sound = () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, deskSilenceMs);
  };
  if (given.signal?.aborted) giveUp();
  given.signal?.addEventListener('abort', giveUp);
  const read = (response: Response) => textOf(response, sound);
  const reply = await exchange(call, input, { ...given, signal: silence.signal, read });
  clearTimeout(timer);
  given.signal?.removeEventListener('abort', giveUp);
  const isSilent = 'error' in reply && reply.error.kind === 'aborted' && !given.signal?.aborted;
  return isSilent ? { error: { kind: 'network', timedOut: true }, date: null } : reply;
}

/** Reads a reply's text and tells of each piece that comes. */
async function textOf(response: Response, sound: () => void): Promise<string> {
  sound();
  const reader = response.body?.getReader();
  if (!reader) return response.text();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    sound();
    text += decoder.decode(value, { stream: true });
  }
}
