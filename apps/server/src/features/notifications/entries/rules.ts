// What a notification says. Pure.
import type { Notification, NotificationFacts, NotificationKind } from '@polylogue/contract'
import type { ItemType } from '#access/items/index.ts'

/** An entry with what its reader may see of its item now. */
export interface Entry {
  readonly id: number
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
}

type Type = 'info' | 'warning' | 'error'

const TYPES: Readonly<Partial<Record<NotificationKind, Type>>> = { accessEnded: 'warning' }

/** The items in sentences. */
const THINGS: ReadonlyMap<string, string> = new Map([
  ['project', 'the project'],
  ['prompt', 'the prompt'],
  ['custinst', 'the custom instruction'],
  ['goldenset', 'the golden set'],
  ['datasource', 'the data source'],
])

/** The item of an entry that its reader may open, under its kind's path. */
export interface Opened {
  readonly noun: string
  readonly name: string
  readonly uri: string
}

/** Returns the item of an entry; undefined if it is gone or its reader may not read it (any more). */
export function openedOf(entry: Entry, types: readonly ItemType[]): Opened | undefined {
  const { kind, noun, itemId, name, level } = entry
  const type = types.find((one) => one.noun === noun)
  // Ended access keeps no name, also if the item was shared again: that is another notification.
  if (!type || itemId === null || name === null || !level || kind === 'accessEnded') return undefined
  return { noun: type.noun, name, uri: `/${type.path}/${itemId}` }
}

export function toNotification(entry: Entry, opened: Opened | undefined): Notification {
  const { id, rootId, kind, count, read, timestamp } = entry
  const facts = factsOf(entry, opened)
  const message = sentenceOf(kind, facts)
  const type = TYPES[kind] ?? 'info'
  // Whoever reads the list has received its entries.
  const told = { id, message, type, read, received: true, timestamp, uri: opened?.uri ?? null }
  return { id, rootId, kind, facts, count, notificationAsJson: JSON.stringify(told) }
}

function factsOf({ actor, data, kind }: Entry, opened: Opened | undefined): NotificationFacts {
  const access = (['read', 'write', 'admin'] as const).find((one) => one === data['access'])
  return {
    ...(actor ? { actor } : {}),
    ...(opened ? { noun: opened.noun, name: opened.name } : {}),
    ...(opened && access && kind !== 'accessEnded' ? { access } : {}),
  }
}

const ACCESS = { read: 'read', write: 'change', admin: 'manage' } as const

function sentenceOf(kind: NotificationKind, { actor = 'Somebody', noun, name, access }: NotificationFacts) {
  const thing = noun && name ? `${THINGS.get(noun) ?? 'the item'} “${name}”` : 'something'
  const sentences: Readonly<Record<NotificationKind, string>> = {
    shared: `${actor} shared ${thing} with you.`,
    accessChanged: `${actor} changed your access to ${thing}${access ? `: you may ${ACCESS[access]} it` : ''}.`,
    accessEnded: `${actor} ended your access to something.`,
  }
  return sentences[kind]
}
