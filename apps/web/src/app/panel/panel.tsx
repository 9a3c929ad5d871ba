import { lazyDialog } from '#ui/lazy-dialog.tsx'
import type { OpenTab } from '#lib/open-tab.ts'
import { usePanel } from './panel-context.ts'

const SidePanel = lazyDialog(async () => (await import('./side-panel.tsx')).SidePanel)

/** The side panel; its code loads when it is first opened. `openTab` is undefined where there is no tab. */
export function Panel({ openTab }: { openTab: OpenTab | undefined }) {
  return <SidePanel opened={usePanel().shown} openTab={openTab} />
}
