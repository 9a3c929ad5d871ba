// Reads files: JSON, or the ZIP of an export. Runs in a worker, because a file of 100 MB would block the page. Each chat is read
// and handed on for itself: neither the file nor its chats are in memory as a whole here.
import { isChatGptFile, readChatGptFile } from './chatgpt-file.ts'
import { isClaudeFile, readClaudeFile } from './claude-file.ts'
import {
  NO_PICTURES,
  NOTHING_FOUND,
  noteUnread,
  WrongFile,
  type FoundChat,
  type ImportedChats,
  type Pictures,
} from './formats.ts'
import { jsonElements } from './json-elements.ts'
import { isLibreChatFile, readLibreChatFile } from './librechat-file.ts'
import { FILE_LIMIT, TEXT_LIMIT } from './limits.ts'
import { isOpenWebUiFile, readOpenWebUiFile } from './openwebui-file.ts'
import { isOwnFile, readOwnFile } from './own-file.ts'
import { openPictures } from './pictures.ts'
import { entriesOf, type ZipEntry } from './zip.ts'

/** The lists of chats in the exports of ChatGPT and Claude, beside lists of other things. */
const LIST = /(?:^|\/)conversations(?:[-_]\d+)?\.json$/
const JSON_FILE = /^(?!__MACOSX\/).*\.json$/i
/** So many elements of a list that are no chats show that none will come. */
const UNKNOWN = 1_000

interface Format {
  readonly is: (file: unknown) => boolean
  readonly read: (file: unknown, pictures: Pictures) => ImportedChats
}

const FORMATS: readonly Format[] = [
  { is: isOwnFile, read: (file) => readOwnFile(file as Record<string, unknown>) },
  { is: isChatGptFile, read: readChatGptFile },
  { is: isClaudeFile, read: readClaudeFile },
  { is: isOpenWebUiFile, read: readOpenWebUiFile },
  { is: isLibreChatFile, read: readLibreChatFile },
]

/** Returns the chats of parsed JSON. @throws WrongFile */
export function readParsed(file: unknown, pictures: Pictures = NO_PICTURES): ImportedChats {
  const format = FORMATS.find(({ is }) => is(file))
  if (!format) throw new WrongFile('unknown')
  return format.read(file, pictures)
}

/** What an import leaves out, when its chats were handed on. */
export type Rest = Omit<ImportedChats, 'chats'>

/** A list of chats to read. */
interface List {
  readonly name: string
  readonly stream: () => Promise<ReadableStream<Uint8Array>>
  /** Whether it need not have chats. */
  readonly isGuess: boolean
}

/**
 * Hands on the chats of files as they are read. Of several files, those that cannot be read are left out.
 * @throws WrongFile with the reason
 */
export async function readFiles(
  files: readonly File[],
  take: (chats: FoundChat[]) => void,
  textLimit = TEXT_LIMIT,
): Promise<Rest> {
  if (files.reduce((sum, { size }) => sum + size, 0) > FILE_LIMIT) throw new WrongFile('size')
  const opened = await Promise.all(files.map(openFile))
  const pictures = openPictures(opened.flatMap(({ entries }) => entries))
  const { chats: _, ...rest } = NOTHING_FOUND()
  let count = 0
  let characters = 0
  const hand = async (found: ImportedChats) => {
    await pictures.fill(found.chats, found)
    for (const one of found.left) rest.left.push(one)
    rest.pictures += found.pictures
    rest.changes += found.changes
    noteUnread(rest, found.unread)
    count += found.chats.length
    characters += found.chats.reduce((sum, chat) => sum + charactersOf(chat), 0)
    if (characters > textLimit) throw new WrongFile('texts')
    if (found.chats.length > 0) take(found.chats)
  }
  let wrong: WrongFile | undefined
  for (const list of opened.flatMap(({ lists }) => lists)) {
    const before = count + rest.left.length
    try {
      await readList(list, pictures, hand)
    } catch (error) {
      if (!(error instanceof WrongFile) || error.wrong === 'texts') throw error
      if (list.isGuess && before === count + rest.left.length) continue
      wrong ??= error
      rest.left.push({ name: list.name, why: error.wrong === 'json' ? 'json' : 'noChat' })
    }
  }
  if (wrong && count === 0) throw wrong
  if (count === 0)
    throw new WrongFile(rest.left.length > 0 || files.length === 0 ? 'none' : 'noConversations')
  return rest
}

const charactersOf = ({ turns }: FoundChat): number =>
  turns.reduce(
    (sum, turn) => sum + turn.queryText.length + turn.responseText.length + (turn.reasoningText?.length ?? 0),
    0,
  )

async function openFile(file: File): Promise<{ lists: List[]; entries: readonly ZipEntry[] }> {
  const begin = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  if (begin[0] !== 0x50 || begin[1] !== 0x4b) {
    if (!/\.json$/i.test(file.name)) throw new WrongFile('type')
    const stream = () => Promise.resolve(file.stream())
    return { lists: [{ name: file.name, stream, isGuess: false }], entries: [] }
  }
  const entries = await entriesOf(file)
  const listsOf = (names: RegExp, isGuess: boolean): List[] =>
    entries
      .filter(({ name }) => names.test(name))
      .map((entry) => ({ name: entry.name, stream: () => entry.stream(), isGuess }))
  const lists = listsOf(LIST, false)
  return { lists: lists.length > 0 ? lists : listsOf(JSON_FILE, true), entries }
}

/** Reads a list, whose format its first chat shows. */
async function readList(
  list: List,
  pictures: Pictures,
  hand: (found: ImportedChats) => Promise<void>,
): Promise<void> {
  let format: Format | undefined
  let unknown: unknown[] = []
  let count = 0
  for await (const { value, isInList } of jsonElements(await list.stream())) {
    count += 1
    if (value === undefined) {
      await hand({ ...NOTHING_FOUND(), left: [{ name: '', why: 'size' }] })
      continue
    }
    if (!isInList) return hand(readParsed(value, pictures))
    format ??= FORMATS.find(({ is }) => is([value]))
    unknown.push(value)
    if (!format && unknown.length < UNKNOWN) continue
    if (!format) throw new WrongFile('unknown')
    await hand(format.read(unknown, pictures))
    unknown = []
  }
  if (unknown.length > 0 || (count === 0 && !list.isGuess)) throw new WrongFile('unknown')
}
