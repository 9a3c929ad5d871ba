// Writes a chat as JSON with all its data, in a format that the import reads.
import type { Message } from '@polylogue/contract'
import type { Chat } from './chat.ts'

/** Version of the format; readers refuse a higher one. */
export const VERSION = 1

export interface ChatFile {
  polylogue: typeof VERSION
  exported: string
  project: { name: string; description: string; type: number }
  tab: { name: string; description: string }
  messages: Message[]
}

export function jsonFile({ project, tab, messages }: Chat, now: Date): string {
  const file: ChatFile = {
    polylogue: VERSION,
    exported: now.toISOString(),
    project: { name: project.name, description: project.description, type: project.type },
    tab: { name: tab.name, description: tab.description },
    messages: [...messages],
  }
  return JSON.stringify(file, null, 2)
}
