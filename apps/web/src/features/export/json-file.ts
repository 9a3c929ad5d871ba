// A chat as JSON: everything that is known of it, in a form that the import reads again.
import type { Message } from '@polylogue/contract'
import type { Chat } from './chat.ts'

/** The version of the form; a reader refuses a higher one. */
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
