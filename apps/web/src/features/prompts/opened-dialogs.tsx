import { useState } from 'react'
import { useLastItem } from '../items/index.ts'
import { useDialogsOf } from '../../lib/dialogs.ts'
import { usePrompt } from './api.ts'
import { PROMPT, PROMPT_DIALOGS } from './dialog-names.ts'
import { ExecuteDialog } from './execute/index.ts'
import { DeletePromptDialog, EditPromptDialog, NewPromptDialog, VersionsDialog } from './form/index.ts'
import { GonePrompt } from './gone-prompt.tsx'
import { PromptSharingDialog } from './sharing-dialog.tsx'

/** The dialog that the address names. */
export function OpenedDialogs({ opened }: { opened: boolean }) {
  const { open, id, close } = useDialogsOf(PROMPT)
  const { data: named, error, refetch } = usePrompt(id)
  const prompt = useLastItem(named)
  const shows = (name: string) => opened && open === name
  const of = (name: string) => named !== undefined && shows(name)
  // A link to a project with a prompt opens the form to execute it.
  const executes = of(PROMPT_DIALOGS.execute) || (named !== undefined && opened && open === null)
  const creates = shows(PROMPT_DIALOGS.create)
  return (
    <>
      <NewPromptDialog key={useOpenings(creates)} opened={creates} onClose={close} />
      {prompt && (
        <>
          <EditPromptDialog
            key={`edit-${prompt.id}`}
            prompt={prompt}
            opened={of(PROMPT_DIALOGS.edit)}
            onClose={close}
          />
          <ExecuteDialog key={`execute-${prompt.id}`} prompt={prompt} opened={executes} onClose={close} />
          <VersionsDialog prompt={prompt} opened={of(PROMPT_DIALOGS.versions)} onClose={close} />
          <PromptSharingDialog prompt={prompt} opened={of(PROMPT_DIALOGS.share)} onClose={close} />
        </>
      )}
      <DeletePromptDialog opened={of(PROMPT_DIALOGS.remove)} of={prompt} onClose={close} />
      {error && !named && opened && id !== null && (
        <GonePrompt error={error} onRetry={() => void refetch()} onClose={close} />
      )}
    </>
  )
}

/** Counts how often a dialog was opened: each opening reads its draft again. */
function useOpenings(opened: boolean): number {
  const [seen, setSeen] = useState({ opened, count: 0 })
  if (seen.opened !== opened) setSeen({ opened, count: seen.count + (opened ? 1 : 0) })
  return seen.count
}
