import type { Message } from '@polylogue/contract'
import { Suspense } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { ReportUnanswered } from '#features/unanswered/index.ts'
import { useUserId } from '#features/session/index.ts'
import css from '../conversation.module.css'
import type { AskAgain } from '../message-actions/index.ts'
import type { Version } from '../versions/turns.ts'
import { noticesOf } from './engine-notices.tsx'

const KNOWN = [
  'DATASOURCE_ONLY',
  'DATASOURCE_DENIED',
  'DATASOURCE_GONE',
  'DATASOURCE_EMPTY',
  'DATASOURCE_WORDS',
  'DATASOURCE_NO_ROOM',
  'DATASOURCE_CONFIDENTIAL',
  'DATASOURCE_LANGUAGE',
  'DATASOURCE_READING',
] as const
type Code = (typeof KNOWN)[number]

const isRefused = (version: Version) => noticesOf(version).some(({ code }) => code === 'DATASOURCE_ONLY')

/** Says before the text of an answer that its data source has nothing, not the words of the question, or is still being read. */
export function DocumentNotices({ version }: { version: Version }) {
  const { t } = useTranslation('conversation')
  const notices = noticesOf(version)
  const isReply = isRefused(version)
  const sentences = KNOWN.flatMap((code) => {
    const notice = notices.find((one) => one.code === code)
    // The reply itself says why.
    return notice && (!isReply || SAID_WITH_REPLY.has(code))
      ? t(`notice.${code}`, {
          name: '',
          words: '',
          ...notice.params,
          count: Number(notice.params['count'] ?? 0),
        })
      : []
  })
  if (sentences.length === 0) return null
  return (
    <div className={css.documents} data-kind={isReply ? 'reply' : undefined} role="note">
      <Icon name={isReply ? 'info-circle' : 'alert-triangle'} size={16} />
      <p>{sentences.join(' ')}</p>
    </div>
  )
}

interface DocumentActionsProps {
  version: Version
  canWrite: boolean
  onAgain: AskAgain
}

/** Leads on after an answer whose data source had nothing. */
export function DocumentActions({ version, canWrite, onAgain }: DocumentActionsProps) {
  const { t } = useTranslation('conversation')
  const { message, run } = version
  if (!message || run) return null
  return (
    <div className={css.leadOn}>
      {isRefused(version) && canWrite && (
        <Button size="small" onClick={() => void onAgain(message, message.queryText, { datasourceId: 0 })}>
          {t('askWithout')}
        </Button>
      )}
      <Report message={message} />
    </div>
  )
}

const SAID_WITH_REPLY: ReadonlySet<Code> = new Set<Code>([
  'DATASOURCE_ONLY',
  'DATASOURCE_WORDS',
  'DATASOURCE_LANGUAGE',
  'DATASOURCE_READING',
])

/** Only the person who asked may tell that the data source had nothing. */
function Report({ message: { id, userId, notices } }: { message: Message }) {
  const isOwn = useUserId() === userId
  const lack = notices.find(({ code }) => code === 'DATASOURCE_EMPTY' || code === 'DATASOURCE_WORDS')
  const datasourceId = Number(lack?.params['datasourceId'] ?? 0)
  if (!isOwn || datasourceId === 0) return null
  return (
    <Suspense fallback={null}>
      <ReportUnanswered datasourceId={datasourceId} messageId={id} />
    </Suspense>
  )
}
