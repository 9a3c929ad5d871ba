// The pictures in the ZIP files of an export: which there are, and their bytes for the turns that show them.
import { ATTACHMENT_LIMITS } from '@polylogue/contract/browser'
import { unzipSync } from 'fflate'
import { idIn } from './chatgpt-message.ts'
import type { ImportedChats, Picture, SizeOf, Turn } from './formats.ts'
import { joined, mentioned } from './said.ts'

/** Unpacked pictures of one import at most: they stay in the browser until they are sent. */
const MOST_BYTES = 200_000_000
const MOST = 5_000

interface Entry {
  readonly zip: Uint8Array
  readonly path: string
  readonly size: number
}

/** Finds the pictures in ZIP files. */
export function picturesIn(zips: readonly Uint8Array[]): {
  sizeOf: SizeOf
  fill(found: ImportedChats): void
} {
  const entries = new Map<string, Entry>()
  for (const zip of zips) list(zip, entries)
  const wanted = new Set<string>()
  let bytes = 0
  return {
    sizeOf(id) {
      const size = entries.get(id)?.size
      if (size === undefined || size === 0 || size > ATTACHMENT_LIMITS.bytes) return undefined
      if (!wanted.has(id)) {
        if (wanted.size === MOST || bytes + size > MOST_BYTES) return undefined
        wanted.add(id)
        bytes += size
      }
      return size
    },
    fill(found) {
      if (wanted.size === 0) return
      const blobs = unpacked(entries, wanted)
      for (const { turns } of found.chats) for (const turn of turns) fillTurn(turn, blobs, found)
    },
  }
}

function list(zip: Uint8Array, entries: Map<string, Entry>): void {
  try {
    unzipSync(zip, {
      filter({ name: path, originalSize: size }) {
        const id = idIn(path.split('/').at(-1))
        if (id !== '' && !entries.has(id)) entries.set(id, { zip, path, size })
        return false
      },
    })
  } catch {
    // Reading its chats says that the file is broken.
  }
}

function unpacked(entries: ReadonlyMap<string, Entry>, wanted: ReadonlySet<string>): Map<string, Blob> {
  const blobs = new Map<string, Blob>()
  const zips = new Set([...wanted].flatMap((id) => entries.get(id)?.zip ?? []))
  for (const zip of zips)
    for (const [path, bytes] of Object.entries(read(zip, entries, wanted))) {
      const type = kindOf(bytes)
      const id = idIn(path.split('/').at(-1))
      if (type !== undefined) blobs.set(id, new Blob([bytes as Uint8Array<ArrayBuffer>], { type }))
    }
  return blobs
}

function read(zip: Uint8Array, entries: ReadonlyMap<string, Entry>, wanted: ReadonlySet<string>) {
  try {
    const isWanted = ({ name }: { name: string }) => {
      const id = idIn(name.split('/').at(-1))
      return wanted.has(id) && entries.get(id)?.path === name && entries.get(id)?.zip === zip
    }
    return unzipSync(zip, { filter: isWanted })
  } catch {
    return {}
  }
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
function fillTurn(turn: Turn, blobs: ReadonlyMap<string, Blob>, found: ImportedChats): void {
  if (!turn.pictures) return
  const shown: Picture[] = []
  for (const { id, name } of turn.pictures) {
    const blob = blobs.get(id)
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
