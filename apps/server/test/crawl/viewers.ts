// The kinds of viewers with which the crawl makes every call.

/**
 * `apiToken` is a program with the owner's API token: it gets the owner's statuses, except for the session-only calls in
 * `row.ts`. The last six: a disabled account, a user who must change their password first, the holder of a share link to the
 * standing project (of the test noun in `guests.ts`), the visitor of the standing chatbot, an unknown API token, none.
 */
export const VIEWERS = [
  'superUser',
  'administrator',
  'teamLead',
  'staff',
  'guest',
  'owner',
  'reader',
  'writer',
  'itemAdmin',
  'member',
  'transitive',
  'otherTenant',
  'apiToken',
  'disabled',
  'passwordDue',
  'sharedLink',
  'chatbotVisitor',
  'unknownToken',
  'nobody',
] as const
export type ViewerName = (typeof VIEWERS)[number]

/** The HTTP status for each viewer. */
export type Answers = Readonly<Record<ViewerName, number>>

/** Access level of each viewer to the standing things: 0 none, 1 read, 2 write, 3 admin. */
const LEVELS: Readonly<Record<ViewerName, number>> = {
  superUser: 0,
  administrator: 0,
  teamLead: 0,
  staff: 0,
  guest: 0,
  owner: 3,
  reader: 1,
  writer: 2,
  itemAdmin: 3,
  member: 1,
  transitive: 1,
  otherTenant: 0,
  apiToken: 3,
  disabled: 0,
  passwordDue: 0,
  sharedLink: 1,
  chatbotVisitor: 0,
  unknownToken: 0,
  nobody: 0,
}

const SHUT = {
  disabled: 403,
  passwordDue: 403,
  sharedLink: 401,
  chatbotVisitor: 401,
  unknownToken: 401,
  nobody: 401,
} as const

/** Whether a viewer may read the standing things; other viewers must never receive a byte of them. */
export const mayRead = (who: ViewerName): boolean => LEVELS[who] > 0

/** The user a viewer acts as: a program with an API token acts as its owner. */
export const actsAs = (who: ViewerName): ViewerName => (who === 'apiToken' ? 'owner' : who)

function answers(of: (who: ViewerName) => number, others: Partial<Answers>): Answers {
  const all = Object.fromEntries(VIEWERS.map((who) => [who, of(who)])) as Record<ViewerName, number>
  const told = { ...all, ...SHUT, ...others }
  return { ...told, apiToken: others.apiToken ?? told.owner }
}

/** One status for all signed-in viewers, with exceptions. */
export function everybody(status: number, others: Partial<Answers> = {}): Answers {
  return answers(() => status, others)
}

/** A public call: the same status for every viewer, with any token. */
export function open(status: number): Answers {
  return Object.fromEntries(VIEWERS.map((who) => [who, status])) as Record<ViewerName, number>
}

/** Status of a call on an item by the required level: unreadable is 404, readable but not permitted is 403 (API-5). */
export function item(
  needs: 'read' | 'write' | 'admin',
  status: number,
  others: Partial<Answers> = {},
): Answers {
  const needed = { read: 1, write: 2, admin: 3 }[needs]
  return answers((who) => (LEVELS[who] === 0 ? 404 : LEVELS[who] < needed ? 403 : status), others)
}

/** Only for some viewers; all other signed-in viewers get one refusal status. */
export function only(
  names: readonly ViewerName[],
  status: number,
  refused: number,
  others: Partial<Answers> = {},
) {
  return everybody(refused, { ...Object.fromEntries(names.map((who) => [who, status])), ...others })
}
