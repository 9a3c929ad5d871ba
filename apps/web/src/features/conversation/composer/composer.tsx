import type { Project, Tab } from '@polylogue/contract'
import { use, useEffect, type ReactNode } from 'react'
import { COMPOSER, showComposer, takeFocus, typeIntoComposer } from '#lib/composer-focus.ts'
import { useDialogs } from '#lib/dialogs.ts'
import { useShortcut } from '#lib/shortcuts.ts'
import { useTranslation } from '#lib/texts.ts'
import { MessageBox } from '#ui/message-box.tsx'
import { Problem } from '#ui/states.tsx'
import { ATTACH, type Files } from '../files/index.ts'
import { ComposerBar } from './composer-bar.tsx'
import { DraftFiles, RefusedDraftFiles } from './composer-files.tsx'
import { ComposerDialogs } from './composer-dialogs.tsx'
import { FinePrint, LicenseStrip } from './composer-notes.tsx'
import { PastedTexts } from './composer-pasted.tsx'
import css from './composer.module.css'
import { FillerContext } from './filler.ts'
import { MessageArea } from './message-area.tsx'
import { useComposer, type ComposerState } from './use-composer.ts'
import type { ComposerText } from './use-words.ts'

interface ComposerProps {
  project: Project
  tab: Tab
  files: Files
  /** Files are being dragged over the page. */
  dragged: boolean
  onSent: () => void
  /** Shown in the bar, after the tools. */
  children: ReactNode
}

/** The message field: Enter sends, Shift+Enter starts a line. Send becomes Stop while an answer is running. */
export function Composer({ project, tab, files, dragged, onSent, children }: ComposerProps) {
  const composer = useComposer(project, tab, files, onSent)
  const { words } = composer
  const { open } = useDialogs()
  useShortcut('Escape', words.focus)
  useFocusHere(project.id, words)
  useFilled(words)
  return (
    <div className={css.dock}>
      {composer.expired && <LicenseStrip />}
      {composer.problem && (
        <div className={css.problem}>
          <Problem>{composer.problem}</Problem>
        </div>
      )}
      {open !== ATTACH && <RefusedDraftFiles project={project} tab={tab} files={files} />}
      <MessageBox data-tour="composer" data-keep-clear data-dragged={dragged || undefined}>
        <DraftFiles project={project} tab={tab} files={files} onSend={() => void composer.send()} />
        {words.pasted.length > 0 && <PastedTexts words={words} files={files} />}
        <Area composer={composer} tab={tab} files={files} dragged={dragged} />
        <ComposerBar project={project} tab={tab} files={files} composer={composer}>
          {children}
        </ComposerBar>
      </MessageBox>
      <FinePrint composer={composer} />
      <ComposerDialogs project={project} tab={tab} files={files} composer={composer} />
    </div>
  )
}

/** Lets other parts of the conversation insert texts into the field. */
function useFilled(words: ComposerText): void {
  const filler = use(FillerContext)
  useEffect(() => filler?.attach(words), [filler, words])
}

/** Focuses the field on load, and directs keys typed anywhere on the page to it. */
function useFocusHere(projectId: number, { whole, take }: ComposerText): void {
  useEffect(() => showComposer({ whole, take }), [whole, take])
  useEffect(() => takeFocus(projectId), [projectId])
  useEffect(() => {
    window.addEventListener('keydown', typeIntoComposer)
    return () => window.removeEventListener('keydown', typeIntoComposer)
  }, [])
}

interface AreaProps {
  composer: ComposerState
  tab: Tab
  files: Files
  dragged: boolean
}

function Area({ composer, tab, files, dragged }: AreaProps) {
  const { t } = useTranslation('conversation')
  return (
    <MessageArea
      words={composer.words}
      files={files}
      onSend={() => void composer.send()}
      earlier={composer.lastQuestion}
      id={COMPOSER}
      projectId={tab.projectId}
      rows={1}
      readOnly={composer.expired}
      aria-label={t('message')}
      aria-describedby="composer-fine"
      placeholder={dragged ? t('drop') : t('placeholder', { model: composer.model?.name ?? '' })}
    />
  )
}
