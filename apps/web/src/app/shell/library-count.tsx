import { useCustInstCount } from '../../features/custinsts/index.ts'
import { useDatasourceCount } from '../../features/datasources/index.ts'
import { useGoldenSetCount } from '../../features/goldensets/index.ts'
import { usePromptCount } from '../../features/prompts/index.ts'
import { useFormat } from '../../lib/format.ts'
import css from './navigation.module.css'

export type LibraryNoun = 'prompts' | 'datasources' | 'custinsts' | 'goldensets'

const COUNTS: Readonly<Record<LibraryNoun, () => number | undefined>> = {
  prompts: usePromptCount,
  datasources: useDatasourceCount,
  custinsts: useCustInstCount,
  goldensets: useGoldenSetCount,
}

/** The number of items of a noun that the user can read; nothing while it is not known. */
export function LibraryCount({ noun }: { noun: LibraryNoun }) {
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
