// Reads chats downloaded from Polylogue (`features/export`, json-file.ts). Pure.
import { placeName } from '@polylogue/contract/browser'
import { asText, isRecord } from '#lib/json.ts'
import { NOTHING_FOUND, timeOf, WrongFile, type ImportedChats, type Turn } from './formats.ts'

/** The highest format version that this page reads. */
const VERSION = 1

/** Whether a parsed file has this format. */
export const isOwnFile = (file: unknown): file is Record<string, unknown> =>
  isRecord(file) && 'polylogue' in file

export function readOwnFile(file: Record<string, unknown>): ImportedChats {
  const version = file['polylogue']
  if (typeof version !== 'number' || !Array.isArray(file['messages'])) throw new WrongFile('unknown')
  if (version > VERSION) throw new WrongFile('version')
  const found = NOTHING_FOUND()
  // Keeps the newest version of each turn, in order.
  const newest = new Map<unknown, Turn>()
  for (const message of file['messages'] as unknown[]) {
    const turn = turnOf(message)
    if (!turn || !isRecord(message)) continue
    if (Array.isArray(message['attachments'])) found.pictures += message['attachments'].length
    newest.set(message['turnId'] ?? message['id'] ?? newest.size, turn)
  }
  const turns = [...newest.values()]
  if (turns.length === 0) found.left = [{ name: nameOf(file), why: 'empty' }]
  else found.chats = [{ name: nameOf(file), turns }]
  return found
}

function nameOf(file: Record<string, unknown>): string {
  const project = isRecord(file['project']) ? asText(file['project']['name']) : ''
  const tab = isRecord(file['tab']) ? asText(file['tab']['name']) : ''
  return project && tab ? placeName(project, tab) : project || tab
}

function turnOf(message: unknown): Turn | undefined {
  if (!isRecord(message) || asText(message['queryText']).trim() === '') return undefined
  const created = timeOf(message['created'])
  const { rating, confidential } = message
  return {
    queryText: asText(message['queryText']),
    responseText: asText(message['responseText']),
    reasoningText: asText(message['reasoningText']),
    modelName: asText(message['modelName']),
    ...(created ? { created } : {}),
    ...(rating === 1 || rating === -1 ? { rating } : {}),
    ...(confidential === true ? { confidential } : {}),
  }
}
