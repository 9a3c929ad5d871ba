// Inserts texts into the composer of a tab from other parts of its conversation.
import { createContext } from 'react'
import type { KeyboardEvent } from 'react'
import { createChanges } from '#lib/store.ts'
import type { ComposerText } from './use-words.ts'

export interface Filler {
  /** Sets the draft to insert into. */
  attach(words: ComposerText): void
  /** Appends a text to the draft, or replaces the last inserted text if that is unchanged. */
  fill(text: string): void
  /** Replaces the draft by the filled text of a saved prompt. */
  replace(text: string, promptId: number): void
  /** Empties the draft. */
  clear(): void
  /** Returns the saved prompt whose inserted text a message still has; undefined when there is none. */
  promptOf(text: string): number | undefined
  /** Calls the listener with the text of the field after each change by the user; returns the function that ends that. */
  watch(listener: (text: string) => void): () => void
  /** Lets a list at the field handle its keys first; returns the function that ends that. */
  takeKeys(handle: HandleKey): () => void
  typed(text: string): void
  /** Returns whether a list has handled the key. */
  key(event: KeyboardEvent): boolean
}

/** Returns whether it has handled the key. */
type HandleKey = (event: KeyboardEvent) => boolean

export function createFiller(): Filler {
  let words: ComposerText | undefined
  let last = ''
  let inserted: { text: string; promptId: number } | undefined
  const changes = createChanges<[text: string]>()
  const handlers = new Set<HandleKey>()
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
    replace(text, promptId) {
      inserted = { text: text.trim(), promptId }
      words?.take()
      words?.add(text)
      words?.focus()
    },
    clear() {
      words?.take()
      words?.focus()
    },
    promptOf: (text) => (inserted && text.includes(inserted.text) ? inserted.promptId : undefined),
    watch: changes.subscribe,
    takeKeys(handle) {
      handlers.add(handle)
      return () => handlers.delete(handle)
    },
    typed(text) {
      // Later messages with the same words are not from the prompt.
      if (inserted && !words?.whole().includes(inserted.text)) inserted = undefined
      changes.notify(text)
    },
    key: (event) => [...handlers].some((handle) => handle(event)),
  }
}

/** The filler of the enclosing conversation; null outside of one. */
export const FillerContext = createContext<Filler | null>(null)
