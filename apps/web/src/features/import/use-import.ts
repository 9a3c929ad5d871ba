// Sends chats batch by batch, each chat on its own or each batch as a project; the server leaves out what is here already.
import type { ImportedChat, Project } from '@polylogue/contract'
import { contract, cutText } from '@polylogue/contract/browser'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useApi } from '#lib/api.ts'
import { toBase64 } from '#lib/base64.ts'
import { withoutIsolates } from '#lib/isolated.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { projectKeys } from '#features/projects/keys.ts'
import { useTranslation } from '#lib/texts.ts'
import { useAskedBeforeLeaving } from '#lib/use-asked-before-leaving.ts'
import { portionsOf } from './batches.ts'
import { LIMITS, type Batch, type FoundChat, type Turn } from './formats.ts'
import { useEndNotice, type Importing } from './importing.ts'
import { sendBatches } from './send-batches.ts'

/** Returns how far an import is after a request. */
function sent(
  { done, known, refused, projects, separately }: Importing,
  data: { project: Pick<Project, 'id' | 'name'>; known: number; picturesLeftOut: number },
  chats: number,
): Partial<Importing> {
  const all = [...projects, { id: data.project.id, name: data.project.name }]
  return {
    done: done + chats,
    known: known + data.known,
    refused: refused + data.picturesLeftOut,
    projects: separately ? all.slice(0, 1) : all,
  }
}

/** Encodes the pictures of one request. */
const encoded = (batch: Batch): Promise<ImportedChat[]> =>
  Promise.all(batch.map(async (chat) => ({ ...chat, turns: await Promise.all(chat.turns.map(encodedTurn)) })))

async function encodedTurn({ pictures = [], ...turn }: Turn): Promise<ImportedChat['turns'][number]> {
  if (pictures.length === 0) return turn
  const uploads = pictures.map(async ({ name, blob }) =>
    blob ? { name: cutText(name, 200), mime_type: blob.type, base64: await toBase64(blob) } : [],
  )
  return { ...turn, pictures: (await Promise.all(uploads)).flat() }
}

/** Tells the person of an end that they did not see (NOTIFY-18). */
async function tellEnd(
  api: ReturnType<typeof useApi>,
  { state, done, total, known, projects, separately }: Importing,
  left: number,
): Promise<void> {
  const body = {
    projectId: separately && total > 1 ? null : (projects[0]?.id ?? null),
    imported: done - known,
    notImported: total - done + left,
    failed: state !== 'done',
  }
  // Without it the person has the notice of this page.
  await api.call(contract.projects.importEnded, { body }).catch(() => undefined)
}

/** The import of this page. A notice tells its end unless `opened`: the result is then shown by the dialog. */
export function useImport(opened: boolean) {
  const api = useApi()
  const cache = useQueryClient()
  const { t } = useTranslation('import')
  const errorMessage = useErrorMessage()
  const noteEnd = useEndNotice(opened)
  const [importing, setImporting] = useState<Importing | undefined>(undefined)
  const [control, setControl] = useState<AbortController | undefined>(undefined)
  // Unmounts when the user signs out.
  useEffect(() => () => control?.abort(), [control])
  const isRunning = importing?.state === 'running'
  useAskedBeforeLeaving(isRunning)
  const [wasOpened, setWasOpened] = useState(opened)
  if (opened !== wasOpened) {
    setWasOpened(opened)
    if (!opened && !isRunning) setImporting(undefined)
  }

  /**
   * Imports chats as tabs of a project of this name, or without one each on its own. `left` chats of the file have nothing to
   * import.
   */
  const run = async (project: string | undefined, chats: readonly FoundChat[], left: number) => {
    const separately = project === undefined
    const name = project ?? t('title')
    const begun = new AbortController()
    setControl(begun)
    const part = (of: string, number: number) => withoutIsolates(t('part', { name: of, number }))
    const { batches, split, cut } = portionsOf(
      chats,
      { unnamed: t('unnamed'), part },
      separately ? LIMITS.separateChats : LIMITS.chats,
    )
    const total = batches.reduce((sum, batch) => sum + batch.length, 0)
    const figures = { done: 0, total, known: 0, split, cut, refused: 0 }
    let state: Importing = { state: 'running', ...figures, separately, projects: [], reason: '' }
    const show = (change: Partial<Importing>) => setImporting((state = { ...state, ...change }))
    show({})
    const send = async (batch: Batch, index: number) => {
      const named = index === 0 ? name : withoutIsolates(t('of', { name, number: index + 1 }))
      const chats = await encoded(batch)
      // Another person may have signed in while the pictures were encoded.
      if (begun.signal.aborted) return
      // The request is not aborted, because it would be unknown whether the server stored it.
      const body = { name: named, chats, separately, skipKnown: true }
      const { data } = await api.call(contract.projects.import, { body })
      show(sent(state, data, batch.length))
    }
    const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
    const [failure] = await sendBatches(batches, { send, signal: begun.signal, pause })
    if (failure === undefined) show({ state: state.done === total ? 'done' : 'cancelled' })
    else if (begun.signal.aborted) show({ state: 'cancelled' })
    else show({ state: 'failed', reason: errorMessage(failure).sentence })
    // Whoever stopped it, or signed out, knows.
    if (!noteEnd(state) && !begun.signal.aborted) await tellEnd(api, state, left)
    await cache.invalidateQueries({ queryKey: projectKeys.all })
  }
  const forget = () => setImporting(undefined)
  return { importing, run, stop: () => control?.abort(), forget }
}
