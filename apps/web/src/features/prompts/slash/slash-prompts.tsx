import { use } from 'react'
import { useSignQuery } from '#lib/use-sign-query.ts'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { FillerContext } from '#features/conversation/index.ts'
import { useInstalled } from '#features/plugins/index.ts'
import { usePermission } from '#features/session/index.ts'

const SlashList = lazyDialog(async () => (await import('./slash-list.tsx')).SlashList)

/** Opens the saved prompts as a list when the draft of the composer begins with a slash. */
export function SlashPrompts() {
  const filler = use(FillerContext)
  const installed = useInstalled('prompt-repository')
  const [query, close] = useSignQuery('/', filler)
  if (!usePermission('can_use_prompts') || !installed || !filler) return null
  return <SlashList opened={query !== undefined} query={query ?? ''} filler={filler} onClose={close} />
}
