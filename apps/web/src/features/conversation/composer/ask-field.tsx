import type { Attachment, AttachmentUpload, Project, PromptOptionValues } from '@polylogue/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState, type DragEvent, type ReactNode } from 'react'
import { COMPOSER, takeFocus } from '#lib/composer-focus.ts'
import { useDialogs } from '#lib/dialogs.ts'
import { draftsOf, tabDraftKey } from '#features/drafts/index.ts'
import { useTranslation } from '#lib/texts.ts'
import { MessageBar, MessageBox, MessageHint, SendButton } from '#ui/message-box.tsx'
import { choiceOf } from '#features/models/index.ts'
import {
  ChoiceOptionsDialog,
  OptionsButton,
  PROMPT_OPTIONS,
  savedHere,
  useDraftOptions,
  useOffersOptions,
} from '#features/prompt-options/index.ts'
import { useUserId } from '#features/session/index.ts'
import { isTold, listed, mustWait, uploadsOf, useFiles } from '../files/index.ts'
import { AttachButton } from './attach-button.tsx'
import { DraftFiles, RefusedDraftFiles } from './composer-files.tsx'
import { PastedTexts } from './composer-pasted.tsx'
import css from './composer.module.css'
import { createFiller, FillerContext } from './filler.ts'
import { MessageArea } from './message-area.tsx'
import { useWords } from './use-words.ts'

/** A message for a tab that does not exist yet. */
export interface FirstMessage {
  text: string
  /** Its files, as the page shows them. */
  listed: Attachment[]
  upload: () => Promise<AttachmentUpload[]>
  /** Whether files without text are refused: the person was not told that they have none. */
  requiresText: boolean
  /** The saved prompt that the text is from. */
  promptId: number | undefined
  /** The prompt options of the tab. */
  options: PromptOptionValues
}

interface AskFieldProps {
  project: Project
  /** Texts of the field; `hint` says who answers, and where, `options` what the prompt options are for. */
  words: { label: string; placeholder: string; send: string; hint: string; options: string }
  busy: boolean
  /** Resolves when the message is stored: only then is the field emptied. */
  onAsk: (message: FirstMessage) => Promise<unknown>
  /** Lists at the field, such as saved prompts. */
  children?: ReactNode
}

/** The message field for the first message of a new tab: with files, options and saved prompts. What is typed survives a reload. */
export function AskField({ project, words: texts, busy, onAsk, children }: AskFieldProps) {
  const { t } = useTranslation('conversation')
  const { words, files, options, filler, canSend, send } = useFirstMessage(project, busy, onAsk)
  const [dragged, setDragged] = useState(false)
  const hint = useId()
  return (
    <FillerContext value={filler}>
      <RefusedDraftFiles project={project} files={files} />
      <MessageBox
        className={css.atTop}
        data-dragged={dragged || undefined}
        {...dropZone(files.add, setDragged)}
      >
        <DraftFiles project={project} files={files} onSend={send} />
        {words.pasted.length > 0 && <PastedTexts words={words} files={files} />}
        <MessageArea
          words={words}
          files={files}
          onSend={send}
          id={COMPOSER}
          rows={1}
          aria-label={texts.label}
          aria-describedby={hint}
          placeholder={dragged ? t('drop') : texts.placeholder}
        />
        <MessageBar>
          <AttachButton files={files} />
          <Options project={project} lead={texts.options} options={options} />
          {children}
          <span className="sp" />
          <SendButton label={texts.send} disabled={!canSend} onSend={send} />
        </MessageBar>
      </MessageBox>
      <MessageHint id={hint}>{texts.hint}</MessageHint>
    </FillerContext>
  )
}

type DraftOptions = ReturnType<typeof useDraftOptions>

function Options({
  project,
  lead,
  options: [options, setOptions],
}: {
  project: Project
  lead: string
  options: DraftOptions
}) {
  const { open, show, close } = useDialogs()
  const isOffered = useOffersOptions(options)
  const opened = open === PROMPT_OPTIONS && isOffered
  return (
    <>
      <OptionsButton
        options={options}
        isKept={opened}
        className={css.tool}
        onClick={() => show(PROMPT_OPTIONS)}
      />
      <ChoiceOptionsDialog
        opened={opened}
        lead={lead}
        stored={options}
        choice={choiceOf(project)}
        saving={savedHere(setOptions)}
        onClose={close}
      />
    </>
  )
}

function useFirstMessage(project: Project, busy: boolean, onAsk: AskFieldProps['onAsk']) {
  // Tabs have positive ids; the key of a draft needs a number of its own for each project.
  const place = { id: -project.id, defaultModelId: project.defaultModelId }
  const key = tabDraftKey(useUserId(), place.id)
  const words = useWords(key)
  const options = useDraftOptions(`${key}.options`)
  const files = useFiles(place)
  const cache = useQueryClient()
  const [filler] = useState(createFiller)
  useEffect(() => filler.attach(words), [filler, words])
  useEffect(() => takeFocus(project.id), [project.id])
  const canSend = !words.empty && !words.tooLong && !busy
  const send = async () => {
    const text = words.whole()
    const { chosen } = files
    await onAsk({
      text,
      listed: chosen.map((file) => listed(file, Date.now())),
      upload: () => uploadsOf(cache, chosen),
      requiresText: !isTold(cache, chosen),
      promptId: filler.promptOf(text),
      options: options[0],
    })
    words.take()
    files.take()
    options[1]({})
    draftsOf(cache).forgetFiles(chosen.map(({ id }) => id))
  }
  return {
    words,
    files,
    options,
    filler,
    canSend,
    send() {
      if (!canSend) return
      // Sent when its pictures are converted and its scans are read.
      if (mustWait(cache, files)) return files.wait(true)
      // The page shows why it failed; text and files stay.
      send().catch(() => undefined)
    },
  }
}

function dropZone(add: (files: readonly File[]) => void, setDragged: (dragged: boolean) => void) {
  return {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setDragged(true)
    },
    onDragLeave(event: DragEvent) {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDragged(false)
    },
    onDrop(event: DragEvent) {
      event.preventDefault()
      setDragged(false)
      add([...event.dataTransfer.files])
    },
  }
}
