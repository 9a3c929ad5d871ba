// Inserts texts into the composer of a tab from other parts of its conversation.
import { createContext } from 'react'
import type { Words } from './use-words.ts'

export interface Filler {
  /** Sets the draft to insert into. */
  attach(words: Words): void
  /** Appends a text to the draft, or replaces the last inserted text if that is unchanged. */
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

/** The filler of the enclosing conversation; null outside of one. */
export const FillerContext = createContext<Filler | null>(null)
