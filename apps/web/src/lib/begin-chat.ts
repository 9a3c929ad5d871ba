// Begins a chat with something: the one way for what features open in a new chat. `features/new-chat` does it, and the shell
// provides it, because features that the conversation uses cannot import it.
import type { PromptOptionValues, Tab } from '@polylogue/contract'
import { createContext, use } from 'react'

/** What a chat starts with; the server chooses the rest. */
export interface ChatStart {
  model?: { modelId: number; modelTagId: number }
  /** 0 or missing for none. */
  datasourceId?: number
  /** Passages that each question gets from the data source. */
  amountOfChunks?: number
  /** Settings of its tab alone. */
  tab?: Partial<Pick<Tab, 'name' | 'type' | 'state' | 'custInstWhoId' | 'custInstRespondId'>> & {
    options?: PromptOptionValues
  }
}

/** A chat with a question, which is asked at once. */
export interface AskedChat extends ChatStart {
  question: { text: string; promptId?: number }
}

/** A chat where nothing is sent, with a text for its message field. One without questions is used again. */
export interface EmptyChat {
  question?: never
  datasourceId?: number
  amountOfChunks?: number
  draft?: string
}

/**
 * Begins a chat and opens it. Rejects when that fails; after a question that could not be stored, the next attempt with the
 * same settings uses the same chat.
 */
export type BeginChat = (beginning: AskedChat | EmptyChat) => Promise<void>

export const BeginChatContext = createContext<BeginChat>(() =>
  Promise.reject(new Error('Chats begin within the shell only')),
)

export const useBeginChat = (): BeginChat => use(BeginChatContext)
