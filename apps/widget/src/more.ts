// What is loaded with the first question, by a second script.
import type { Chat, Turn } from './chat.ts'
import type { Look } from './settings.ts'

/** What the parts of a widget share. */
export interface Scene {
  look: Look
  chat: Chat
  /** Reads whole sentences out. */
  say(text: string): void
  /** Shows and reads out that something failed which is no answer. */
  fail(text: string): void
}

export interface Piece {
  element: HTMLElement
  update(): void
}

export interface Extras extends Piece {
  /** Returns a citation in the answer, or undefined for a number without a source. */
  cite(number: number): Node | undefined
  /** Returns its place in the queue, that it was stopped, or why there is no answer; nothing otherwise. */
  status(): string
}

/** The exports of the second script. */
export interface More {
  css: string
  /** What stands below an answer. */
  extrasOf(turn: Turn, scene: Scene, answer: HTMLElement): Extras
  /** Buttons of the head; `log` has the conversation. */
  headOf(scene: Scene, log: HTMLElement): Piece
  /** Called when an answer has ended. */
  ended(turn: Turn, look: Look): void
}
