// Sends the daily e-mails, one person after the other over one connection (decision 160).
import type { Person } from '#access/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/index.ts'
import type { Log } from '#platform/log.ts'
import { MailError } from '#platform/mail/mail-error.ts'
import { openLine, type Line, type MailServer } from '#platform/mail/line.ts'
import type { FreshEntries, NotificationsFeature } from '#features/notifications/index.ts'
import { digestMail, type Place } from './compose.ts'
import * as store from './store.ts'
import { wordsOf } from './words.ts'

export interface SendingDeps {
  readonly db: Pick<Database, 'orm'>
  readonly clock: Clock
  readonly log: Log
  readonly server: MailServer
  readonly place: Place
  /** Of people who chose none. */
  readonly language: () => string
  readonly viewerOf: (userId: number) => Promise<Person | undefined>
  readonly fresh: NotificationsFeature['fresh']
  /** Returns the address that turns off the e-mail of a person. */
  readonly offOf: (uuid: string) => string
}

/** People who are read at a time, and notifications of one e-mail. */
const PEOPLE = 50
const ENTRIES = 50
/** An attempt may arrive although its outcome is not known: so often it is tried in all. */
const MOST_UNSURE = 2

/** `ending`: no further e-mail is begun. `cut`: the connection is closed. */
interface Ends {
  readonly ending: AbortSignal
  readonly cut: AbortSignal
}

/** A job runs for 15 minutes at most: this leaves time for the e-mail that is being sent. */
const RUN_MS = 10 * 60_000

/** Some were not sent, and are tried again. */
class NotSent extends Error {}

/**
 * Sends what is due, for ten minutes at most; returns whether somebody is left. A person whose address is refused is passed until the
 * next day.
 * @throws MailError while the server takes nothing; NotSent when it did not take some for now
 */
export async function sendDue(deps: SendingDeps, slot: Date, { ending, cut }: Ends): Promise<boolean> {
  const lines = openLines(deps.server, cut)
  const until = deps.clock.now().getTime() + RUN_MS
  const isOver = () => deps.clock.now().getTime() >= until
  let later = 0
  let isLeft = false
  try {
    let last: store.Due | undefined
    while (!ending.aborted && !isLeft) {
      const people = await store.due(deps.db.orm, slot, last, PEOPLE)
      for (const person of people) {
        if (ending.aborted) return false
        isLeft = isOver()
        if (isLeft) break
        if (!(await sendTo(deps, lines, person, slot))) later += 1
      }
      last = people.at(-1)
      if (people.length < PEOPLE) break
    }
  } finally {
    lines.close()
  }
  if (later > 0) throw new NotSent(`The mail server did not take ${later} e-mails for now.`)
  return isLeft
}

interface Lines {
  current(): Promise<Line>
  close(): void
}

/** Connects with the first e-mail, and again after a failure. */
function openLines(server: MailServer, signal: AbortSignal): Lines {
  let line: Line | undefined
  return {
    current: async () => (line ??= await openLine(server, signal)),
    close: () => line?.close(),
  }
}

/** Returns false if it has to be tried again. @throws MailError if the server takes nothing */
async function sendTo(
  deps: SendingDeps,
  lines: Lines,
  { userId }: Pick<store.Due, 'userId'>,
  slot: Date,
): Promise<boolean> {
  const { db, log, server } = deps
  // Many e-mails before this one may have taken minutes: the person may have turned it off, or have another address.
  const person = await store.stillDue(db.orm, slot, userId)
  if (!person) return true
  const found = await newsOf(deps, person)
  const planned = found?.notifications[0]?.place
  if (!found || planned === undefined) {
    await store.pass(db.orm, userId, slot)
    return true
  }
  // A server that cannot be reached is nobody’s attempt.
  const line = await lines.current()
  const seconds = (3 * server.timeoutMs) / 1_000 + 60
  const unsure = await store.claim(db.orm, { userId, slot, planned, seconds })
  if (unsure === undefined) return true
  if (unsure >= MOST_UNSURE) {
    log.warn({ userId }, 'a daily e-mail was given up: two attempts may have arrived')
    await store.end(db.orm, userId, { sent: true })
    return true
  }
  try {
    await line.send(mailOf(deps, person, found, slot))
  } catch (error) {
    return await failed(deps, userId, error)
  }
  await store.end(db.orm, userId, { sent: true })
  return true
}

/** Returns what a person is told; undefined for nothing, also when it cannot be read: that must not hold up the others. */
async function newsOf(deps: SendingDeps, person: store.Due): Promise<FreshEntries | undefined> {
  const { userId, upTo: after, onSince, without } = person
  try {
    const viewer = await deps.viewerOf(userId)
    return viewer && (await deps.fresh(viewer, { after, since: new Date(onSince), without }, ENTRIES))
  } catch (error) {
    deps.log.error({ err: error, userId }, 'the notifications for a daily e-mail were not read')
    return undefined
  }
}

async function failed({ db, log }: SendingDeps, userId: number, error: unknown): Promise<boolean> {
  const known = error instanceof MailError ? error : undefined
  if (known?.isFinal) {
    log.warn({ userId, reason: known.message }, 'a daily e-mail was refused; the next one is tried tomorrow')
    await store.end(db.orm, userId, { sent: false })
    return true
  }
  await store.release(db.orm, userId, { mayArrive: known?.mayArrive ?? true })
  if (!known?.isOfThisOne) throw error
  log.warn({ userId, reason: known.message }, 'a daily e-mail was not taken; it is tried again')
  return false
}

/** A repeated e-mail has the same id: mailboxes that compare ids show it once. */
function mailOf(deps: SendingDeps, person: store.Due, found: FreshEntries, slot: Date) {
  const { server, place, offOf, language } = deps
  const { uuid, email, firstName } = person
  const words = wordsOf(person.language, language())
  const off = offOf(uuid)
  const host = server.from.address.split('@')[1]
  return {
    ...digestMail(words, place, { firstName, off, ...found }),
    to: email,
    id: `<digest-${uuid}-${slot.getTime()}@${host}>`,
    language: words.language,
    off,
  }
}
