import { use, type ClipboardEvent, type KeyboardEvent, type TextareaHTMLAttributes } from 'react'
import { MessageText } from '#ui/message-box.tsx'
import type { Files } from '../files/index.ts'
import { isLarge } from './composer-words.ts'
import { FillerContext } from './filler.ts'
import type { ComposerText } from './use-words.ts'

interface MessageAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  words: ComposerText
  files: Files
  /** The project of the tab, for the focus of the page. */
  projectId?: number
  onSend: () => void
  /** Called for Arrow Up in an empty field; returns the text to write, undefined for none. */
  earlier?: () => string | undefined
}

/** The text area of a message: Enter sends, Shift+Enter starts a line; pasted files are attached. */
export function MessageArea({ words, files, projectId, onSend, earlier, ...area }: MessageAreaProps) {
  const filler = use(FillerContext)
  const { attach, typed, add, addPasted } = words
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // During IME composition, Enter accepts the characters; some browsers report only key code 229.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (filler?.key(event)) return event.preventDefault()
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      onSend()
    }
    const bare = !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey
    if (event.key !== 'ArrowUp' || !bare || event.currentTarget.value !== '') return
    const text = earlier?.()
    if (text === undefined) return
    event.preventDefault()
    add(text)
  }
  const onPaste = (event: ClipboardEvent) => {
    const { files: pasted, types } = event.clipboardData
    const text = event.clipboardData.getData('text/plain')
    // Office programs put a picture of the text on the clipboard as well.
    const onlyFiles = pasted.length > 0 && !types.includes('text/plain')
    if (!onlyFiles && !isLarge(text)) return
    event.preventDefault()
    if (onlyFiles) files.add([...pasted])
    else addPasted(text)
  }
  return (
    <MessageText
      {...area}
      data-project={projectId}
      ref={attach}
      onInput={(event) => {
        typed()
        filler?.typed(event.currentTarget.value)
      }}
      onKeyDown={onKey}
      onPaste={onPaste}
    />
  )
}
