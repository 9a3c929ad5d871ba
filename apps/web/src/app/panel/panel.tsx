import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { usePanel } from './panel-context.ts'
import type { PanelPlace } from './sections.ts'

const SidePanel = lazyDialog(async () => (await import('./side-panel.tsx')).SidePanel)

/** The side panel of a project; its code loads when it is first opened. `place` is undefined while there is no tab. */
export function Panel({ place }: { place: PanelPlace | undefined }) {
  return <SidePanel opened={usePanel().shown} place={place} />
}
