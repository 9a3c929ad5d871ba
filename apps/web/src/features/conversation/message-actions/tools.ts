// Actions on a stored message. The dialogs are mounted once in the thread, not in every message.
import type { Message } from '@polylogue/contract'
import { createContext } from 'react'

export type MessageTool = 'details' | 'delete' | 'download'

export interface MessageTools {
  /** Opens the dialog of a tool for a message. */
  open(tool: MessageTool, message: Message): void
  /** Returns the shareable address of a message. */
  linkTo(message: Message): string
  /** Opens the dialog that saves the question of a message as a prompt; undefined without the permission. */
  savePrompt: ((message: Message) => void) | undefined
  /** Called when the linked message is on the page, with its element. */
  onShown(element: HTMLElement): void
}

/** Undefined in a comparison, where these actions do not exist. */
export const MessageToolsContext = createContext<MessageTools | undefined>(undefined)
