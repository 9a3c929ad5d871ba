import type { Message } from '@polylogue/contract'
import { use, useId, useState } from 'react'
import { useTranslation } from '../../../lib/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { LinkChip } from '../../../ui/chip.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { copyText } from '../../../ui/markdown/index.ts'
import { Author } from './author.tsx'
import { SentFiles } from '../files/index.ts'
import css from '../conversation.module.css'
import { isUnfinished } from '../stream/index.ts'
import { questionOf, type Version } from '../versions/index.ts'
import { MessageToolsContext, type AskAgain } from '../message-actions/index.ts'
import { useAutosize } from '../composer/index.ts'

interface QuestionViewProps {
  version: Version
  onAsk: AskAgain | undefined
  /** Whether it is the last turn. */
  last: boolean
}

/** Shows a question; its author can edit it and ask again. */
export function QuestionView({ version, onAsk, last }: QuestionViewProps) {
  const { t } = useTranslation('conversation')
  const [editing, setEditing] = useState(false)
  const savePrompt = use(MessageToolsContext)?.savePrompt
  const text = questionOf(version)
  const { message } = version
  const attachments = message?.attachments ?? version.run?.asked?.attachments ?? []
  if (editing && message && onAsk)
    return <EditQuestion message={message} onAsk={onAsk} last={last} onClose={() => setEditing(false)} />
  return (
    <div className={css.question}>
      <h2 className="sr">{t('question')}</h2>
      {message && <Author userId={message.userId} />}
      {message?.compareId && (
        <LinkChip to={`?tab=${message.projectTabId}&compare=${message.compareId}`}>
          <Icon name="columns-3" size={14} />
          {t('compared')}
        </LinkChip>
      )}
      {attachments.length > 0 && <SentFiles messageId={message?.id} files={attachments} />}
      <div className={css.ask} dir="auto" data-text>
        {text}
      </div>
      <div className={css.askActions}>
        <IconButton icon="copy" label={t('copyQuestion')} onClick={() => void copyText(text)} />
        {savePrompt && message && text !== '' && (
          <IconButton icon="bookmark-plus" label={t('savePrompt')} onClick={() => savePrompt(message)} />
        )}
        {onAsk && message && !isUnfinished(message) && (
          <IconButton icon="pencil" label={t('editQuestion')} onClick={() => setEditing(true)} />
        )}
      </div>
    </div>
  )
}

interface EditQuestionProps {
  message: Message
  onAsk: AskAgain
  last: boolean
  onClose: () => void
}

function EditQuestion({ message, onAsk, last, onClose }: EditQuestionProps) {
  const { t } = useTranslation('conversation')
  const [text, setText] = useState(message.queryText)
  const [busy, setBusy] = useState(false)
  const area = useAutosize(text)
  const later = useId()
  const send = async () => {
    if (text.trim() === '' || busy) return
    setBusy(true)
    if (await onAsk(message, text.trim())) onClose()
    else setBusy(false)
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
        autoFocus
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
          if (event.key === 'Escape' && text === message.queryText) onClose()
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
        <Button size="small" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button size="small" kind="fill" type="submit" busy={busy} disabled={text.trim() === ''}>
          {t('askAgain')}
        </Button>
      </div>
    </form>
  )
}
