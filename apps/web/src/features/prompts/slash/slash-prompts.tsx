import { use, useEffect, useState } from 'react'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { FillerContext } from '../../conversation/index.ts'
import { useCanUsePrompts } from '../permission.ts'
import { slashQuery } from './query.ts'

const SlashList = lazyDialog(async () => (await import('./slash-list.tsx')).SlashList)

/** Opens the saved prompts as a list when the draft of the composer begins with a slash. */
export function SlashPrompts() {
  const filler = use(FillerContext)
  const [query, setQuery] = useState<string>()
  const [closed, setClosed] = useState(false)
  useEffect(
    () =>
      filler?.watch((text) => {
        const next = slashQuery(text)
        setQuery(next)
        // A new slash opens it again.
        if (next === undefined || text === '/') setClosed(false)
      }),
    [filler],
  )
  if (!useCanUsePrompts() || !filler) return null
  return (
    <SlashList
      opened={query !== undefined && !closed}
      query={query ?? ''}
      filler={filler}
      onClose={() => setClosed(true)}
    />
  )
}
