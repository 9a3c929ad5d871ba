import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useApi } from '#lib/api.ts'
import { useFormat } from '#lib/format.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/dialog.tsx'
import { Problem } from '#ui/states.tsx'
import { loadWhole } from '../messages/index.ts'

interface PrintDialogProps {
  opened: boolean
  tabId: number
  /** Number of loaded messages; undefined before the first page. */
  known: number | undefined
  /** Whether all loaded messages are rendered. */
  whole: boolean
  onClose: () => void
}

/** Loads and renders the whole chat, then prints it. */
export function PrintDialog({ opened, tabId, known, whole, onClose }: PrintDialogProps) {
  const { t } = useTranslation(['export', 'ui'])
  const format = useFormat()
  const { loaded, failure } = useLoaded(tabId, opened && known !== undefined)
  usePrinting(opened && loaded && whole, onClose)
  return (
    <Dialog opened={opened} title={t('printTitle')} width={360} onClose={onClose}>
      <DialogBody>
        {failure ? (
          <Problem>{failure}</Problem>
        ) : (
          <p role="status">{t('printLoading', { count: known ?? 0, known: format.number(known ?? 0) })}</p>
        )}
      </DialogBody>
      <DialogFoot>
        <Button size="large" onClick={onClose}>
          {t('ui:cancel')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

/** Delay until the dialog and its overlay are unmounted. */
const AFTER_CLOSING_MS = 300

function usePrinting(ready: boolean, onReady: () => void): void {
  const print = useEffectEvent(() => {
    onReady()
    setTimeout(() => window.print(), AFTER_CLOSING_MS)
  })
  useEffect(() => {
    if (ready) print()
  }, [ready])
}

/** Loads the whole chat while `wanted`. */
function useLoaded(tabId: number, wanted: boolean): { loaded: boolean; failure: string | undefined } {
  const api = useApi()
  const cache = useQueryClient()
  const errorMessage = useErrorMessage()
  const [loaded, setLoaded] = useState(false)
  const [failure, setFailure] = useState<unknown>(undefined)
  useEffect(() => {
    if (!wanted) return undefined
    const control = new AbortController()
    loadWhole(api, cache, tabId, control.signal).then(
      () => setLoaded(!control.signal.aborted),
      (error: unknown) => {
        if (!control.signal.aborted) setFailure(error)
      },
    )
    return () => {
      control.abort()
      setLoaded(false)
      setFailure(undefined)
    }
  }, [api, cache, tabId, wanted])
  return { loaded, failure: failure === undefined ? undefined : errorMessage(failure).sentence }
}
