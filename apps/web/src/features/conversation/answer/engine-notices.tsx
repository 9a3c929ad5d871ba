import { useTranslation } from '#lib/texts.ts'
import type { Message } from '@polylogue/contract'
import css from '../conversation.module.css'
import type { Version } from '../versions/turns.ts'

/** Returns the notices of an answer: those of the stream, or the stored ones. */
export function noticesOf({ message, run }: Version): Message['notices'] {
  const received = run?.answer.notices ?? []
  return received.length > 0 ? [...received] : (message?.notices ?? [])
}

/** Codes that have a translation. Those about documents are shown before the text. */
const KNOWN = ['OPTIONS_UNUSED', 'CONTENT_FILTERED', 'PICTURES_LEFT_OUT', 'HISTORY_CONFIDENTIAL'] as const

/** Shows the notices of the engine: unused options, filtered content and pictures that are left out. */
export function EngineNotices({ version }: { version: Version }) {
  const { t } = useTranslation('conversation')
  const sentences = noticesOf(version).flatMap(({ code, params }) => {
    const worded = KNOWN.find((each) => each === code)
    return worded
      ? t(`notice.${worded}`, { options: '', name: '', ...params, count: Number(params['count'] ?? 0) })
      : []
  })
  if (sentences.length === 0) return null
  return <p className={css.stopped}>{[...new Set(sentences)].join(' ')}</p>
}
