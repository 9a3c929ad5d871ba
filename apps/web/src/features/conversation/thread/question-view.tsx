import type { Message } from '@polylogue/contract'
import { use, useState } from 'react'
import { readDraft } from '#lib/drafts.ts'
import { useTranslation } from '#lib/texts.ts'
import { LinkChip } from '#ui/chip.tsx'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { copyText } from '#ui/markdown/index.ts'
import { Author } from './author.tsx'
import { EditQuestion } from './edit-question.tsx'
import { SentFiles } from '../files/index.ts'
import css from '../conversation.module.css'
import { isRunning } from '#features/runs/index.ts'
import { questionOf, type Version } from '../versions/turns.ts'
import { MessageToolsContext, type AskAgain } from '../message-actions/index.ts'
import { useUserId } from '#features/session/index.ts'

interface QuestionViewProps {
  version: Version
  onAsk: AskAgain | undefined
  /** Whether it is the last turn. */
  last: boolean
}

/** Shows a question; its author can edit it and ask again. */
export function QuestionView({ version, onAsk, last }: QuestionViewProps) {
  const { t } = useTranslation('conversation')
  const { message } = version
  const draftKey = editKey(useUserId(), message)
  // Scrolling, another tab and a reload unmount the editor: what was typed opens it again.
  const [editing, setEditing] = useState<Editing>(() => (hasDraft(draftKey) ? 'again' : 'no'))
  const savePrompt = use(MessageToolsContext)?.savePrompt
  const text = questionOf(version)
  const attachments = message?.attachments ?? version.run?.asked?.attachments ?? []
  if ((editing === 'begun' || editing === 'again') && message && onAsk)
    return (
      <EditQuestion
        message={message}
        draftKey={draftKey}
        isFocused={editing === 'begun'}
        onAsk={onAsk}
        last={last}
        onClose={(asked) => setEditing(asked ? 'no' : 'left')}
      />
    )
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
        {onAsk && message && !isRunning(version) && (
          <IconButton
            icon="pencil"
            label={t('editQuestion')}
            autoFocus={editing === 'left'}
            onClick={() => setEditing('begun')}
          />
        )}
      </div>
    </div>
  )
}

/** `again`: with a text that was typed before, for example before a reload; `left`: cancelled. */
type Editing = 'no' | 'begun' | 'again' | 'left'

const editKey = (userId: number, message: Message | undefined) => `${userId}.edit.${message?.id ?? 0}`
const hasDraft = (key: string): boolean => readDraft(key) !== ''
