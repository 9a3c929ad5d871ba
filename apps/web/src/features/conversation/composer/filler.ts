// Puts texts into a tab's composer from elsewhere in its conversation.
import { createContext } from 'react'
import type { Words } from './use-words.ts'

export interface Filler {
  /** Says whose words they are. */
  attach(words: Words): void
  /** Puts a text behind what was written; in place of the last one that was put there and not changed. */
  fill(text: string): void
}

export function createFiller(): Filler {
  let words: Words | undefined
  let last = ''
  return {
    attach(next) {
      words = next
    },
    fill(text) {
      if (!words) return
      if (last !== '' && words.whole() === last) words.take()
      words.add(text)
      last = text.trim()
      words.focus()
    },
  }
}

/** The composer of the conversation around; null where there is none. */
export const FillerContext = createContext<Filler | null>(null)
