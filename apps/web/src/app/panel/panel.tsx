import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { usePanel } from './panel-context.ts'
import type { OpenTab } from '#lib/open-tab.ts'

const SidePanel = lazyDialog(async () => (await import('./side-panel.tsx')).SidePanel)

/** The side panel of a project; its code loads when it is first opened. `openTab` is undefined while there is no tab. */
export function Panel({ openTab }: { openTab: OpenTab | undefined }) {
  return <SidePanel opened={usePanel().shown} openTab={openTab} />
}
