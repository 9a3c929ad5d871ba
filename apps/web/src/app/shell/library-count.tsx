import { useCustInstCount } from '../../features/custinsts/index.ts'
import { useDatasourceCount, useFailedDatasources } from '../../features/datasources/index.ts'
import { useGoldenSetCount } from '../../features/goldensets/index.ts'
import { usePromptCount } from '../../features/prompts/index.ts'
import { useFormat } from '../../lib/format.ts'
import { useTranslation } from '../../lib/texts.ts'
import css from './navigation.module.css'

export type CountedNoun = 'prompts' | 'datasources' | 'custinsts' | 'goldensets'

const COUNTS: Readonly<Record<CountedNoun, () => number | undefined>> = {
  prompts: usePromptCount,
  datasources: useDatasourceCount,
  custinsts: useCustInstCount,
  goldensets: useGoldenSetCount,
}

/** The number of items of a noun that the user can read, or of those that failed; nothing while it is not known. */
export function LibraryCount({ noun }: { noun: CountedNoun }) {
  const useCount = COUNTS[noun]
  const count = useCount()
  const failed = useFailedDatasources(noun === 'datasources')
  const format = useFormat()
  const { t } = useTranslation('shell')
  if (failed > 0)
    return (
      <span className={css.failed}>
        <i aria-hidden="true" /> {t('library.failed', { count: failed })}
      </span>
    )
  // The name of the link stays that of its page.
  return (
    count !== undefined && (
      <span className={css.count} aria-hidden>
        {format.number(count)}
      </span>
    )
  )
}

/** Keeps a failure visible while the library is folded. */
export function FoldedFailure() {
  const { t } = useTranslation('shell')
  const failed = useFailedDatasources(true)
  if (failed === 0) return null
  return (
    <span className={css.failed}>
      <i aria-hidden="true" />
      <span className="sr">{t('library.failed', { count: failed })}</span>
    </span>
  )
}
