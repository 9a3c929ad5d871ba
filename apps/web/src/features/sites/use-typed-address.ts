import { useState } from 'react'

/** An address that is typed and not added yet, outside of its field: closing the dialog asks first, saving is refused. */
export interface TypedAddress {
  text: string
  isTyped: boolean
  /** Saving was refused because of this text. */
  isRefused: boolean
  setText: (text: string) => void
  /** Empties the field unless another address is typed by now. */
  clear: (url: string) => void
  refuse: () => void
}

export function useTypedAddress(): TypedAddress {
  const [text, setText] = useState('')
  const [refused, setRefused] = useState('')
  const isTyped = text.trim() !== ''
  return {
    text,
    isTyped,
    isRefused: isTyped && refused === text,
    setText,
    clear: (url) => setText((now) => (now.trim() === url ? '' : now)),
    refuse: () => setRefused(text),
  }
}
