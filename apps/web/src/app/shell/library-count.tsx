import { useDatasourceCount } from '../../features/datasources/index.ts'
import { useGoldenSetCount } from '../../features/goldensets/index.ts'
import { usePromptCount } from '../../features/prompts/index.ts'
import { useFormat } from '../../lib/format.ts'
import css from './navigation.module.css'

/** Instructions are not counted: the list of somebody who has none answers 404, which would fail on every page. */
export type CountedNoun = 'prompts' | 'datasources' | 'goldensets'

const COUNTS: Readonly<Record<CountedNoun, () => number | undefined>> = {
  prompts: usePromptCount,
  datasources: useDatasourceCount,
  goldensets: useGoldenSetCount,
}

/** The number of items of a noun that the user can read; nothing while it is not known. */
export function LibraryCount({ noun }: { noun: CountedNoun }) {
  const useCount = COUNTS[noun]
  const count = useCount()
  const format = useFormat()
  // The name of the link stays that of its page.
  return (
    count !== undefined && (
      <span className={css.count} aria-hidden>
        {format.number(count)}
      </span>
    )
  )
}
