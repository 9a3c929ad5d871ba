// The dialogs of the composer; each loads its code when first opened.
import type { Project, Tab } from '@polylogue/contract'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useDialogs } from '#lib/dialogs.ts'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { HISTORY, HistoryDialog } from '#features/history/index.ts'
import { useIsInstalled } from '#features/plugins/index.ts'
import { hasOverview } from '#features/projects/index.ts'
import { PROMPT_OPTIONS, PromptOptionsDialog, useOffersOptions } from '#features/prompt-options/index.ts'
import { TRANSLATE_PROMPT, TranslatePromptDialog, useCanTranslate } from '#features/translate/index.ts'
import { ATTACH, type Files } from '../files/index.ts'
import type { ComposerState } from './use-composer.ts'

const AttachDialog = lazyDialog(async () => (await import('./composer-attach.tsx')).AttachDialog)
const LostModelDialog = lazyDialog(async () => (await import('./lost-model-dialog.tsx')).LostModelDialog)

interface ComposerDialogsProps {
  project: Project
  tab: Tab
  files: Files
  composer: ComposerState
}

export function ComposerDialogs({ project, tab, files, composer }: ComposerDialogsProps) {
  const { open, close } = useDialogs()
  const isInstalled = useIsInstalled()
  const canTranslate = useCanTranslate()
  const offersOptions = useOffersOptions(tab.options)
  const { lost } = composer
  const chosen = useRef(false)
  const takeFocus = useEffectEvent(() => {
    if (open === HISTORY || !chosen.current) return
    chosen.current = false
    // The dialog restores the focus in a timer that it has just set; this one must run later.
    setTimeout(composer.words.focus, 50)
  })
  useEffect(() => takeFocus(), [open])
  const choose = (text: string, directly: boolean) => {
    close()
    if (directly && composer.free) return void composer.send(text)
    composer.words.add(text)
    chosen.current = true
  }
  return (
    <>
      <AttachDialog
        opened={open === ATTACH && isInstalled('file-management')}
        project={project}
        tab={tab}
        files={files}
        onClose={close}
      />
      <PromptOptionsDialog opened={open === PROMPT_OPTIONS && offersOptions} tab={tab} onClose={close} />
      <HistoryDialog
        opened={open === HISTORY && isInstalled('chat-history')}
        projectId={project.id}
        isChat={!hasOverview(project)}
        tabId={tab.id}
        onChoose={choose}
        onClose={close}
      />
      <TranslatePromptDialog
        opened={open === TRANSLATE_PROMPT && canTranslate}
        field={composer.words}
        onClose={close}
      />
      <LostModelDialog opened={lost.shown} name={lost.name} onClose={lost.read} />
    </>
  )
}
