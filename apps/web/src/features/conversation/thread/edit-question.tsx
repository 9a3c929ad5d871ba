import type { Message } from '@polylogue/contract'
import { useId, useState } from 'react'
import { focusComposer, hasOnScreenKeyboard } from '#lib/composer-focus.ts'
import { readDraft, useKeptDraft } from '#lib/drafts.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { useAutosize } from '../composer/use-autosize.ts'
import css from '../conversation.module.css'
import type { AskAgain } from '../message-actions/index.ts'

interface EditQuestionProps {
  message: Message
  draftKey: string
  /** The user has just opened it. */
  isFocused: boolean
  onAsk: AskAgain
  last: boolean
  /** `asked`: whether it was asked again. */
  onClose: (asked: boolean) => void
}

/** The editor of a question that is asked again. What is typed survives leaving it. */
export function EditQuestion({ message, draftKey, isFocused, onAsk, last, onClose }: EditQuestionProps) {
  const { t } = useTranslation('conversation')
  const { text, setText, close } = useEditedText(message.queryText, draftKey, onClose)
  const [busy, setBusy] = useState(false)
  const area = useAutosize(text)
  const later = useId()
  const send = async () => {
    if (text.trim() === '' || busy) return
    setBusy(true)
    if (!(await onAsk(message, text.trim()))) return setBusy(false)
    close(true)
    if (!hasOnScreenKeyboard()) focusComposer()
  }
  return (
    <form
      className={css.edit}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <textarea
        ref={area}
        autoFocus={isFocused}
        rows={1}
        aria-label={t('editQuestion')}
        aria-describedby={last ? undefined : later}
        onFocus={({ currentTarget: field }) =>
          field.setSelectionRange(field.value.length, field.value.length)
        }
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Escape' && text === message.queryText) close()
          if (event.key !== 'Enter' || event.shiftKey) return
          event.preventDefault()
          void send()
        }}
      />
      {!last && (
        <p id={later} className={css.later}>
          {t('laterStay')}
        </p>
      )}
      <div className={css.editActions}>
        <Button size="small" onClick={() => close()}>
          {t('cancel')}
        </Button>
        <Button size="small" kind="fill" type="submit" busy={busy} disabled={text.trim() === ''}>
          {t('askAgain')}
        </Button>
      </div>
    </form>
  )
}

/** The text of the editor, kept as a draft while it differs from the question. */
function useEditedText(question: string, draftKey: string, onClose: (asked: boolean) => void) {
  const [text, setText] = useState(() => readDraft(draftKey) || question)
  const keep = useKeptDraft(draftKey)
  return {
    text,
    setText(typed: string) {
      setText(typed)
      keep(typed === question ? '' : typed)
    },
    close(asked = false) {
      keep('')
      onClose(asked)
    },
  }
}
