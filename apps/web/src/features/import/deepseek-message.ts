// Reads the messages of DeepSeek, whose export has the chats of ChatGPT's with fragments in place of contents. Pure.
import { asList, asText } from '#lib/json.ts'
import { noteUnread, type ImportedChats } from './formats.ts'
import type { Said } from './said.ts'

type Fields = Record<string, unknown>

/** Fragments that are read, and those of searches, which are no part of what was said. */
const KNOWN = /^(?:REQUEST|RESPONSE|THINK|SEARCH|READ_LINK|TIP|TOOL_\w+)$/

export const hasFragments = (message: Fields): boolean => Array.isArray(message['fragments'])

export function fragmentsOf(message: Fields, found: ImportedChats): Said[] {
  const files = asList(message['files']).map((file) => asText(file['file_name']) || asText(file['name']))
  const answered = { role: 'assistant', model: asText(message['model']) } as const
  const fragments = asList(message['fragments'])
  noteUnread(
    found,
    fragments.map(({ type }) => asText(type)).filter((type) => !KNOWN.test(type)),
  )
  return fragments.flatMap(({ type, content }): Said | Said[] => {
    const text = asText(content)
    if (type === 'REQUEST') return { role: 'user', text, files, created: message['inserted_at'] }
    if (type === 'RESPONSE') return { ...answered, text }
    return type === 'THINK' ? { ...answered, text: '', reasoning: text } : []
  })
}
