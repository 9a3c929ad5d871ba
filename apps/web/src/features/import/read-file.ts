// Reads files: JSON, or the ZIP of an export. Runs in a worker, because a file of 100 MB would block the page.
import { unzipSync } from 'fflate'
import { isChatGptFile, readChatGptFile } from './chatgpt-file.ts'
import { isClaudeFile, readClaudeFile } from './claude-file.ts'
import { FILE_LIMIT } from './limits.ts'
import { isLibreChatFile, readLibreChatFile } from './librechat-file.ts'
import { isOpenWebUiFile, readOpenWebUiFile } from './openwebui-file.ts'
import { isOwnFile, readOwnFile } from './own-file.ts'
import { NO_PICTURES, NOTHING_FOUND, WrongFile, type ImportedChats, type SizeOf } from './formats.ts'
import { picturesIn } from './pictures.ts'

/** The lists of chats in the exports of ChatGPT and Claude, beside lists of other things. */
const LIST = /(?:^|\/)conversations(?:[-_]\d+)?\.json$/
const JSON_FILE = /^(?!__MACOSX\/).*\.json$/i

/** A file to read, with its name. */
export interface Named {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Returns the chats of files; of several files, those that cannot be read are left out. @throws WrongFile with the reason */
export function readFiles(files: readonly Named[]): ImportedChats {
  if (files.reduce((sum, { bytes }) => sum + bytes.length, 0) > FILE_LIMIT) throw new WrongFile('size')
  const pictures = picturesIn(files.flatMap(({ bytes }) => (isZip(bytes) ? bytes : [])))
  const found = merged(
    files.flatMap(({ name, bytes }) => listsOf(name, bytes)),
    pictures.sizeOf,
  )
  if (found.chats.length === 0) throw new WrongFile('none')
  pictures.fill(found)
  return found
}

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

function readJson({ bytes }: Named, sizeOf: SizeOf): ImportedChats {
  const file = parse(bytes)
  if (isOwnFile(file)) return readOwnFile(file)
  if (isChatGptFile(file)) return readChatGptFile(file, sizeOf)
  if (isClaudeFile(file)) return readClaudeFile(file)
  if (isOpenWebUiFile(file)) return readOpenWebUiFile(file)
  if (isLibreChatFile(file)) return readLibreChatFile(file)
  throw new WrongFile('unknown')
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown
  } catch {
    throw new WrongFile('json')
  }
}

function listsOf(name: string, bytes: Uint8Array): Named[] {
  if (!isZip(bytes)) {
    if (!/\.json$/i.test(name)) throw new WrongFile('type')
    return [{ name, bytes }]
  }
  const lists = unzipped(bytes, LIST)
  if (lists.length > 0) return lists
  const others = unzipped(bytes, JSON_FILE).filter((file) => isKnown(file))
  if (others.length === 0) throw new WrongFile('noConversations')
  return others
}

function isKnown(file: Named): boolean {
  try {
    readJson(file, NO_PICTURES)
    return true
  } catch {
    return false
  }
}

function unzipped(bytes: Uint8Array, names: RegExp): Named[] {
  let inflated = 0
  let tooLarge = false
  const files = (() => {
    try {
      return unzipSync(bytes, {
        filter: ({ name, originalSize }) => {
          if (!names.test(name)) return false
          inflated += originalSize
          tooLarge ||= inflated > FILE_LIMIT
          return !tooLarge
        },
      })
    } catch {
      throw new WrongFile('zip')
    }
  })()
  if (tooLarge) throw new WrongFile('size')
  return Object.entries(files).map(([name, content]) => ({ name, bytes: content }))
}

/** Reads each list; one that cannot be read is left out unless it is the only one. */
function merged(lists: readonly Named[], sizeOf: SizeOf): ImportedChats {
  const all = NOTHING_FOUND()
  let wrong: WrongFile | undefined
  for (const list of lists) {
    try {
      const found = readJson(list, sizeOf)
      for (const chat of found.chats) all.chats.push(chat)
      for (const one of found.left) all.left.push(one)
      all.pictures += found.pictures
      all.changes += found.changes
    } catch (error) {
      if (!(error instanceof WrongFile)) throw error
      wrong ??= error
      all.left.push({ name: list.name, why: error.wrong === 'json' ? 'json' : 'noChat' })
    }
  }
  if (wrong && all.chats.length === 0) throw wrong
  return all
}
