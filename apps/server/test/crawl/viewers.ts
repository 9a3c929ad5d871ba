// Every kind of viewer that the crawl sends to every call.

/**
 * `apiToken` is a program with an API token of the owner's: it gets what the owner gets, but for the calls of `row.ts` that
 * are a session's alone. The last four present what opens no
 * door of this API: a shared link's key, a chatbot visitor's token, an API token that there is not, nothing at all. Before
 * them somebody whose account was disabled and somebody who has to change their password first.
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

/** The HTTP status that each viewer gets. */
export type Answers = Readonly<Record<ViewerName, number>>

/** How far each viewer's access to the standing things reaches: 0 none, 1 read, 2 write, 3 admin. */
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
  sharedLink: 0,
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

/** Whether a viewer may read the standing things: whoever may not must never see a byte of them. */
export const mayRead = (who: ViewerName): boolean => LEVELS[who] > 0

/** As whom somebody asks: a program with an API token is its owner. */
export const actsAs = (who: ViewerName): ViewerName => (who === 'apiToken' ? 'owner' : who)

function answers(of: (who: ViewerName) => number, others: Partial<Answers>): Answers {
  const all = Object.fromEntries(VIEWERS.map((who) => [who, of(who)])) as Record<ViewerName, number>
  const told = { ...all, ...SHUT, ...others }
  return { ...told, apiToken: others.apiToken ?? told.owner }
}

/** One status for everyone signed in, others for those named. */
export function everybody(status: number, others: Partial<Answers> = {}): Answers {
  return answers(() => status, others)
}

/** An open door: the same for whoever comes, with whatever token. */
export function open(status: number): Answers {
  return Object.fromEntries(VIEWERS.map((who) => [who, status])) as Record<ViewerName, number>
}

/** What a call on an item answers by the level it needs: unreadable is 404, readable and not allowed 403 (reading 1). */
export function item(
  needs: 'read' | 'write' | 'admin',
  status: number,
  others: Partial<Answers> = {},
): Answers {
  const needed = { read: 1, write: 2, admin: 3 }[needs]
  return answers((who) => (LEVELS[who] === 0 ? 404 : LEVELS[who] < needed ? 403 : status), others)
}

/** For some only; everybody else signed in is refused with one status. */
export function only(
  names: readonly ViewerName[],
  status: number,
  refused: number,
  others: Partial<Answers> = {},
) {
  return everybody(refused, { ...Object.fromEntries(names.map((who) => [who, status])), ...others })
}
