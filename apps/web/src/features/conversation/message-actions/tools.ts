// What one can do with a stored message beside reading it. The dialogs stand once in the thread, not in every message.
import type { Message } from '@polylogue/contract'
import { createContext } from 'react'

export type MessageTool = 'details' | 'delete'

export interface MessageTools {
  /** Opens the dialog of a tool for a message. */
  open(tool: MessageTool, message: Message): void
  /** The address of a message, to be given to somebody else. */
  linkTo(message: Message): string
  /** Called when the message that the address named stands where it can be read. */
  onShown(): void
}

/** Without it (an answer beside others) there are no such tools. */
export const MessageToolsContext = createContext<MessageTools | undefined>(undefined)
