// The pictures of an export: those in its ZIP files, and those written into its texts; with their bytes.
import { ATTACHMENT_LIMITS } from '@polylogue/contract/browser'
import { idIn } from './chatgpt-message.ts'
import type { FoundChat, ImportedChats, Picture, Pictures, Turn } from './formats.ts'
import { joined, mentioned } from './said.ts'
import type { ZipEntry } from './zip.ts'

/** Unpacked pictures of one import at most: they stay in the browser until they are sent. */
const MOST_BYTES = 200_000_000
const MOST = 5_000

/** Finds pictures in ZIP files, and reads those in texts. */
export function openPictures(entries: readonly ZipEntry[]): Pictures & {
  /** Gives the pictures of chats their bytes. */
  fill(chats: readonly FoundChat[], found: Pick<ImportedChats, 'pictures'>): Promise<void>
} {
  const byId = new Map<string, ZipEntry>()
  for (const entry of entries) {
    const id = idIn(entry.name.split('/').at(-1))
    if (id !== '' && !byId.has(id)) byId.set(id, entry)
  }
  const wanted = new Set<string>()
  let bytes = 0
  const hasRoom = (size: number) => {
    if (size === 0 || size > ATTACHMENT_LIMITS.bytes || wanted.size >= MOST || bytes + size > MOST_BYTES)
      return false
    bytes += size
    return true
  }
  const blobs = new Map<string, Blob>()
  return {
    sizeOf(id) {
      const size = byId.get(id)?.size
      if (size === undefined) return undefined
      if (!wanted.has(id)) {
        if (!hasRoom(size)) return undefined
        wanted.add(id)
      }
      return size
    },
    written(address) {
      const data = bytesIn(address)
      const type = data && kindOf(data)
      if (!type || !hasRoom(data.length)) return undefined
      wanted.add(address.slice(0, 100) + String(wanted.size))
      return new Blob([data], { type })
    },
    async fill(chats, found) {
      for (const { turns } of chats)
        for (const turn of turns) {
          for (const { id, blob } of turn.pictures ?? []) {
            const entry = byId.get(id)
            if (blob || !entry || blobs.has(id)) continue
            const unpacked = await blobOf(entry).catch(() => undefined)
            if (unpacked) blobs.set(id, unpacked)
          }
          fillTurn(turn, blobs, found)
        }
    },
  }
}

const DATA = /^data:(?:image\/[\w.+-]+)?(?:;[\w.+=-]+)*;base64,/i

/** Returns the bytes of a data address; undefined for other addresses, for a damaged one and for one that is too large. */
function bytesIn(address: string): Uint8Array<ArrayBuffer> | undefined {
  const head = DATA.exec(address.slice(0, 200))?.[0]
  if (head === undefined || address.length > ATTACHMENT_LIMITS.bytes * 1.4) return undefined
  try {
    return Uint8Array.from(atob(address.slice(head.length)), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** Returns a picture of a ZIP file; undefined if it is none, or larger than the ZIP file says. */
async function blobOf(entry: ZipEntry): Promise<Blob | undefined> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for (const reader = (await entry.stream()).getReader(); ;) {
    const { done, value } = await reader.read()
    if (done) break
    bytes += value.length
    if (bytes > entry.size) {
      await reader.cancel()
      return undefined
    }
    parts.push(value as Uint8Array<ArrayBuffer>)
  }
  const blob = new Blob(parts)
  const type = kindOf(new Uint8Array(await blob.slice(0, 12).arrayBuffer()))
  return type === undefined ? undefined : new Blob([blob], { type })
}

/** Returns the type by the first bytes: exports have pictures under other endings, too. */
function kindOf(bytes: Uint8Array): string | undefined {
  const begin = String.fromCharCode(...bytes.subarray(0, 12))
  if (begin.startsWith('\x89PNG')) return 'image/png'
  if (begin.startsWith('\xFF\xD8\xFF')) return 'image/jpeg'
  if (begin.startsWith('GIF8')) return 'image/gif'
  return begin.startsWith('RIFF') && begin.endsWith('WEBP') ? 'image/webp' : undefined
}

/** Gives the pictures of a turn their bytes; what is no picture is named below the question instead. */
function fillTurn(
  turn: Turn,
  blobs: ReadonlyMap<string, Blob>,
  found: Pick<ImportedChats, 'pictures'>,
): void {
  if (!turn.pictures) return
  const shown: Picture[] = []
  for (const { id, name, blob: own } of turn.pictures) {
    const blob = own ?? blobs.get(id)
    if (blob) {
      shown.push({ id, name: nameFor(name || id, blob.type), blob })
      continue
    }
    found.pictures += 1
    if (name !== '') turn.queryText = joined([turn.queryText, mentioned(name)])
  }
  if (shown.length > 0) turn.pictures = shown
  else delete turn.pictures
}

/** The ending says what the bytes are. */
function nameFor(name: string, type: string): string {
  const ending = type.slice('image/'.length)
  const isRight = name.toLowerCase().replace(/jpg$/, 'jpeg').endsWith(`.${ending}`)
  return isRight ? name : `${name}.${ending}`
}
