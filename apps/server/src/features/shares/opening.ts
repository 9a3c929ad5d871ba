// What the holder of a link sees. Every call reads the link, its owner's rights and the chat again.
import type { SharedMessage, SharedPage } from '@polylogue/contract'
import { isPerson, LEVEL, type Person, type Viewer } from '#access/index.ts'
import type { LinkHolder } from '#access/viewer.ts'
import type { Binary } from '#http/routes.ts'
import { whileAllowed } from '#http/while-allowed.ts'
import type { Blobs } from '#platform/blobs/index.ts'
import type { Clock } from '#platform/clock.ts'
import { coalesce } from '#platform/coalesce.ts'
import type { Database } from '#platform/db/index.ts'
import type { Secrets } from '#platform/secrets.ts'
import { Problem } from '#problem.ts'
import type { Confidentiality } from '#features/confidentiality/index.ts'
import { firstPage, type QueriesService } from '#features/queries/index.ts'
import { readAddress } from './address.ts'
import { openFigures } from './figures.ts'
import {
  linkByHash,
  levelOn,
  NOW,
  openReading,
  tabsOf,
  type FoundLink,
  type Reading,
  type ShownTab,
} from './opened-store.ts'
import { mayStillShare } from './policy.ts'
import { fileKey, hasExpired, titleOf, toSharedChat, toSharedMessage } from './rules.ts'
import type { Views } from './views.ts'

/** Who may open a link: everybody signed in, and the holder of the link itself. */
export type Opener = Person | LinkHolder

export interface OpeningDeps {
  readonly db: Database
  readonly clock: Clock
  readonly secrets: Pick<Secrets, 'digest'>
  readonly blobs: Pick<Blobs, 'open'>
  readonly confidentiality: Pick<Confidentiality, 'ofMessage'>
  readonly queries: Pick<QueriesService, 'messages'>
  /** Whether links open without sign-in. */
  readonly httpShareEnabled: () => boolean
}

export interface Opening {
  /** Returns a link that is open now, whoever asks; undefined for an unknown, ended or expired one. */
  find(hash: string): Promise<FoundLink | undefined>
  /** Keeps the link that the holder's own request has found, so that the request reads it once. */
  found(holder: LinkHolder, link: FoundLink, hash: string): void
  /** Returns a link for a viewer. @throws Problem NOT_FOUND for every link that they cannot open, SHARE_NEEDS_SIGN_IN */
  admit(viewer: Opener, hash: string): Promise<FoundLink>
  page(viewer: Opener, hash: string, again: boolean): Promise<SharedPage>
  messages(
    viewer: Opener,
    hash: string,
    wanted: { chat: number; limit: number; before?: number | undefined },
  ): Promise<{ messages: SharedMessage[]; before: number | null }>
  file(viewer: Opener, hash: string, position: number): Promise<Binary>
  /** Returns the tabs that a link shows. */
  tabs(found: FoundLink): Promise<ShownTab[]>
  /** Returns the tabs whose names would tell a confidential question. */
  nameless(found: FoundLink, shown: readonly ShownTab[]): Promise<ReadonlySet<number>>
}

export const noSuchLink = () => new Problem('NOT_FOUND', { thing: 'share link' })
/** The same for every link that asks for a sign-in, and for all while links do not open without one. */
export const needsSignIn = () => new Problem('SHARE_NEEDS_SIGN_IN')

/** Whether a link opens without sign-in. */
export const isOpenToAnybody = (deps: Pick<OpeningDeps, 'httpShareEnabled'>, { link }: FoundLink): boolean =>
  deps.httpShareEnabled() && link.audience === 'anybody'

/** Returns the title of what a link shows: that of the moment when a frozen one was shared. */
export const titleOfLink = ({ link, tab, project }: FoundLink): string =>
  link.frozen?.title ?? titleOf({ tabName: tab?.name ?? null, projectName: project.name })

export const untilOf = ({ link: { frozen } }: FoundLink) => frozen ?? NOW

export function openOpening(deps: OpeningDeps, views: Views): Opening {
  const { db, clock, secrets } = deps
  const byHash = linkByHash(db.orm)
  // A thousand readers of one link cost one query at a time.
  const byKey = coalesce((key: string) => byHash(secrets.digest(key)))
  const find = async (hash: string) => {
    const address = readAddress(hash)
    // Looks up a text that is no address, too, so that all refusals take the same time.
    const found = await byKey(address?.key ?? hash)
    if (!address || !found) return undefined
    const { link, owner } = found
    const isOfLink = 'tabId' in address ? address.tabId === link.tabId : address.project === link.projectId
    return isOfLink && !hasExpired(link, clock.now()) && mayStillShare(owner) ? found : undefined
  }
  const admitted = new WeakMap<Opener, { readonly link: FoundLink; readonly hash: string }>()
  const admit = async (viewer: Opener, hash: string) => {
    const own = admitted.get(viewer)
    // Only once: what a long reply asks later is read again.
    admitted.delete(viewer)
    const found = own?.hash === hash ? own.link : await find(hash)
    if (!found || !mayOpen(deps, viewer, found)) throw noSuchLink()
    return found
  }
  const tabs = (found: FoundLink) => shownTabs(db, found)
  const reading = openReading(db, deps.confidentiality)
  const figures = openFigures((tabIds, until) => reading.chats(tabIds, until))
  const opened = { deps, reading: { ...reading, chats: figures }, admit, tabs }
  return {
    find,
    found: (holder, link, hash) => void admitted.set(holder, { link, hash }),
    admit,
    tabs,
    async nameless(found, shown) {
      const ids = shown.map(({ id }) => id)
      const facts = await figures(ids, untilOf(found))
      return new Set(ids.filter((_, index) => facts[index]?.hidesName))
    },
    async page(viewer, hash, again) {
      const found = await admit(viewer, hash)
      const isOwner = isPerson(viewer) && viewer.userId === found.owner.id
      if (!isOwner && !again) views.note(found.link.id)
      return pageFor(opened, viewer, found)
    },
    messages: (viewer, hash, wanted) => messagesFor(opened, viewer, hash, wanted),
    file: (viewer, hash, position) => fileFor(opened, viewer, hash, position),
  }
}

interface Opened extends Pick<Opening, 'admit' | 'tabs'> {
  readonly deps: OpeningDeps
  readonly reading: Reading
}

/** Returns the tabs that are still there, with the names that they had when a frozen link was shared. */
async function shownTabs({ orm }: Database, { link, tab, project }: FoundLink): Promise<ShownTab[]> {
  const then = link.frozen?.tabs
  if (tab) return [{ id: tab.id, name: then?.[0]?.name ?? tab.name }]
  const names = new Map(then?.map(({ id, name }) => [id, name]))
  const ids = then?.map(({ id }) => id)
  const current = await tabsOf(orm, project.id, ids)
  return current.map(({ id, name }) => ({ id, name: names.get(id) ?? name }))
}

async function messagesFor(
  { deps, reading, admit, tabs }: Opened,
  viewer: Opener,
  hash: string,
  { chat, limit, before }: { chat: number; limit: number; before?: number | undefined },
): ReturnType<Opening['messages']> {
  const found = await admit(viewer, hash)
  const tab = (await tabs(found))[chat]
  if (!tab) return { messages: [], before: null }
  const places = await reading.placesBefore(tab.id, untilOf(found), before, limit + 1)
  const page = firstPage(places, limit)
  const texts = await deps.queries.messages(page.map(({ id }) => id))
  const files = new Map(found.link.files.map((file, place) => [fileKey(file), place]))
  const messages = page.flatMap((place) => {
    const message = texts.get(place.id)
    // Deleted, or made confidential, since it was found.
    return !message || message.confidential ? [] : [toSharedMessage(message, place, found.link, files)]
  })
  const oldest = page.at(-1)
  const isMore = oldest !== undefined && places.length > page.length
  return { messages: messages.toReversed(), before: isMore ? oldest.position : null }
}

async function fileFor(
  { deps, reading, admit, tabs }: Opened,
  viewer: Opener,
  hash: string,
  position: number,
): Promise<Binary> {
  const look = async () => {
    const found = await admit(viewer, hash)
    const wanted = found.link.files[position]
    const shown = wanted && (await tabs(found)).map(({ id }) => id)
    const file = shown && (await reading.file(shown, untilOf(found), wanted))
    if (!file) throw noSuchLink()
    return file
  }
  const { name, mimeType, blob } = await look()
  const pieces = await deps.blobs.open(blob)
  if (!pieces) throw noSuchLink()
  return { name, mimeType, ...pieces, bytes: whileAllowed(pieces.bytes, look) }
}

/** Tenants' walls hold for links to people; a link to anybody has none. */
function mayOpen(deps: OpeningDeps, viewer: Opener, found: FoundLink): boolean {
  if (isOpenToAnybody(deps, found)) return isPerson(viewer) || viewer.linkId === found.link.id
  if (!isPerson(viewer)) throw needsSignIn()
  return viewer.tenantContextId === found.owner.tenantContextId
}

async function pageFor(
  { deps, reading, tabs }: Opened,
  viewer: Viewer,
  found: FoundLink,
): Promise<SharedPage> {
  const { link, owner, project } = found
  const mayRead = isPerson(viewer) && (await levelOn(deps.db.orm, viewer, project.id)) >= LEVEL.read
  const shown = await tabs(found)
  const ids = shown.map(({ id }) => id)
  const chats = await reading.chats(ids, untilOf(found))
  return {
    title: chats.some(({ hidesName }) => hidesName) ? '' : titleOfLink(found),
    isProject: link.tabId === null,
    chats: chats.map((chat, index) => toSharedChat(chat, index, shown[index]?.name ?? '')),
    goesOn: link.frozen === null,
    sharedAt: link.sharedAt?.toISOString() ?? null,
    expires: link.expires?.toISOString() ?? null,
    sharedBy: link.names ? `${owner.firstName} ${owner.lastName}` : null,
    omitted: chats.reduce((sum, { omitted }) => sum + omitted, 0),
    projectId: mayRead ? project.id : null,
    canCopy: isPerson(viewer) && viewer.permissions.has('can_use_chat'),
  }
}
