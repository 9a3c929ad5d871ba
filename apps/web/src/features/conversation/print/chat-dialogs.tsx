// The dialogs of the visible chat, by their names in the address.
import type { Project, Tab } from '@polylogue/contract'
import { useDialogs } from '#lib/dialogs.ts'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { DOWNLOAD, DownloadDialog, PRINT } from '#features/export/index.ts'
import { useShown } from '../versions/use-shown.ts'

const PrintDialog = lazyDialog(async () => (await import('./print-dialog.tsx')).PrintDialog)

interface ChatDialogsProps {
  project: Project
  tab: Tab
  /** Number of loaded messages; undefined before the first page. */
  known: number | undefined
  /** Whether all loaded messages are rendered. */
  whole: boolean
}

export function ChatDialogs({ project, tab, known, whole }: ChatDialogsProps) {
  const { open, close } = useDialogs()
  const shown = useShown()
  return (
    <>
      <PrintDialog opened={open === PRINT} tabId={tab.id} known={known} whole={whole} onClose={close} />
      <DownloadDialog
        opened={open === DOWNLOAD}
        project={project}
        tab={tab}
        shownIds={(tabId) => shown.known(tabId) ?? []}
        onClose={close}
      />
    </>
  )
}
