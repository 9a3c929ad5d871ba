import type { Message } from '@polylogue/contract'
import { Suspense } from 'react'
import { useTranslation } from '../../../lib/texts.ts'
import { ReportUnanswered } from '../../datasources/index.ts'
import { useUserId } from '../../session/index.ts'
import css from '../conversation.module.css'
import type { Version } from '../versions/index.ts'

/** Codes that have a translation. */
const KNOWN = [
  'OPTIONS_UNUSED',
  'CONTENT_FILTERED',
  'DATASOURCE_DENIED',
  'DATASOURCE_GONE',
  'DATASOURCE_EMPTY',
  'DATASOURCE_LANGUAGE',
  'DATASOURCE_CONFIDENTIAL',
  'HISTORY_CONFIDENTIAL',
] as const

/** Shows the notices of the engine: unused options and filtered content. */
export function EngineNotices({ version: { message, run } }: { version: Version }) {
  const { t } = useTranslation('conversation')
  const received = run?.answer.notices ?? []
  const notices = received.length > 0 ? received : (message?.notices ?? [])
  const sentences = notices.flatMap(({ code, params }) => {
    const worded = KNOWN.find((each) => each === code)
    return worded
      ? t(`notice.${worded}`, { options: '', name: '', ...params, count: Number(params['count'] ?? 0) })
      : []
  })
  if (sentences.length === 0) return null
  return (
    <>
      <p className={css.stopped}>{[...new Set(sentences)].join(' ')}</p>
      {message && !run && <Report message={message} />}
    </>
  )
}

/** Only the person who asked may tell that the data source had nothing. */
function Report({ message: { id, userId, notices } }: { message: Message }) {
  const isOwn = useUserId() === userId
  const empty = notices.find(({ code }) => code === 'DATASOURCE_EMPTY')
  const datasourceId = Number(empty?.params['datasourceId'] ?? 0)
  if (!isOwn || datasourceId === 0) return null
  return (
    <Suspense fallback={null}>
      <ReportUnanswered datasourceId={datasourceId} messageId={id} />
    </Suspense>
  )
}
