// Fetches the document of an address through the guarded client (OUTBOUND-*).
import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { OutboundFailed, type Outbound, type PublicPage, type Validators } from '#platform/outbound/index.ts'
import { fetchedType, toldType } from '#platform/documents/index.ts'
import { NotIndexed } from './not-indexed.ts'
import type { Taken } from './steps-store.ts'

const TIMEOUT_MS = 60_000

interface FetchDeps {
  readonly outbound: Pick<Outbound, 'public' | 'judge'>
  /** Bytes of one document. */
  readonly maxBytes: number
}

/** The new bytes of an address. */
export interface Fetched {
  readonly body: Buffer
  readonly mimeType: string
  /** The encoding that the server declares. */
  readonly declaredEncoding: string | null
  readonly hash: Buffer
  readonly validators: Validators
}

/** The address still has the indexed bytes. */
export interface Unchanged {
  readonly body?: undefined
  readonly validators: Validators | undefined
  /** The page, if it was sent again: its links may lead to pages that were above the limit before. */
  readonly same?: Pick<Fetched, 'body' | 'mimeType' | 'validators'>
}

/** Fetches an address; an indexed one with a conditional request. @throws NotIndexed */
export async function fetchDocument(
  deps: FetchDeps,
  { url, known, contentHash }: Pick<Taken, 'url' | 'known' | 'contentHash'>,
  gone: AbortSignal,
): Promise<Fetched | Unchanged> {
  const page = await fetchPage(deps, url ?? '', { known, signal: gone })
  if (page.isUnchanged) return { validators: undefined }
  const { body, contentType, validators } = page
  const hash = await hashOf(body)
  const assumed = fetchedType(validators.url, contentType)
  const told = assumed === undefined ? undefined : toldType(body, assumed)
  const mimeType = told && 'mimeType' in told ? told.mimeType : (assumed ?? '')
  if (contentHash?.equals(hash)) return { validators, same: { body, mimeType, validators } }
  if (!told) throw new NotIndexed('unknown_type')
  if (body.length === 0) throw new NotIndexed('empty')
  if ('refused' in told) throw new NotIndexed(told.refused)
  const declaredEncoding =
    /;\s{0,9}charset\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})/i.exec(contentType)?.[1] ?? null
  return { body, mimeType, declaredEncoding, hash, validators }
}

/** Bytes that are hashed before the event loop gets a turn. */
const AT_ONCE = 2_000_000

async function hashOf(body: Buffer): Promise<Buffer> {
  const hash = createHash('sha256')
  for (let at = 0; at < body.length; at += AT_ONCE) {
    if (at > 0) await nextTurn()
    hash.update(body.subarray(at, at + AT_ONCE))
  }
  return hash.digest()
}

/** Fetches the page of an address. @throws NotIndexed */
export async function fetchPage(
  { outbound, maxBytes }: FetchDeps,
  url: string,
  { known, signal }: { readonly known?: Validators | undefined; readonly signal: AbortSignal },
): Promise<PublicPage> {
  try {
    return await outbound.public(url, { maxBytes, totalMs: TIMEOUT_MS, signal, known })
  } catch (error) {
    signal.throwIfAborted()
    const isGone = error instanceof OutboundFailed && (error.status === 404 || error.status === 410)
    if (isGone) throw new NotIndexed('gone', error)
    // Said of the address itself, never of where a name or a redirect leads.
    const isAllowed = outbound.judge(url)?.isAllowed ?? true
    throw new NotIndexed(isAllowed ? 'unreachable' : 'not_allowed', error)
  }
}
