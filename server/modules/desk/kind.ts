import type { AnswerBody, AnswerName, InboxRow, Item, ItemKind } from '../../../src/contract/desk/inbox';
import type { Clinic } from '../../calls/clinic';
import type { Member } from '../../calls/member';
import type { Services } from '../../calls/services';
import type { Db, Trx } from '../../db/transaction';
import type { Wish } from '../schedule/rule';

/** What a kind needs to read its things; `reader` is who reads an item, where somebody at the desk does. */
export type Reading = { clinic: Clinic; now: Date; services: Services; reader?: Member };

/** A row as its kind lists it; the desk adds who is at it, its answer and its version. */
export type Listed = Omit<InboxRow, 'id' | 'presence' | 'answer' | 'version' | 'kind'> & {
  /** The thing's own id. */
  thingId: string;
  /** What else the row's version must change with. */
  stamp: string;
};

/** An item as its kind shows it; the desk adds the row, and what staff did to what happened. */
export type Shown = Omit<Item, 'row'> & { listed: Listed };

/** What an answer's rule is given. `by` is null for the operator's terminal and for an answer link (D-423). */
export type Answering = Reading & {
  thingId: string;
  body: Omit<AnswerBody, 'version'>;
  by: Member | null;
  /** The answer's id, under which it reserves what it needs. */
  answerId: string;
  /** What `record` gave, when the answer leaves or is taken back; empty before. */
  ids: Readonly<Record<string, string>>;
};

/** What the answer would do (previewAnswer). */
export type Preview = {
  words: string | null;
  ways: string;
  money: string | null;
  does: string[];
  /** What must be seen before it is sent: that it goes to a contact of somebody else. */
  warning?: string | null;
  button: string;
  held_until: string | null;
};

/** What became of an answer that left. */
export type Left = { voided: string | null; instead?: { words: string; did: string } };

/**
 * One answer to a kind of thing. It goes in three steps (D-426): `record` at once, `leave` twenty seconds later or at
 * once for the terminal and answer links, `takeBack` in between.
 */
export type AnswerRule = {
  /** Whether nobody outside the clinic is to hear of it: it is over when it is recorded, and holds up no other answer. */
  isInternal?: true;
  /** Throws `not_allowed` where the member may not give it, which is said before what else has changed meanwhile. */
  allow?(db: Db, answering: Answering): Promise<void>;
  /** Says what the answer would do and changes nothing. Throws as `record` does. */
  preview(db: Db, answering: Answering): Promise<Preview>;
  /**
   * Checks that the answer fits the thing as it is now, and reserves what it needs until it leaves, such as offered times.
   * Nothing that the owner or anybody outside could notice happens. Returns the answer as the past words that the list
   * shows and ids for the audit, with `did` as a clause that the audit and the item say behind the words. Throws `not_allowed` with a sentence for the person, `slot_gone`, `not_found`.
   */
  record(trx: Trx, answering: Answering): Promise<{ words: string; ids: Record<string, string> }>;
  /**
   * Does what the answer says: state, messages, refund, the freed time. Where the thing has changed meanwhile so that it
   * cannot be done, it does nothing but give back what was reserved, and returns the reason as a sentence. Where a part of
   * it was done, `instead` has its words and `did` anew.
   */
  leave(trx: Trx, answering: Answering): Promise<Left>;
  /** Gives back what `record` reserved. Returns what is done all the same as a sentence, if anything is. */
  takeBack(trx: Trx, answering: Answering): Promise<string | void>;
};

/** One kind of thing that waits for the clinic. */
export type Kind = {
  kind: ItemKind;
  /** Lists what waits for the clinic or for owners, in a number of queries that does not grow with the things. */
  list(db: Db, reading: Reading): Promise<Listed[]>;
  /** Reads one thing, answered ones too; null where the clinic has none. */
  read(db: Db, reading: Reading, thingId: string): Promise<Shown | null>;
  answers: Partial<Record<AnswerName, AnswerRule>>;
  /** What the thing's visit needs, for its openings (D-425); null where it has none. Absent for kinds without visits. */
  wish?(db: Db, reading: Reading, thingId: string): Promise<Wished | null>;
};

/**
 * A visit to find times for: its wish with no clinician asked for, whom the owner has asked for, and the earliest start
 * that the answer can name.
 */
type Wished = { wish: Wish; providerId: string | null; earliest: Date };
