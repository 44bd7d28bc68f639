import { useEffect, useState } from 'react';
import * as common from '../layout/common.module.css';
import { openDialog } from './openDialog';

/**
 * The pause before a text is said, milliseconds: its region must be in the page before it, and what focus moves to is
 * read first.
 */
const pauseMs = 100;
/** How many texts stay in the page, for those who read it again. */
const kept = 3;

/** How long something is waited for before that is said, milliseconds. */
const waitMs = 400;

const waiting: (string | (() => string))[] = [];

/**
 * Says a text to assistive technology, after what was said before; nothing is seen of it. In an open dialog it is said
 * from within, since a modal dialog silences everything outside it. `isFirst`: before what else is about to be said. A
 * function is asked for its text when it is said, '' for nothing any more.
 */
export function announce(text: string | (() => string), isFirst = false): void {
  if (!text) return;
  if (waiting.length === 0) setTimeout(say, pauseMs);
  if (isFirst) waiting.unshift(text);
  else waiting.push(text);
}

/** Takes back what was said and what is about to be: it was for who was signed in, and stays in the page otherwise. */
export function unsay(): void {
  waiting.length = 0;
  for (const region of document.querySelectorAll('[role=log]')) region.replaceChildren();
}

function say(): void {
  const host = openDialog() ?? document.body;
  const region = host.querySelector(':scope > [role=log]');
  if (!region) {
    const made = document.createElement('div');
    made.className = common.vh;
    made.setAttribute('role', 'log');
    host.append(made);
    setTimeout(say, pauseMs);
    return;
  }
  for (const text of waiting.splice(0)) {
    const line = document.createElement('p');
    line.textContent = typeof text === 'string' ? text : text();
    if (line.textContent) region.append(line);
  }
  while (region.childElementCount > kept) region.firstChild?.remove();
}

/** Announces what is waited for, '' for nothing, after a while, because a fast reply needs no words. */
export function useAnnouncedWait(text: string): void {
  useEffect(() => {
    const timer = setTimeout(() => announce(text), waitMs);
    return () => clearTimeout(timer);
  }, [text]);
}

/** Announces what was loaded, once loading is over; nothing where it was there from the beginning. */
export function useAnnouncedLoad(isLoading: boolean, text: string): void {
  const [wasLoading, setLoading] = useState(false);
  if (isLoading && !wasLoading) setLoading(true);
  useAnnounced(wasLoading && !isLoading ? text : '');
}

/** Announces a text when it appears and whenever it changes; '' for nothing to say. */
export function useAnnounced(text: string): void {
  useEffect(() => announce(text), [text]);
}
