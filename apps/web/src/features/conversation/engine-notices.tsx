import { useTranslation } from 'react-i18next'
import css from './conversation.module.css'
import type { Version } from './turns.ts'
import { useEngineNotices } from './use-runs.ts'

/** The remarks that this page has words for. */
const KNOWN = ['OPTIONS_UNUSED', 'CONTENT_FILTERED'] as const

/** What the engine remarked on an answer: options it left out, text it held back. */
export function EngineNotices({ version: { message, run } }: { version: Version }) {
  const { t } = useTranslation('conversation')
  const known = useEngineNotices()
  const notices = run?.answer.notices ?? known?.get(message?.id ?? 0) ?? []
  const sentences = notices.flatMap(({ code, params }) => {
    const worded = KNOWN.find((each) => each === code)
    return worded ? t(`notice.${worded}`, { options: '', ...params }) : []
  })
  if (sentences.length === 0) return null
  return <p className={css.stopped}>{[...new Set(sentences)].join(' ')}</p>
}
