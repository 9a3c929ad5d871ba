// What a notification says. Pure.
import type { Notification, NotificationFacts, NotificationKind } from '@polylogue/contract'
import { LEVEL } from '#access/index.ts'
import type { ItemType } from '#access/items/index.ts'

type Type = 'info' | 'warning' | 'error'

/** An entry with what its reader may see of its item now. */
export interface Entry {
  readonly id: number
  /** Its position in the list: the newest has the highest. */
  readonly place: number
  readonly rootId: number
  readonly kind: NotificationKind
  readonly count: number
  readonly data: Readonly<Record<string, string>>
  readonly noun: string | null
  readonly itemId: number | null
  readonly read: boolean
  /** In seconds. */
  readonly timestamp: number
  readonly actor: string | null
  /** The reader's level on the item; null if it is gone. */
  readonly level: number | null
  readonly name: string | null
  /** What the item is called, such as `chat`; null for the noun. */
  readonly called: string | null
  /** Of a reported question that was not withdrawn, and of one’s own that was not deleted. */
  readonly question: string | null
  /** The name of the document that answers it; null if it has none, or that is gone. */
  readonly document: string | null
  /** The words of an announcement. */
  readonly announcement: { readonly title: string; readonly text: string; readonly kind: Type } | null
}

const TYPES: Readonly<Partial<Record<NotificationKind, Type>>> = {
  accessEnded: 'warning',
  declined: 'warning',
  groupLeft: 'warning',
  newDevice: 'warning',
  modelFailed: 'error',
  datasourceFailed: 'error',
}

/** The items in sentences. */
const THINGS: ReadonlyMap<string, string> = new Map([
  ['project', 'the project'],
  ['chat', 'the chat'],
  ['group', 'the group'],
  ['model', 'the model'],
  ['prompt', 'the prompt'],
  ['custinst', 'the custom instruction'],
  ['goldenset', 'the golden set'],
  ['datasource', 'the data source'],
  ['chatbot', 'the chatbot'],
])

/** The item of an entry that its reader may open, under its kind's path. */
export interface Opened {
  readonly noun: string
  readonly name: string
  readonly uri: string | null
}

/** Where the chats of an import are that has no project of its own. */
const ALL_CHATS = '/projects'

const GROUP = 'group'

/** Returns the id of the request that an entry asks its reader to decide on. */
export const requestOf = ({ kind, data }: Entry): number | undefined =>
  kind === 'approvalAsked' ? Number(data['requestId']) : undefined

/**
 * Returns the item of an entry; undefined if it is gone or its reader may not read it (any more). `waiting` has the names of the
 * items by the requests that the reader may decide on.
 */
export function openedOf(
  entry: Entry,
  types: readonly ItemType[],
  waiting: ReadonlyMap<number, string>,
): Opened | undefined {
  const { kind, noun, itemId, name, called, level } = entry
  // A group has no page of its own; members know its name.
  if (noun === GROUP) return kind === 'groupJoined' && level && name ? { noun, name, uri: null } : undefined
  if (entry.data['model'])
    return { noun: 'model', name: entry.data['model'], uri: `/help/models/${entry.data['modelId']}` }
  const type = types.find((one) => one.noun === noun)
  if (!type) return undefined
  const requestId = requestOf(entry)
  if (requestId !== undefined) {
    const asked = waiting.get(requestId)
    const uri = `/notifications?dialog=publications&publication=${requestId}`
    return asked === undefined ? undefined : { noun: type.noun, name: asked, uri }
  }
  // Ended access keeps no name, also if the item was shared again: that is another notification.
  if (itemId === null || name === null || !level || kind === 'accessEnded') return undefined
  return { noun: called ?? type.noun, name, uri: uriOf(type, itemId) }
}

/** The path of an item's page. */
export const uriOf = ({ path }: Pick<ItemType, 'path'>, itemId: number): string => `/${path}/${itemId}`

export function toNotification(entry: Entry, opened: Opened | undefined): Notification {
  const { id, place, rootId, kind, count, read, timestamp } = entry
  const facts = factsOf(entry, opened)
  const message = sentenceOf(kind, facts, entry.data['failed'] === 'true')
  const type = entry.announcement?.kind ?? (entry.data['failed'] ? 'error' : (TYPES[kind] ?? 'info'))
  // Whoever reads the list has received its entries.
  const uri =
    documentUri(entry, opened) ??
    opened?.uri ??
    (kind === 'importEnded' && entry.itemId === null ? ALL_CHATS : null)
  const told = { id, message, type, read, received: true, timestamp, uri }
  return { id, place, rootId, kind, facts, count, notificationAsJson: JSON.stringify(told) }
}

/** Returns the path of the document that answers a question, for whoever may read its data source. */
const documentUri = ({ document, data }: Entry, opened: Opened | undefined): string | undefined =>
  opened?.uri && document !== null ? `${opened.uri}/media/${data['mediaId']}` : undefined

function factsOf(
  { actor, data, kind, level, question, document, announcement }: Entry,
  opened: Opened | undefined,
): NotificationFacts {
  // Those who may change a data source read what others reported; an answered one is the reader’s own.
  const mayReadQuestion = kind === 'unansweredSolved' || (opened && (level ?? 0) >= LEVEL.write)
  const access = (['read', 'write', 'admin'] as const).find((one) => one === data['access'])
  return {
    ...(actor ? { actor } : {}),
    ...(opened ? { noun: opened.noun, name: opened.name } : {}),
    ...(opened && access ? { access } : {}),
    ...(opened && data['why'] ? { why: data['why'] } : {}),
    ...(question !== null && mayReadQuestion ? { question } : {}),
    ...(opened && document !== null ? { document } : {}),
    ...(data['items'] ? { items: Number(data['items']) } : {}),
    ...(data['chats'] ? { chats: Number(data['chats']), notImported: Number(data['notImported']) } : {}),
    ...(announcement?.text ? { text: announcement.text } : {}),
    ...(announcement ? { title: announcement.title } : {}),
    ...(kind === 'newDevice' ? { device: data['device'], address: data['address'] } : {}),
  }
}

const ACCESS = { read: 'read', write: 'change', admin: 'manage' } as const

function sentenceOf(kind: NotificationKind, facts: NotificationFacts, failed: boolean) {
  const {
    actor = 'Somebody',
    noun,
    name,
    access,
    why,
    question,
    document,
    device,
    address,
    items,
    title,
    text,
    chats,
    notImported,
  } = facts
  const thing = noun && name ? `${THINGS.get(noun) ?? 'the item'} “${name}”` : 'something'
  const sentences: Readonly<Record<NotificationKind, string>> = {
    shared: `${actor} shared ${thing} with you.`,
    accessChanged: `${actor} changed your access to ${thing}${access ? `: you may ${ACCESS[access]} it` : ''}.`,
    accessEnded: `${actor} ended your access to something.`,
    handedOver: `${actor} handed over to you: ${items === 1 ? 'one item' : `${items} items`}.`,
    groupJoined: `${actor} added you to ${name ? `the group “${name}”` : 'a group'}.`,
    groupLeft: `${actor} removed you from a group, or deleted it.`,
    approvalAsked: `${actor} asks for your approval of ${thing}.`,
    approved: `${actor} approved ${thing}.`,
    unansweredAsked: `${actor} reported that ${thing} does not answer${question ? `: ${question}` : ' a question.'}`,
    unansweredSolved: `${actor} answered your question${document ? ` with “${document}”` : ''}${question ? `: ${question}` : '.'}`,
    chatbotUnanswered: `Visitors of ${thing} asked what it could not answer.`,
    newDevice: `Your account was used to sign in from a new device: ${device}, ${address}.`,
    modelDeployed: `${thing} is ready.`,
    modelFailed: `${thing} could not be deployed.`,
    datasourceFailed: `Documents of ${thing} could not be read.`,
    answerEnded: `Your answer in ${thing} ${failed ? 'failed' : 'is finished'}.`,
    datasourceRefreshed: `Pages of ${thing} have changed.`,
    replayEnded: `Your replay in ${thing} ${failed ? 'failed' : 'ended'}.`,
    goldenRunEnded: `Your run of ${thing} ${failed ? 'failed' : 'ended'}.`,
    importEnded: `Your import ${failed ? 'stopped early' : 'is finished'}: ${chats} imported, ${notImported} not.`,
    announcement: [title, text].filter(Boolean).join(': '),
    declined: `${actor} declined ${thing}${why ? `: ${why}` : '.'}`,
  }
  return sentences[kind]
}
