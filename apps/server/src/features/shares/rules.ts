// Responses of share links. Pure.
import type {
  MadeShare,
  Message,
  Share,
  SharedChat,
  SharedMessage,
  SomebodysShare,
} from '@polylogue/contract'
import { isNumberOfTab } from '@polylogue/contract'
import { LEVEL } from '#access/index.ts'
import { hashOf, uriOf, type Address } from './address.ts'
import { mayStillShare } from './policy.ts'
import type { LinkRow } from './table.ts'

/** A link with the current names of what it shows, and its owner's access to it. */
export interface ListedLink {
  readonly link: LinkRow
  readonly tabName: string | null
  readonly projectId: number
  readonly projectName: string
  readonly level: number
  /** The same if its chat were not in the recycle bin; missing where it is not there. */
  readonly levelOutsideBin?: number
}

/** A link in the administrators' list. */
export interface SomebodysLink {
  readonly id: number
  readonly ownerId: number
  readonly firstName: string
  readonly lastName: string
  readonly ownerContextId: number
  readonly tabId: number | null
  readonly goesOn: boolean
  readonly audience: LinkRow['audience']
  readonly created: Date
  readonly expires: Date | null
  readonly views: number
  readonly lastOpened: Date | null
}

/** A chat of a page before its messages are read. */
export interface ChatFacts {
  readonly turns: number
  readonly omitted: number
  readonly first: Date | null
  readonly last: Date | null
  readonly modelName: string | null
  readonly modelTagName: string | null
  /** Its first question is confidential, and so is a name that comes from it. */
  readonly hidesName: boolean
}

/** A message that a link shows, before it is read. */
export interface Placed {
  readonly id: number
  readonly position: number
  readonly bytes: number
  readonly askedBy: string | null
}

export function hasExpired({ expires }: { readonly expires: Date | null }, now: Date): boolean {
  return expires !== null && expires <= now
}

/** Returns the title of what is shared: a tab whose name is its number has that of its project. */
export const titleOf = (names: { readonly tabName: string | null; readonly projectName: string }): string =>
  names.tabName === null || isNumberOfTab(names.tabName) ? names.projectName : names.tabName

export function toShare(
  { link, level, levelOutsideBin = level, ...names }: ListedLink,
  owner: { readonly roleId: number },
  now: Date,
): Share {
  const isExpired = hasExpired(link, now)
  const inBin = level < LEVEL.read && levelOutsideBin >= LEVEL.admin
  return {
    id: link.id,
    tabId: link.tabId,
    projectId: names.projectId,
    // Access that is lost hides the name, too.
    name: level >= LEVEL.read || inBin ? titleOf(names) : '',
    created: link.created.toISOString(),
    expires: link.expires?.toISOString() ?? null,
    isExpired,
    opens: !isExpired && mayStillShare({ roleId: owner.roleId, canUseUi: true, level }),
    inBin,
    goesOn: link.frozen === null,
    sharedAt: link.sharedAt?.toISOString() ?? null,
    names: link.names,
    reasoning: link.reasoning,
    passages: link.passages,
    files: link.files,
    audience: link.audience,
    views: link.views,
    lastOpened: link.lastOpened?.toISOString() ?? null,
  }
}

/** Returns a link with its address, which nothing else has. */
export function toMadeShare(share: Share, address: Address): MadeShare {
  const hash = hashOf(address)
  return { ...share, hash, uri: uriOf(hash) }
}

export function toSomebodysShare(link: SomebodysLink, now: Date): SomebodysShare {
  return {
    id: link.id,
    ownerId: link.ownerId,
    ownerName: `${link.firstName} ${link.lastName}`,
    isProject: link.tabId === null,
    created: link.created.toISOString(),
    expires: link.expires?.toISOString() ?? null,
    isExpired: hasExpired(link, now),
    goesOn: link.goesOn,
    audience: link.audience,
    views: link.views,
    lastOpened: link.lastOpened?.toISOString() ?? null,
  }
}

export function toSharedChat(chat: ChatFacts, index: number, name: string): SharedChat {
  return {
    index,
    name: chat.hidesName ? '' : name,
    modelName: chat.modelName ?? '',
    modelTagName: chat.modelTagName ?? '',
    messageCount: chat.turns - chat.omitted,
    firstMessage: chat.first?.toISOString() ?? null,
    lastMessage: chat.last?.toISOString() ?? null,
  }
}

/** What of a message a link shows; `files` are the places of its shown files by `queryId index`. */
export function toSharedMessage(
  message: Message,
  { position, askedBy }: Placed,
  link: Pick<LinkRow, 'names' | 'reasoning' | 'passages'>,
  files: ReadonlyMap<string, number>,
): SharedMessage {
  return {
    position,
    question: message.queryText,
    answer: message.responseText,
    reasoning: link.reasoning ? message.reasoningText : null,
    state: message.state,
    created: message.created,
    modelName: message.modelName,
    modelTagName: message.modelTagName,
    askedBy: link.names ? askedBy : null,
    sources: message.sources.map(({ id, title, place, quote }) => ({
      number: id,
      title,
      place: place ?? null,
      quote: link.passages ? quote : null,
    })),
    files: message.attachments.flatMap(({ name, size, mime_type: mimeType }, index) => {
      const key = files.get(fileKey({ queryId: message.id, index }))
      return key === undefined ? [] : [{ key, name, size, mimeType }]
    }),
  }
}

export const fileKey = ({ queryId, index }: { readonly queryId: number; readonly index: number }): string =>
  `${queryId} ${index}`
