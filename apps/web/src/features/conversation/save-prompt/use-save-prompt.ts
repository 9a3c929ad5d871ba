import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { beginPromptDraft, NEW_PROMPT, type PromptSource } from '#lib/prompt-draft.ts'
import { useInstalled } from '#features/plugins/index.ts'
import { usePermission, useUserId } from '#features/session/index.ts'

/**
 * Returns a function that opens the dialog to save a prompt; undefined without the permission and the plugin. It does not subscribe to the
 * address, because every question of a thread gets it.
 */
export function useSavePrompt(): ((source: PromptSource) => void) | undefined {
  const userId = useUserId()
  const navigate = useNavigate()
  const isPermitted = usePermission('can_use_prompts') === true
  const installed = useInstalled('prompt-repository')
  return useMemo(() => {
    if (!isPermitted || !installed) return undefined
    return (source) => {
      beginPromptDraft(userId, source)
      const params = new URLSearchParams(window.location.search)
      params.set('dialog', NEW_PROMPT)
      void navigate({ search: `?${params}` })
    }
  }, [installed, isPermitted, navigate, userId])
}
