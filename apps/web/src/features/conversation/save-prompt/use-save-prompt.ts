import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { beginPromptDraft, NEW_PROMPT, type PromptSource } from '#lib/prompt-draft.ts'
import { usePermission, useUserId } from '#features/session/index.ts'

/**
 * Returns a function that opens the dialog to save a prompt; undefined without the permission. It does not subscribe to the
 * address, because every question of a thread gets it.
 */
export function useSavePrompt(): ((source: PromptSource) => void) | undefined {
  const userId = useUserId()
  const navigate = useNavigate()
  const isPermitted = usePermission('can_use_prompts') === true
  return useMemo(() => {
    if (!isPermitted) return undefined
    return (source) => {
      beginPromptDraft(userId, source)
      const params = new URLSearchParams(window.location.search)
      params.set('dialog', NEW_PROMPT)
      void navigate({ search: `?${params}` })
    }
  }, [isPermitted, navigate, userId])
}
