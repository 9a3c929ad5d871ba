// The dialogs that can open on every page of the shell, by name in the address (`?dialog=…`). Each loads when it first
// opens.
import { Assistant, useAssistantOpen } from '#features/chatbots/index.ts'
import { collectTyped, PALETTE } from '#features/palette/index.ts'
import { NEW_PROJECT, NewProjectDialog } from '#features/projects/index.ts'
import { PLUGINS, PluginsDialog, useInstalled } from '#features/plugins/index.ts'
import { PUBLICATIONS, PublicationsDialog } from '#features/publications/index.ts'
import { useWhatsNew, WHATS_NEW, WhatsNewDialog } from '#features/releases/use-whats-new.ts'
import { STARTUP_OPTIONS, StartupOptionsDialog } from '#features/settings/index.ts'
import { SHORTCUTS_DIALOG, ShortcutsDialog } from '#features/shortcuts/index.ts'
import { LOOK_AND_FEEL, LookAndFeelDialog, THEME_BUILDER, ThemeBuilderDialog } from '#features/theme/index.ts'
import { useTour } from '#features/tour/index.ts'
import { TranslateDialogs } from '#features/translate/index.ts'
import { useDialogs, LICENSE_EXPIRED } from '#lib/dialogs.ts'
import { useShortcut } from '#lib/shortcuts.ts'
import { Suspense } from 'react'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { ItemDialogs } from './item-dialogs.tsx'
import { useNavigationState } from './navigation-context.ts'

/** Name of the dialog in the address. */
const IMPORT = 'import'

const ImportDialog = lazyDialog(async () => (await import('#features/import/import-dialog.tsx')).ImportDialog)

const FullPalette = lazyDialog(async () => (await import('./palette-dialog.tsx')).FullPalette)
const LicenseDialog = lazyDialog(async () => (await import('./license-dialog.tsx')).LicenseDialog)

export function ShellDialogs() {
  const { open, close, show } = useDialogs()
  const hasBuilder = useInstalled('theme-builder')
  const { readOnly } = useNavigationState()
  const isAssisted = useAssistantOpen()
  // Notes and palette lead to what this mode hides.
  useWhatsNew(useTour().running || readOnly)
  useShortcut('Slash', () => show(SHORTCUTS_DIALOG))
  const openPalette = () => {
    collectTyped()
    show(PALETTE)
  }
  useShortcut('KeyK', openPalette, !readOnly)
  return (
    <>
      <NewProjectDialog opened={open === NEW_PROJECT} onClose={close} />
      <ItemDialogs />
      <TranslateDialogs />
      <ImportDialog opened={open === IMPORT} onClose={close} />
      <FullPalette opened={open === PALETTE} onClose={close} />
      <ShortcutsDialog opened={open === SHORTCUTS_DIALOG} onClose={close} />
      <WhatsNewDialog opened={open === WHATS_NEW} onClose={close} />
      <StartupOptionsDialog opened={open === STARTUP_OPTIONS} onClose={close} />
      <LookAndFeelDialog opened={open === LOOK_AND_FEEL} onClose={close} />
      <ThemeBuilderDialog opened={hasBuilder && open === THEME_BUILDER} onClose={close} />
      <PublicationsDialog opened={open === PUBLICATIONS} />
      <PluginsDialog opened={open === PLUGINS} onClose={close} />
      {isAssisted && !readOnly && (
        <Suspense fallback={null}>
          <Assistant />
        </Suspense>
      )}
      <LicenseDialog opened={open === LICENSE_EXPIRED} onClose={close} />
    </>
  )
}
