// Reads a file: JSON, or the ZIP of ChatGPT. Runs in a worker, because a file of 100 MB would block the page.
import { unzipSync } from 'fflate'
import { isChatGptFile, readChatGptFile } from './chatgpt-file.ts'
import { FILE_LIMIT } from './limits.ts'
import { isOwnFile, readOwnFile } from './own-file.ts'
import { WrongFile, type Found } from './formats.ts'

const LIST = /(?:^|\/)conversations(?:-\d+)?\.json$/

/** Returns the content of a file. @throws WrongFile with the reason if it cannot be imported. */
export function readFile(name: string, bytes: Uint8Array): Found {
  if (bytes.length > FILE_LIMIT) throw new WrongFile('size')
  const zip = bytes[0] === 0x50 && bytes[1] === 0x4b
  if (!zip && !/\.json$/i.test(name)) throw new WrongFile('type')
  const found = merged((zip ? listsOf(bytes) : [bytes]).map((list) => readJson(parse(list))))
  if (found.chats.length === 0) throw new WrongFile('none')
  return found
}

function readJson(file: unknown): Found {
  if (isOwnFile(file)) return readOwnFile(file)
  if (isChatGptFile(file)) return readChatGptFile(file)
  throw new WrongFile('unknown')
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown
  } catch {
    throw new WrongFile('json')
  }
}

function listsOf(bytes: Uint8Array): Uint8Array[] {
  let inflated = 0
  let tooLarge = false
  const files = (() => {
    try {
      return unzipSync(bytes, {
        filter: ({ name, originalSize }) => {
          if (!LIST.test(name)) return false
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
  const lists = Object.values(files)
  if (lists.length === 0) throw new WrongFile('noConversations')
  return lists
}

function merged(all: readonly Found[]): Found {
  const sum = (of: (found: Found) => number) => all.reduce((total, found) => total + of(found), 0)
  return {
    chats: all.flatMap(({ chats }) => chats),
    pictures: sum(({ pictures }) => pictures),
    empty: sum(({ empty }) => empty),
    unreadable: sum(({ unreadable }) => unreadable),
  }
}
